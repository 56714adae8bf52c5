import type { Role } from '#contract/common.ts';
import type { CustomerSort, View } from '#contract/list.ts';
import type { Perspective } from '#domain/role.ts';

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
  /** The role's words for views and for money. */
  readonly views: string;
  readonly money: string;
};

const WORDING: Record<Perspective, Wording> = {
  admin: { heading: 'Outlets', summaryTitle: 'Outlets Overview', views: 'Views', money: 'Revenue' },
  property: { heading: 'Power Outlets', summaryTitle: 'Outlets Overview', views: 'Charges', money: 'Revenue' },
  advertiser: { heading: 'Active Campaigns', summaryTitle: 'Campaign Overview', views: 'Views', money: 'Spend' },
};

export const wordingOf = (perspective: Perspective): Wording => WORDING[perspective];

/** Names a sort order in a role's words. */
export function sortLabel(sort: CustomerSort, { views, money }: Wording): string {
  return {
    name: 'Name, A to Z',
    '-name': 'Name, Z to A',
    '-total_views': `Most ${views.toLowerCase()}`,
    total_views: `Fewest ${views.toLowerCase()}`,
    '-today_views': `Most ${views.toLowerCase()} today`,
    today_views: `Fewest ${views.toLowerCase()} today`,
    '-total_revenue': `Most ${money.toLowerCase()}`,
    total_revenue: `Least ${money.toLowerCase()}`,
    '-change_views': `Most ${views.toLowerCase()} gained`,
    change_views: `Most ${views.toLowerCase()} lost`,
    '-change_revenue': `Most ${money.toLowerCase()} gained`,
    change_revenue: `Most ${money.toLowerCase()} lost`,
    '-outlets': 'Most outlets',
    outlets: 'Fewest outlets',
  }[sort];
}

export type ViewColumn = { readonly field: keyof View; readonly label: string; readonly isCode: boolean };

const COLUMN = {
  timestamp: { field: 'timestamp', label: 'Timestamp', isCode: false },
  fingerprint: { field: 'fingerprint', label: 'Fingerprint', isCode: true },
  ip: { field: 'ip', label: 'IP', isCode: true },
  sponsor: { field: 'sponsor', label: 'Sponsor', isCode: false },
  cryptic: { field: 'cryptic', label: 'Cryptic', isCode: true },
  flight: { field: 'flight', label: 'Flight', isCode: false },
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
