import type { Role } from '#contract/common.ts';
import type { CustomerSort, View } from '#contract/list.ts';
import { NOUNS, type Noun } from '#domain/counted.ts';
import type { Perspective } from '#domain/role.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { wordingStrings as strings } from './dashboard-strings.ts';

/**
 * Returns the perspective for a role. An account without a role has the administrator's perspective
 * (docs/decisions.md#who-sees-what).
 */
export const perspectiveOfRole = (role: Role): Perspective =>
  role === 'property' || role === 'advertiser' ? role : 'admin';

type Wording = {
  /** The heading above the cards. */
  readonly heading: string;
  readonly summaryTitle: string;
  /** The role's words for views, as a label and as a counted noun, and for money. */
  readonly views: string;
  readonly noun: Noun;
  readonly money: string;
};

const WORDING: Record<Perspective, Wording> = {
  admin: {
    heading: strings.outlets,
    summaryTitle: strings.outletsOverview,
    views: strings.views,
    noun: NOUNS.view,
    money: strings.revenue,
  },
  property: {
    heading: strings.powerOutlets,
    summaryTitle: strings.outletsOverview,
    views: strings.charges,
    noun: NOUNS.charge,
    money: strings.revenue,
  },
  advertiser: {
    heading: strings.activeCampaigns,
    summaryTitle: strings.campaignOverview,
    views: strings.views,
    noun: NOUNS.view,
    money: strings.spend,
  },
};

export const wordingOf = (perspective: Perspective): Wording => WORDING[perspective];

/** Names a sort order in a role's words. */
export function sortLabel(sort: CustomerSort, { views, money }: Wording): string {
  return {
    name: strings.nameAToZ,
    '-name': strings.nameZToA,
    '-total_views': interpolate(strings.mostViews, { views: views.toLowerCase() }),
    total_views: interpolate(strings.fewestViews, { views: views.toLowerCase() }),
    '-today_views': interpolate(strings.mostViewsToday, { views: views.toLowerCase() }),
    today_views: interpolate(strings.fewestViewsToday, { views: views.toLowerCase() }),
    '-total_revenue': interpolate(strings.highestMoney, { money: money.toLowerCase() }),
    total_revenue: interpolate(strings.lowestMoney, { money: money.toLowerCase() }),
    '-change_views': interpolate(strings.biggestViewsIncrease, { views: views.toLowerCase() }),
    change_views: interpolate(strings.biggestViewsDecrease, { views: views.toLowerCase() }),
    '-change_revenue': interpolate(strings.biggestMoneyIncrease, { money: money.toLowerCase() }),
    change_revenue: interpolate(strings.biggestMoneyDecrease, { money: money.toLowerCase() }),
    '-outlets': strings.mostOutlets,
    outlets: strings.fewestOutlets,
  }[sort];
}

export type ViewColumn = { readonly field: keyof View; readonly label: string; readonly isCode: boolean };

const COLUMN = {
  timestamp: { field: 'timestamp', label: strings.timestamp, isCode: false },
  fingerprint: { field: 'fingerprint', label: strings.fingerprint, isCode: true },
  ip: { field: 'ip', label: 'IP', isCode: true },
  sponsor: { field: 'sponsor', label: strings.sponsor, isCode: false },
  cryptic: { field: 'cryptic', label: strings.cryptic, isCode: true },
  flight: { field: 'flight', label: strings.flight, isCode: false },
} as const satisfies Record<string, ViewColumn>;

const { timestamp, fingerprint, ip, sponsor, cryptic, flight } = COLUMN;
const VIEW_COLUMNS: Record<Perspective, readonly ViewColumn[]> = {
  admin: [timestamp, fingerprint, ip, sponsor, cryptic, flight],
  property: [timestamp, fingerprint, ip, sponsor],
  advertiser: [timestamp, sponsor, flight],
};

/**
 * Returns the views table's columns for a role (docs/decisions.md#who-sees-what). The server sends only these fields.
 */
export const viewColumns = (perspective: Perspective): readonly ViewColumn[] => VIEW_COLUMNS[perspective];
