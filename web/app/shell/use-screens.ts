import {
  IconAd2,
  IconAdjustments,
  IconBell,
  IconBook2,
  IconBookmark,
  IconBuildingBank,
  IconCalendarMonth,
  IconCertificate,
  IconFileInvoice,
  IconKey,
  IconReportMoney,
  IconShieldLock,
  IconTerminal2,
  IconUser,
} from '@tabler/icons-react';
import type { Role } from '#contract/common.ts';
import type { Screen } from '../../features/search/search-results.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { PATHS } from '../paths.ts';
import type { NavigationItem } from './navigation.ts';
import { useScreensStrings as strings } from './shell-strings.ts';
import { useNavigation } from './use-navigation.ts';
import { useHasScreen, useShowcase } from './use-showcase.ts';

/**
 * Returns every screen that the search can find: the product's own first, then the showcase's once they have loaded.
 */
export function useScreens(): readonly Screen[] {
  const own = useNavigation().flatMap(({ items }) => items);
  const addresses = new Set(own.flatMap((item) => ('to' in item ? [item.to as string] : [])));
  const found = foundScreens(useCurrentUser()?.role, own);
  const hasScreen = useHasScreen();
  const { showcase } = useShowcase(true);
  const shown = showcase?.screens(hasScreen) ?? [];
  return [
    ...own,
    ...found.map((screen) => ({ ...screen, isOnlyFound: true })),
    ...shown
      .filter(({ to }) => !addresses.has(to))
      .map((screen) => ({ ...screen, isOnlyFound: true, isShowcase: true })),
  ];
}

type FoundScreen = Omit<Screen, 'isOnlyFound'> & { readonly to: string };

/** Screens for every role. */
const OF_ALL: readonly FoundScreen[] = [
  {
    label: strings.editProfile,
    icon: IconUser,
    to: PATHS.editProfile,
    words: strings.profileWords,
  },
  {
    label: strings.passwordAndSignIn,
    icon: IconKey,
    to: PATHS.password,
    words: strings.passwordWords,
  },
  {
    label: strings.apiTokens,
    icon: IconTerminal2,
    to: PATHS.apiTokens,
    words: strings.apiTokensWords,
  },
  {
    label: strings.notifications,
    icon: IconBell,
    to: PATHS.notifications,
    words: strings.notificationsWords,
  },
  {
    label: strings.savedReports,
    icon: IconBookmark,
    to: PATHS.savedReports,
    words: strings.savedReportsWords,
  },
  { label: strings.invoices, icon: IconFileInvoice, to: '/app/documents/invoices', words: strings.invoicesWords },
  { label: strings.statements, icon: IconFileInvoice, to: '/app/documents/statements', words: strings.statementsWords },
  {
    label: strings.creditNotes,
    icon: IconFileInvoice,
    to: '/app/documents/credit-notes',
    words: strings.creditNotesWords,
  },
  { label: strings.patentNumber, icon: IconCertificate, to: PATHS.patent, words: strings.patentWords },
  {
    label: strings.documentation,
    icon: IconBook2,
    to: '/documentation',
    words: strings.documentationWords,
  },
];

const SINGLE_SIGN_ON: FoundScreen = {
  label: strings.singleSignOn,
  icon: IconShieldLock,
  to: PATHS.singleSignOn,
  words: strings.singleSignOnWords,
};

const newCampaign = (to: string): FoundScreen => ({
  label: strings.newCampaign,
  icon: IconAd2,
  to,
  words: strings.newCampaignWords,
});

/** Additional screens by role. */
const OF_ROLE: Readonly<Partial<Record<Role, readonly FoundScreen[]>>> = {
  property: [SINGLE_SIGN_ON],
  advertiser: [SINGLE_SIGN_ON, newCampaign(PATHS.campaignForm)],
  admin: [
    SINGLE_SIGN_ON,
    newCampaign(PATHS.adminCampaignForm),
    { label: strings.receivables, icon: IconReportMoney, to: PATHS.adminReceivables, words: strings.receivablesWords },
    { label: strings.months, icon: IconCalendarMonth, to: PATHS.adminMonths, words: strings.monthsWords },
    { label: strings.adjustments, icon: IconAdjustments, to: PATHS.adminAdjustments, words: strings.adjustmentsWords },
    {
      label: strings.bankAccounts,
      icon: IconBuildingBank,
      to: PATHS.adminMoneyAccounts,
      words: strings.bankAccountsWords,
    },
  ],
};

/**
 * Returns a role's screens that are not in its sidebar (`own`), for the search. Screens with equal labels count as one
 * screen.
 */
export function foundScreens(role: Role | undefined, own: readonly NavigationItem[]): readonly FoundScreen[] {
  const names = new Set(own.map(({ label }) => label));
  return [...OF_ALL, ...((role === undefined ? undefined : OF_ROLE[role]) ?? [])].filter(
    ({ label }) => !names.has(label),
  );
}
