import { campaignStatus } from '#domain/campaign-status.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { CustomerFigures, OutletFigures } from '../../figures/customer-figures.ts';
import { type Figures, figuresOf } from '../../figures/figures.ts';
import type { NetworkCustomer } from '../../figures/network.ts';
import { readTimeRange, readTimeZone, type TimeRange } from '../../figures/time-range.ts';
import { AppError } from '../../http/app-error.ts';
import { findFlightTimes, type TicketTerms } from './accounts-queries.ts';
import type { PrintScope } from './print-scope.ts';
import type { StatementData, StatementOutlet } from './statement-data.ts';

type StatementDependencies = Pick<Dependencies, 'config' | 'accounts' | 'events' | 'live' | 'now'>;

/** The range a statement's terms name; throws `AppError` (invalid) for one that is none. */
export function rangeOf({ start, end }: TicketTerms, nowMs: number): TimeRange {
  return readTimeRange(
    { ...(start === null ? {} : { start: String(start) }), ...(end === null ? {} : { end: String(end) }) },
    nowMs,
  );
}

/** Reads all a statement prints. Scope and perspective are decided; the figures come as that scope may see them. */
export async function collectStatement(
  dependencies: StatementDependencies,
  { scope, customerKey, perspective }: PrintScope,
  terms: TicketTerms,
): Promise<StatementData> {
  const { config, accounts, now } = dependencies;
  const figures = figuresOf(dependencies);
  const range = rangeOf(terms, now());
  const question = { scope, customerKey, range, timeZone: readTimeZone(terms.tz ?? undefined) };
  const cards = await figures.customers(question, await figures.customersIn(question));
  const [days, sinceMs] = await Promise.all([figures.daily(question), figures.firstEventAt(question)]);
  const subject = await findSubject(figures, { scope, customerKey, perspective });
  const flights = scope.kind === 'advertiser' ? await findFlightTimes(accounts, scope.customerId) : [];
  const times = flights.map(({ starts_at, ends_at, paused }) => ({
    startsMs: starts_at,
    endsMs: ends_at,
    paused: paused === 1,
  }));
  return {
    perspective,
    customerId: subject.customer.id,
    customer: subject.customer.name,
    sponsor: subject.sponsor?.name ?? null,
    campaignStatus: campaignStatus(times, now()),
    period: { fromMs: range.startMs, toMs: range.endMs, sinceMs, ...zoneOf(question, cards, config.networkTimeZone) },
    issuedAtMs: now(),
    energyCostPerKwh: config.energyCostPerKwh,
    energyKwhPerView: config.energyMilliWhPerView / 1_000_000,
    outlets: cards.flatMap((card) =>
      card.outlets.map((outlet) => toOutlet(card, outlet, perspective, cards.length > 1)),
    ),
    days: days.map(({ day, views, micros }) => ({ day, views, amountMicros: micros })),
  };
}

/** Who the statement is about, and the advertiser where it is about its campaigns at one owner's outlets. */
async function findSubject(
  figures: Figures,
  { scope, customerKey }: PrintScope,
): Promise<{ customer: NetworkCustomer; sponsor: NetworkCustomer | null }> {
  const { customerByKey } = await figures.network();
  const own = scope.kind === 'all' ? undefined : customerByKey.get(scope.customerKey);
  const customer = customerKey === null ? own : customerByKey.get(customerKey);
  if (customer === undefined) throw new AppError('not-found', 'There is no such customer.');
  return { customer, sponsor: customer === own || scope.kind !== 'advertiser' ? null : (own ?? null) };
}

/** The zone the period is written in, and whether each venue counts its own days instead. */
function zoneOf(
  { scope, timeZone }: { scope: { kind: string }; timeZone: string | null },
  cards: readonly CustomerFigures[],
  networkTimeZone: string,
): { timeZone: string; venuesOwnDays: boolean } {
  if (timeZone !== null || scope.kind !== 'owner')
    return { timeZone: timeZone ?? networkTimeZone, venuesOwnDays: false };
  const zones = new Set(cards.flatMap((card) => card.outlets.map(({ holding }) => holding.venue.timeZone)));
  const [first = networkTimeZone, ...others] = zones;
  return { timeZone: first, venuesOwnDays: others.length > 0 };
}

function toOutlet(
  card: CustomerFigures,
  { holding, total, rating }: OutletFigures,
  perspective: StatementData['perspective'],
  manyCustomers: boolean,
): StatementOutlet {
  const { views, clicks, burns, micros, energyMilliWh, estimatedViews } = total;
  const hasEnergy = perspective !== 'advertiser';
  return {
    eui: holding.outlet.eui,
    venue: manyCustomers ? `${holding.venue.name}, ${card.customer.name}` : holding.venue.name,
    views,
    clicks,
    burns,
    amountMicros: micros,
    energyMilliWh: hasEnergy ? BigInt(energyMilliWh) : null,
    energyEstimated: hasEnergy && estimatedViews > 0,
    rating,
  };
}
