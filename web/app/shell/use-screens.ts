import {
  IconAd2,
  IconBell,
  IconBook2,
  IconBookmark,
  IconCertificate,
  IconChecklist,
  IconFileInvoice,
  IconKey,
  IconReceipt,
  IconShieldCheck,
  IconShieldLock,
  IconTerminal2,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import type { Role } from '#contract/common.ts';
import type { Screen } from '../../features/search/search-results.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { PATHS } from '../paths.ts';
import type { NavigationItem } from './navigation.ts';
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
    label: 'Edit profile',
    icon: IconUser,
    to: PATHS.editProfile,
    words: 'account name picture photo telephone time zone look light dark theme colour my',
  },
  {
    label: 'Password and sign-in',
    icon: IconKey,
    to: PATHS.password,
    words: 'account security second factor two-factor authenticator sessions recovery codes google microsoft log',
  },
  {
    label: 'API tokens',
    icon: IconTerminal2,
    to: PATHS.apiTokens,
    words: 'account programs scripts bearer vbt secret',
  },
  {
    label: 'Alerts',
    icon: IconBell,
    to: PATHS.alerts,
    words: 'silent outage fault bell webhook notify mute quiet hours',
  },
  {
    label: 'Invalid traffic',
    icon: IconShieldCheck,
    to: PATHS.traffic,
    words: 'gross net reasons objections fraud my',
  },
  { label: 'Documents', icon: IconFileInvoice, to: PATHS.documents, words: 'statements invoices money pdf' },
  {
    label: 'Saved reports',
    icon: IconBookmark,
    to: PATHS.savedReports,
    words: 'report schedule mail weekly monthly link share outsiders my',
  },
  { label: 'Patent number', icon: IconCertificate, to: PATHS.patent, words: 'example rights copyright footer' },
  {
    label: 'Documentation',
    icon: IconBook2,
    to: '/documentation',
    words: 'help guide quick start ingestion roles self-hosting deployment metrics',
  },
];

const COLLEAGUES: FoundScreen = {
  label: 'Colleagues',
  icon: IconUsers,
  to: PATHS.colleagues,
  words: 'users people accounts invite team organisation members',
};

const SINGLE_SIGN_ON: FoundScreen = {
  label: 'Single sign-on',
  icon: IconShieldLock,
  to: PATHS.singleSignOn,
  words: 'sso oidc domain dns password company accounts organization',
};

const newCampaign = (to: string): FoundScreen => ({
  label: 'New campaign',
  icon: IconAd2,
  to,
  words: 'form draft flight start book advertise',
});

/** Additional screens by role. */
const OF_ROLE: Readonly<Partial<Record<Role, readonly FoundScreen[]>>> = {
  property: [COLLEAGUES, SINGLE_SIGN_ON],
  advertiser: [COLLEAGUES, SINGLE_SIGN_ON, newCampaign(PATHS.campaignForm)],
  admin: [
    SINGLE_SIGN_ON,
    newCampaign(PATHS.adminCampaignForm),
    {
      label: 'Review queue',
      icon: IconChecklist,
      to: PATHS.adminReviews,
      words: 'campaigns flights proposals changes approve accept refuse',
    },
    {
      label: 'Rate card',
      icon: IconReceipt,
      to: PATHS.adminRates,
      words: 'campaigns prices venue types cpm charged versions',
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
