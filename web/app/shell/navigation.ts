import {
  IconAd2,
  IconBook2,
  IconBuilding,
  IconBuildings,
  IconChartBar,
  IconCoins,
  IconFileDescription,
  IconFileInvoice,
  IconHeartbeat,
  IconHistory,
  IconHome,
  IconInbox,
  IconLayoutDashboard,
  IconMail,
  IconMailForward,
  IconMapPin,
  IconPhotoCheck,
  IconPlug,
  IconPlugConnected,
  IconReportMoney,
  IconScale,
  IconSearch,
  IconShieldCheck,
  IconSpeakerphone,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react';
import type { Role } from '#contract/common.ts';
import { addressOf } from '../../lib/api-client.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { API_DOCUMENTATION, PATHS } from '../paths.ts';
import { navigationStrings as strings } from './shell-strings.ts';

export type NavigationItem = {
  readonly label: string;
  readonly icon: TablerIcon;
  /** Additional words for the search to match. */
  readonly words?: string;
} & ({ readonly to: (typeof PATHS)[keyof typeof PATHS] } | { readonly href: string });

/** The screens for every role. */
const NAVIGATION: readonly NavigationItem[] = [
  { label: 'Home', icon: IconHome, to: PATHS.main, words: 'start' },
  {
    label: strings.dashboard,
    icon: IconLayoutDashboard,
    to: PATHS.dashboard,
    words: strings.customersOutletsMapRevenueViews,
  },
  {
    label: strings.reports,
    icon: IconChartBar,
    to: PATHS.reports,
    words: strings.figuresCompareChartCsvExport,
  },
  { label: strings.locate, icon: IconMapPin, to: PATHS.locate, words: strings.outletsEuiDevicesListFind },
  { label: strings.search, icon: IconSearch, to: PATHS.search, words: strings.findResults },
  {
    label: strings.forPropertyOwners,
    icon: IconBuilding,
    to: PATHS.home,
    words: strings.marketingEarningsCalculatorPlaces,
  },
  {
    label: strings.forAdvertisers,
    icon: IconSpeakerphone,
    to: PATHS.advertise,
    words: strings.marketingAdvertiseCampaignReach,
  },
  { label: strings.contact, icon: IconMail, to: PATHS.contact, words: strings.messageHelpSupportWrite },
];

const API_DOCS: NavigationItem = {
  label: strings.aPIDocumentation,
  icon: IconBook2,
  href: addressOf({ url: API_DOCUMENTATION }),
  words: strings.openapiIntegrationDocs,
};

const OUTBOX: NavigationItem = {
  label: strings.mail,
  icon: IconMailForward,
  to: PATHS.adminMail,
  words: strings.outgoingOutboxDeliveryLetters,
};

const CAMPAIGNS: NavigationItem = {
  label: strings.campaigns,
  icon: IconAd2,
  to: PATHS.campaigns,
  words: strings.advertiseFlightsBudgetsCreativesAds,
};

const CREATIVES: NavigationItem = {
  label: strings.creatives,
  icon: IconPhotoCheck,
  to: PATHS.creatives,
  words: strings.adsPicturesAcceptRefuseBlocked,
};

const TRAFFIC: NavigationItem = {
  label: strings.invalidTraffic,
  icon: IconShieldCheck,
  to: PATHS.traffic,
  words: strings.fraudGrossNetReasonsObjections,
};

const DOCUMENTS: NavigationItem = {
  label: strings.documents,
  icon: IconFileInvoice,
  to: PATHS.documents,
  words: strings.statementsInvoicesMoneyPaidPayouts,
};

const IN_SERVICE: NavigationItem = {
  label: strings.inService,
  icon: IconPlugConnected,
  to: PATHS.outlets,
  words: strings.outletsUptimeOnlineOfflineSilent,
};

/** Additional screens by role. */
const OF_ROLE: Readonly<Partial<Record<Role, readonly NavigationItem[]>>> = {
  advertiser: [CAMPAIGNS, DOCUMENTS, TRAFFIC],
  property: [
    IN_SERVICE,
    { ...DOCUMENTS, words: interpolate(strings.bankAccount, { words: DOCUMENTS.words ?? '' }) },
    CREATIVES,
    TRAFFIC,
  ],
};

/** Returns the screens for every role, with the role's own screens after the dashboard. */
function screensOf(role: Role | undefined): readonly NavigationItem[] {
  const own = role === undefined ? undefined : OF_ROLE[role];
  return own === undefined
    ? NAVIGATION
    : NAVIGATION.flatMap((item) => ('to' in item && item.to === PATHS.dashboard ? [item, ...own] : [item]));
}

/** Screens below /admin, for administrators only. The server protects the data of these screens. */
const ADMINISTRATION: readonly NavigationItem[] = [
  { label: strings.users, icon: IconUsers, to: PATHS.adminUsers, words: strings.accountsPeopleRolesInviteManagement },
  {
    label: strings.customers,
    icon: IconBuildings,
    to: PATHS.adminCustomers,
    words: strings.ownersAdvertisersVenuesShares,
  },
  { label: strings.outlets, icon: IconPlug, to: PATHS.adminOutlets, words: strings.devicesEuiKeysMoveRetire },
  IN_SERVICE,
  {
    label: strings.outletProfit,
    icon: IconCoins,
    to: PATHS.adminProfit,
    words: strings.earningsEnergyCostPaybackMove,
  },
  {
    label: strings.campaigns,
    icon: IconAd2,
    to: PATHS.adminCampaigns,
    words: strings.advertisersFlightsBudgetsPricesRate,
  },
  {
    label: strings.invalidTraffic,
    icon: IconShieldCheck,
    to: PATHS.adminTraffic,
    words: strings.fraudGrossNetObjectionsRules,
  },
  {
    label: strings.money,
    icon: IconReportMoney,
    to: PATHS.adminMoney,
    words: strings.receivablePayableOverduePaymentsPayouts,
  },
  {
    label: strings.contractTrial,
    icon: IconScale,
    to: PATHS.adminTrial,
    words: strings.replaySharePriceRulesWhat,
  },
  {
    label: strings.letterhead,
    icon: IconFileDescription,
    to: PATHS.adminLetterhead,
    words: strings.logoAddressTaxIdPayment,
  },
  {
    label: strings.health,
    icon: IconHeartbeat,
    to: PATHS.adminHealth,
    words: strings.statusLedgerVerifiedBackupsJobs,
  },
  { label: strings.auditLog, icon: IconHistory, to: PATHS.adminAudit, words: strings.whoDidWhatChangesHistory },
  { label: strings.messages, icon: IconInbox, to: PATHS.adminMessages, words: strings.contactFormInbox },
  OUTBOX,
];

/** A section of the sidebar. The first section has no title. */
export type NavigationSection = { readonly title: string | null; readonly items: readonly NavigationItem[] };

type Circumstances = { readonly hasApiDocs: boolean; readonly isDemo: boolean };

/** Returns the screens that a role may see, as the sidebar groups them. A demo account may read its own mail. */
export const navigationFor = (role: Role | undefined, { hasApiDocs, isDemo }: Circumstances): NavigationSection[] => [
  { title: null, items: hasApiDocs ? [...screensOf(role), API_DOCS] : screensOf(role) },
  ...(role === 'admin' ? [{ title: strings.administration, items: ADMINISTRATION }] : []),
  ...(role !== 'admin' && isDemo ? [{ title: strings.demoAccount, items: [OUTBOX] }] : []),
];
