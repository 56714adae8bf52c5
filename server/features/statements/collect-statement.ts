import { addDays } from '#domain/calendar-date.ts';
import { campaignStatus } from '#domain/campaign-status.ts';
import { startOfDate } from '#domain/zoned-day.ts';
import { findPaper } from '../../billing/paper-choice-queries.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Figures } from '../../figures/figures.ts';
import type { CustomerFigures, OutletFigures } from '../../figures/project/customer-figures.ts';
import type { ContractClock } from '../../figures/query/contract-clock.ts';
import { asKnownOn, type Question } from '../../figures/query/question.ts';
import { type AskedRange, readRange } from '../../figures/query/time-range.ts';
import { AppError } from '../../http/app-error.ts';
import { readKnownOn } from '../../http/read-known-on.ts';
import type { NetworkCustomer } from '../../network/snapshot/network-parts.ts';
import type { PrintScope } from './print-scope.ts';
import type { StatementData, StatementOutlet } from './statement-data.ts';
import { findFlightTimes, type TicketTerms } from './statements-queries.ts';

type StatementDependencies = Pick<Dependencies, 'config' | 'accounts' | 'figures' | 'now'>;

/** Parses the range in a statement's terms. Throws `AppError` (invalid) if it is not a valid range. */
export function rangeOf({ start, end, from, to }: TicketTerms, nowMs: number): AskedRange {
  return readRange(
    {
      ...(start === null ? {} : { start: String(start) }),
      ...(end === null ? {} : { end: String(end) }),
      ...(from === null ? {} : { from }),
      ...(to === null ? {} : { to }),
    },
    nowMs,
  );
}

/** Returns the past state that the terms request, in epoch ms; null means now. */
export const knownOnOf = ({ config, now }: Pick<Dependencies, 'config' | 'now'>, { knownOn }: TicketTerms) =>
  readKnownOn(knownOn ?? undefined, config.networkTimeZone, now());

/** Throws if a past state is requested for a range without a start, as lists do. */
export function checkKnown(range: AskedRange, knownOn: number | null): void {
  if (knownOn !== null && 'startMs' in range && range.startMs === null)
    throw new AppError('invalid', 'To use known_on, specify the start of the range.');
}

/**
 * Reads everything that a statement prints. The caller determines the scope and the perspective, and the figures
 * respect that scope.
 */
export async function collectStatement(
  dependencies: StatementDependencies,
  { scope, customerKey, perspective }: PrintScope,
  terms: TicketTerms,
): Promise<StatementData> {
  const { config, accounts, now } = dependencies;
  const { figures } = dependencies;
  // Money figures use days in the contract's time zone, regardless of who reads them.
  const range = rangeOf(terms, now());
  const knownOn = knownOnOf(dependencies, terms);
  checkKnown(range, knownOn);
  const question = { ...(await figures.resolve({ scope, customerKey, range, timeZone: null })), ...asKnownOn(knownOn) };
  const clock = await figures.clockOf(question);
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
    period: { ...boundsOf(question, clock), sinceMs, timeZone: clock.zone, venuesOwnDays: clock.daysOf === 'venues' },
    knownOnMs: knownOn,
    issuedAtMs: now(),
    paper: await findPaper(
      accounts,
      config.networkTimeZone,
      // An advertiser's statement about an owner's outlets has the advertiser's paper size.
      (subject.sponsor ?? subject.customer).id,
    ),
    networkName: config.networkName,
    currency: config.currency,
    energyCostPerKwh: config.energyCostPerKwh,
    energyKwhPerView: config.energyMilliWhPerView / 1_000_000,
    outlets: cards.flatMap((card) =>
      card.outlets.map((outlet) => toOutlet(card, outlet, perspective, cards.length > 1)),
    ),
    days: days.map(({ day, views, micros }) => ({ day, views, amountMicros: micros })),
  };
}

/**
 * Finds the customer that the statement is about. Adds the advertiser if the statement covers an advertiser's campaigns
 * at one owner's outlets.
 */
async function findSubject(
  figures: Figures,
  { scope, customerKey }: PrintScope,
): Promise<{ customer: NetworkCustomer; sponsor: NetworkCustomer | null }> {
  const { customerByKey } = await figures.network();
  const own = scope.kind === 'all' ? undefined : customerByKey.get(scope.customerKey);
  const customer = customerKey === null ? own : customerByKey.get(customerKey);
  if (customer === undefined) throw new AppError('not-found', 'Customer not found.');
  return { customer, sponsor: customer === own || scope.kind !== 'advertiser' ? null : (own ?? null) };
}

/**
 * Returns the start and end of the printed period. For a range of days, these are the start of the first and the end
 * of the last day in the contract's time zone.
 */
function boundsOf({ range }: Question, { zone }: ContractClock): { fromMs: number | null; toMs: number | null } {
  const { startMs, endMs, days } = range;
  if (days === undefined) return { fromMs: startMs, toMs: endMs };
  return { fromMs: startOfDate(days.from, zone), toMs: startOfDate(addDays(days.to, 1), zone) };
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
    venue: [holding.outlet.label, manyCustomers ? `${holding.venue.name}, ${card.customer.name}` : holding.venue.name]
      .filter(Boolean)
      .join(' · '),
    views,
    clicks,
    burns,
    amountMicros: micros,
    energyMilliWh: hasEnergy ? BigInt(energyMilliWh) : null,
    energyEstimated: hasEnergy && estimatedViews > 0,
    rating,
  };
}
