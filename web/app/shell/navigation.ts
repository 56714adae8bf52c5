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
import { API_DOCUMENTATION, PATHS } from '../paths.ts';

export type NavigationItem = {
  readonly label: string;
  readonly icon: TablerIcon;
  /** Additional words for the search to match. */
  readonly words?: string;
} & ({ readonly to: (typeof PATHS)[keyof typeof PATHS] } | { readonly href: string });

/** The screens for every role. */
const NAVIGATION: readonly NavigationItem[] = [
  { label: 'Home', icon: IconHome, to: PATHS.main, words: 'start' },
  { label: 'Dashboard', icon: IconLayoutDashboard, to: PATHS.dashboard, words: 'customers outlets map revenue views' },
  {
    label: 'Reports',
    icon: IconChartBar,
    to: PATHS.reports,
    words: 'figures compare chart csv export statistics views clicks burns charges spend revenue visitors',
  },
  { label: 'Locate', icon: IconMapPin, to: PATHS.locate, words: 'outlets eui devices list find map' },
  { label: 'Search', icon: IconSearch, to: PATHS.search, words: 'find results' },
  { label: 'For property owners', icon: IconBuilding, to: PATHS.home, words: 'marketing earnings calculator places' },
  {
    label: 'For advertisers',
    icon: IconSpeakerphone,
    to: PATHS.advertise,
    words: 'marketing advertise campaign reach',
  },
  { label: 'Contact', icon: IconMail, to: PATHS.contact, words: 'message help support write' },
];

const API_DOCS: NavigationItem = {
  label: 'API documentation',
  icon: IconBook2,
  href: addressOf({ url: API_DOCUMENTATION }),
  words: 'openapi integration docs',
};

const OUTBOX: NavigationItem = {
  label: 'Mail',
  icon: IconMailForward,
  to: PATHS.adminMail,
  words: 'outgoing outbox delivery letters',
};

const CAMPAIGNS: NavigationItem = {
  label: 'Campaigns',
  icon: IconAd2,
  to: PATHS.campaigns,
  words: 'advertise flights budgets creatives ads new',
};

const CREATIVES: NavigationItem = {
  label: 'Creatives',
  icon: IconPhotoCheck,
  to: PATHS.creatives,
  words: 'ads pictures accept refuse blocked categories',
};

const TRAFFIC: NavigationItem = {
  label: 'Invalid traffic',
  icon: IconShieldCheck,
  to: PATHS.traffic,
  words: 'fraud gross net reasons objections not paid',
};

const DOCUMENTS: NavigationItem = {
  label: 'Documents',
  icon: IconFileInvoice,
  to: PATHS.documents,
  words: 'statements invoices money paid payouts owe earn pdf',
};

const IN_SERVICE: NavigationItem = {
  label: 'In service',
  icon: IconPlugConnected,
  to: PATHS.outlets,
  words: 'outlets uptime online offline silent faults contact health',
};

/** Additional screens by role. */
const OF_ROLE: Readonly<Partial<Record<Role, readonly NavigationItem[]>>> = {
  advertiser: [CAMPAIGNS, DOCUMENTS, TRAFFIC],
  property: [IN_SERVICE, { ...DOCUMENTS, words: `${DOCUMENTS.words} bank account` }, CREATIVES, TRAFFIC],
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
  { label: 'Users', icon: IconUsers, to: PATHS.adminUsers, words: 'accounts people roles invite management' },
  { label: 'Customers', icon: IconBuildings, to: PATHS.adminCustomers, words: 'owners advertisers venues shares' },
  { label: 'Outlets', icon: IconPlug, to: PATHS.adminOutlets, words: 'devices eui keys move retire gateway' },
  IN_SERVICE,
  {
    label: 'Outlet profit',
    icon: IconCoins,
    to: PATHS.adminProfit,
    words: 'earnings energy cost payback move keep add measured estimated',
  },
  {
    label: 'Campaigns',
    icon: IconAd2,
    to: PATHS.adminCampaigns,
    words: 'advertisers flights budgets prices rate card review queue import',
  },
  {
    label: 'Invalid traffic',
    icon: IconShieldCheck,
    to: PATHS.adminTraffic,
    words: 'fraud gross net objections rules data centres pace',
  },
  {
    label: 'Money',
    icon: IconReportMoney,
    to: PATHS.adminMoney,
    words: 'receivable payable overdue payments payouts refunds ahead adjustments months ledger',
  },
  {
    label: 'Contract trial',
    icon: IconScale,
    to: PATHS.adminTrial,
    words: 'replay share price rules what if money gains loses',
  },
  {
    label: 'Letterhead',
    icon: IconFileDescription,
    to: PATHS.adminLetterhead,
    words: 'logo address tax id payment invoices statements documents pdf',
  },
  {
    label: 'Health',
    icon: IconHeartbeat,
    to: PATHS.adminHealth,
    words: 'status ledger verified backups jobs stores seal disk figures',
  },
  { label: 'Audit log', icon: IconHistory, to: PATHS.adminAudit, words: 'who did what changes history security' },
  { label: 'Messages', icon: IconInbox, to: PATHS.adminMessages, words: 'contact form inbox' },
  OUTBOX,
];

/** A section of the sidebar. The first section has no title. */
export type NavigationSection = { readonly title: string | null; readonly items: readonly NavigationItem[] };

type Circumstances = { readonly hasApiDocs: boolean; readonly isDemo: boolean };

/** Returns the screens that a role may see, as the sidebar groups them. A demo account may read its own mail. */
export const navigationFor = (role: Role | undefined, { hasApiDocs, isDemo }: Circumstances): NavigationSection[] => [
  { title: null, items: hasApiDocs ? [...screensOf(role), API_DOCS] : screensOf(role) },
  ...(role === 'admin' ? [{ title: 'Administration', items: ADMINISTRATION }] : []),
  ...(role !== 'admin' && isDemo ? [{ title: 'Demo account', items: [OUTBOX] }] : []),
];
