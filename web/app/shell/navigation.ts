import {
  IconAd2,
  IconBell,
  IconBook2,
  IconBuilding,
  IconBuildings,
  IconCalculator,
  IconCashBanknote,
  IconChartBar,
  IconChecklist,
  IconCoins,
  IconFileDescription,
  IconFileInvoice,
  IconHeartbeat,
  IconHistory,
  IconHome,
  IconInbox,
  IconLayoutDashboard,
  IconListCheck,
  IconMail,
  IconMailForward,
  IconMapPin,
  IconPhotoCheck,
  IconPlug,
  IconPlugConnected,
  IconReceipt,
  IconReportMoney,
  IconSearch,
  IconSettings,
  IconShieldCheck,
  IconSpeakerphone,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react';
import type { Role } from '#contract/common.ts';
import { addressOf } from '../../lib/api-client.ts';
import { API_DOCUMENTATION, PATHS } from '../paths.ts';
import { navigationStrings as strings } from './shell-strings.ts';

export type NavigationItem = {
  readonly label: string;
  readonly icon: TablerIcon;
  /** Additional words for the search to match. */
  readonly words?: string;
} & ({ readonly to: (typeof PATHS)[keyof typeof PATHS] } | { readonly href: string });

/** Maximum number of screens in a group, so that a user can take it in at a glance. */
export const GROUP_SIZE = 7;

const HOME: NavigationItem = { label: strings.home, icon: IconHome, to: PATHS.main, words: strings.homeWords };

const TODO: NavigationItem = { label: strings.todo, icon: IconListCheck, to: PATHS.todo, words: strings.todoWords };

const DASHBOARD: NavigationItem = {
  label: strings.dashboard,
  icon: IconLayoutDashboard,
  to: PATHS.dashboard,
  words: strings.dashboardWords,
};

const FIGURES: readonly NavigationItem[] = [
  { label: strings.reports, icon: IconChartBar, to: PATHS.reports, words: strings.reportsWords },
  { label: strings.alerts, icon: IconBell, to: PATHS.alerts, words: strings.alertsWords },
];

const MAP: NavigationItem = { label: strings.map, icon: IconMapPin, to: PATHS.locate, words: strings.mapWords };

const DEVICE_HEALTH: NavigationItem = {
  label: strings.deviceHealth,
  icon: IconPlugConnected,
  to: PATHS.outlets,
  words: strings.deviceHealthWords,
};

const DOCUMENTS: NavigationItem = {
  label: strings.documents,
  icon: IconFileInvoice,
  to: PATHS.documents,
  words: strings.documentsWords,
};

const TRAFFIC: NavigationItem = {
  label: strings.invalidTraffic,
  icon: IconShieldCheck,
  to: PATHS.traffic,
  words: strings.trafficWords,
};

const COLLEAGUES: NavigationItem = {
  label: strings.colleagues,
  icon: IconUsers,
  to: PATHS.colleagues,
  words: strings.colleaguesWords,
};

const EMAIL: NavigationItem = {
  label: strings.email,
  icon: IconMailForward,
  to: PATHS.adminMail,
  words: strings.emailWords,
};

const SEARCH: NavigationItem = {
  label: strings.search,
  icon: IconSearch,
  to: PATHS.search,
  words: strings.searchWords,
};

const API_DOCS: NavigationItem = {
  label: strings.apiDocumentation,
  icon: IconBook2,
  href: addressOf({ url: API_DOCUMENTATION }),
  words: strings.apiDocumentationWords,
};

/** Pages about Voltboard. They are at the bottom, because daily work does not need them. */
const ABOUT: readonly NavigationItem[] = [
  { label: strings.forPropertyOwners, icon: IconBuilding, to: PATHS.home, words: strings.ownersWords },
  { label: strings.forAdvertisers, icon: IconSpeakerphone, to: PATHS.advertise, words: strings.advertisersWords },
  { label: strings.contact, icon: IconMail, to: PATHS.contact, words: strings.contactWords },
];

/** A group of the sidebar. The first one has no title. */
export type NavigationGroup = {
  readonly title: string | null;
  /** Groups below the daily ones are drawn smaller. */
  readonly isQuiet?: boolean;
  readonly items: readonly NavigationItem[];
};

const OF_ADMINISTRATORS: readonly NavigationGroup[] = [
  {
    title: strings.overview,
    items: [
      DASHBOARD,
      { ...TODO, to: PATHS.adminTodo },
      ...FIGURES,
      { label: strings.messages, icon: IconInbox, to: PATHS.adminMessages, words: strings.messagesWords },
    ],
  },
  {
    title: strings.network,
    items: [
      { label: strings.customers, icon: IconBuildings, to: PATHS.adminCustomers, words: strings.customersWords },
      { label: strings.outlets, icon: IconPlug, to: PATHS.adminOutlets, words: strings.outletsWords },
      DEVICE_HEALTH,
      MAP,
    ],
  },
  {
    title: strings.advertising,
    items: [
      { label: strings.campaigns, icon: IconAd2, to: PATHS.adminCampaigns, words: strings.allCampaignsWords },
      { label: strings.reviews, icon: IconChecklist, to: PATHS.adminReviews, words: strings.reviewsWords },
      { label: strings.rateCard, icon: IconReceipt, to: PATHS.adminRates, words: strings.rateCardWords },
      { ...TRAFFIC, to: PATHS.adminTraffic, words: strings.allTrafficWords },
    ],
  },
  {
    title: strings.money,
    items: [
      { label: strings.moneyOverview, icon: IconReportMoney, to: PATHS.adminMoney, words: strings.moneyOverviewWords },
      DOCUMENTS,
      { label: strings.payouts, icon: IconCashBanknote, to: PATHS.adminPayouts, words: strings.payoutsWords },
      { label: strings.whatIf, icon: IconCalculator, to: PATHS.adminTrial, words: strings.whatIfWords },
      { label: strings.profit, icon: IconCoins, to: PATHS.adminProfit, words: strings.profitWords },
    ],
  },
  {
    title: strings.settings,
    items: [
      { label: strings.network, icon: IconSettings, to: PATHS.adminSettings, words: strings.networkWords },
      { label: strings.users, icon: IconUsers, to: PATHS.adminUsers, words: strings.usersWords },
      {
        label: strings.letterhead,
        icon: IconFileDescription,
        to: PATHS.adminLetterhead,
        words: strings.letterheadWords,
      },
      { label: strings.auditLog, icon: IconHistory, to: PATHS.adminAudit, words: strings.auditLogWords },
      { label: strings.health, icon: IconHeartbeat, to: PATHS.adminHealth, words: strings.healthWords },
      EMAIL,
    ],
  },
];

const OF_OWNERS: readonly NavigationGroup[] = [
  { title: strings.overview, items: [DASHBOARD, TODO, ...FIGURES] },
  { title: strings.network, items: [DEVICE_HEALTH, MAP] },
  {
    title: strings.advertising,
    items: [
      { label: strings.creatives, icon: IconPhotoCheck, to: PATHS.creatives, words: strings.creativesWords },
      TRAFFIC,
    ],
  },
  { title: strings.money, items: [{ ...DOCUMENTS, words: strings.ownDocumentsWords }] },
  { title: strings.settings, items: [COLLEAGUES] },
];

const OF_ADVERTISERS: readonly NavigationGroup[] = [
  { title: strings.overview, items: [DASHBOARD, TODO, ...FIGURES] },
  {
    title: strings.advertising,
    items: [
      { label: strings.campaigns, icon: IconAd2, to: PATHS.campaigns, words: strings.campaignsWords },
      MAP,
      TRAFFIC,
    ],
  },
  { title: strings.money, items: [DOCUMENTS] },
  { title: strings.settings, items: [COLLEAGUES] },
];

const OF_OTHERS: readonly NavigationGroup[] = [
  { title: strings.overview, items: [DASHBOARD, ...FIGURES] },
  { title: strings.network, items: [MAP] },
  { title: strings.advertising, items: [TRAFFIC] },
  { title: strings.money, items: [DOCUMENTS] },
];

function dailyGroups(role: Role | undefined): readonly NavigationGroup[] {
  if (role === 'admin') return OF_ADMINISTRATORS;
  if (role === 'property') return OF_OWNERS;
  if (role === 'advertiser') return OF_ADVERTISERS;
  return OF_OTHERS;
}

type Circumstances = { readonly hasApiDocs: boolean; readonly isDemo: boolean };

/** Returns the screens that a role may see, as the sidebar groups them. A demo account may read its own email. */
export const navigationFor = (role: Role | undefined, { hasApiDocs, isDemo }: Circumstances): NavigationGroup[] => [
  { title: null, items: [HOME] },
  ...dailyGroups(role),
  {
    title: strings.more,
    isQuiet: true,
    items: [SEARCH, ...(role !== 'admin' && isDemo ? [EMAIL] : []), ...ABOUT, ...(hasApiDocs ? [API_DOCS] : [])],
  },
];
