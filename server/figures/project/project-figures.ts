import type { Customer, Device, View } from '#contract/list.ts';
import type { Figures as SentFigures } from '#contract/list-figures.ts';
import { dollars } from '#domain/money.ts';
import { outletStatus } from '#domain/outlet-status.ts';
import { type Perspective, perspectiveOf, type Scope } from '#domain/role.ts';
import type { LastSeen } from '../read/contacts.ts';
import type { Sums } from '../read/sums.ts';
import type { RecordedView } from '../read/view-events-queries.ts';
import type { CustomerFigures, OutletFigures } from './customer-figures.ts';
import { lastSeenOf, placeOf } from './shown-holding.ts';

/**
 * Returns the figures' fields that the scope may see. This is the only place that decides which fields a response has
 * (docs/decisions.md#who-sees-what). Hidden fields are absent. Money needs no decision here, because the queries
 * already sum the scope's own column.
 */
export function projectFigures(figures: { total: Sums; today: Sums }, scope: Scope): SentFigures {
  const { total, today } = figures;
  const counts = {
    today_views: today.views,
    total_views: total.views,
    today_clicks: today.clicks,
    total_clicks: total.clicks,
    today_burns: today.burns,
    total_burns: total.burns,
    today_revenue: dollars(today.micros),
    total_revenue: dollars(total.micros),
  };
  if (perspectiveOf(scope) === 'advertiser') return counts;
  return {
    ...counts,
    today_energy_wh: today.energyMilliWh / 1000,
    total_energy_wh: total.energyMilliWh / 1000,
    energy_estimated: total.estimatedViews + today.estimatedViews > 0,
  };
}

/** Functions that look up the names of a view's sponsor and flight. */
export type ViewNames = {
  readonly sponsor: (advertiserKey: number) => string;
  readonly flight: (flightKey: number) => string;
};

const VIEW_FIELDS: Readonly<Record<Perspective, (view: RecordedView, names: ViewNames) => Omit<View, 'timestamp'>>> = {
  admin: (view, names) => ({
    fingerprint: shownFingerprint(view.fingerprint),
    ip: shownIp(view.ip),
    sponsor: names.sponsor(view.advertiserKey),
    cryptic: view.cryptic,
    flight: names.flight(view.flightKey),
  }),
  property: (view, names) => ({
    fingerprint: shownFingerprint(view.fingerprint),
    ip: shownIp(view.ip),
    sponsor: names.sponsor(view.advertiserKey),
  }),
  advertiser: (view, names) => ({ sponsor: names.sponsor(view.advertiserKey), flight: names.flight(view.flightKey) }),
};

/** Returns a view with the fields that the scope's role may see. */
export const projectView = (view: RecordedView, scope: Scope, names: ViewNames): View => ({
  ...VIEW_FIELDS[perspectiveOf(scope)](view, names),
  ...(view.sentId === '' ? {} : { sent_id: view.sentId }),
  timestamp: new Date(view.timestampMs).toISOString(),
});

/** Returns the fingerprint, or '' for zeros, which mean that the visitor is unknown or was erased. */
const shownFingerprint = (hex: string): string => (/^0*$/.test(hex) ? '' : hex);

/** Returns an IPv4 address without its IPv6 prefix, or '' if the address is unknown. */
const shownIp = (ip: string): string => (ip === '::' ? '' : ip.replace(/^::ffff:(?=\d+\.)/, ''));

/** Returns an outlet for a card. `views` are the outlet's latest views, already projected. */
export function projectDevice(
  figures: OutletFigures,
  context: { scope: Scope; nowMs: number; lastSeen: LastSeen; views: readonly View[] },
): Device {
  const { holding } = figures;
  const seenMs = lastSeenOf(holding, context.lastSeen);
  return {
    id: holding.outlet.id,
    eui: holding.outlet.eui,
    ...placeOf(holding),
    label: holding.outlet.label,
    venue: holding.venue.name,
    status: outletStatus(seenMs, context.nowMs),
    last_seen: seenMs === null ? null : new Date(seenMs).toISOString(),
    ...projectFigures(figures, context.scope),
    rating: figures.rating,
    views_total: figures.total.views,
    views: [...context.views],
  };
}

/** Returns the fields of a card that do not depend on the range. Advertisers don't see contact data for outlets. */
export function projectBeside(
  { customer }: CustomerFigures,
  { scope, offline, allViews }: { scope: Scope; offline: () => number; allViews: ReadonlyMap<number, number> },
): Pick<Customer, 'outlets_offline' | 'all_views' | 'compared'> {
  const views = { all_views: allViews.get(customer.key) ?? 0 };
  return perspectiveOf(scope) === 'advertiser' ? views : { ...views, outlets_offline: offline() };
}

/** Returns a card. The caller projects the card's outlets separately, because there can be many. */
export function projectCustomer(
  figures: CustomerFigures,
  scope: Scope,
  beside: ReturnType<typeof projectBeside>,
  devices: readonly Device[],
): Customer {
  return {
    id: figures.customer.id,
    customer: figures.customer.name,
    kind: figures.customer.kind,
    rating: figures.rating,
    outlets: figures.standing,
    ...beside,
    ...projectFigures(figures, scope),
    devices: [...devices],
  };
}
