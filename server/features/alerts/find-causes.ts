import type { Affected } from '#domain/alert-changes.ts';
import { type Heard, JOINING_MS, silencesAt } from '#domain/alert-silence.ts';
import { capitalized } from '#domain/capitalized.ts';
import { counted, NOUNS } from '#domain/counted.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import { outletName } from '#domain/eui.ts';
import { flightName } from '#domain/flight-name.ts';
import { expectedMicros } from '#domain/flight-pace.ts';
import { isUsedUp, NO_END, NO_START } from '#domain/flight-state.ts';
import { LATE_AFTER_MS } from '#domain/outlet-status.ts';
import { planStartMs } from '#domain/plan-start.ts';
import { REASON_WORDS } from '#domain/reason-words.ts';
import { monthInWords, titleText } from '../../billing/document-words.ts';
import { yieldInBackground } from '../../lib/yield-thread.ts';
import { forEachChunked, runInBackground } from '../../memory/chunked.ts';
import { shownCents } from '../../paper/shown-numbers.ts';
import { termsIn } from '../../plays/flight-terms.ts';
import * as queries from './causes-queries.ts';
import {
  countHeard,
  findImplausibleSince,
  findRunningFlights,
  findSilent,
  findSilentAmong,
  type SilentRow,
} from './causes-queries.ts';
import type { Found, Looking } from './looking.ts';
import { endFindings, findLastingFindings } from './patterns-queries.ts';

/**
 * How long a fault stays active after its last report. A power failure stays active until power returns, at most a day.
 */
const FAULT_MS = HOUR_MS;
const POWER_MS = DAY_MS;
/** How long a new document or a failed payout counts as news: a week. */
const NEWS_MS = 7 * DAY_MS;

/** Lists all current problems, with one entry for each cause. `findViews` caches its result for an hour. */
export async function findCauses(
  looking: Looking,
  findViews: (looking: Looking) => Promise<Found[]>,
): Promise<Found[]> {
  const found = await Promise.all([
    findSilences(looking),
    findFaults(looking),
    findImplausible(looking),
    findFlightCauses(looking),
    findViews(looking),
    findDocuments(looking),
    findReturned(looking),
    findTrafficPatterns(looking),
    findTroubles(looking),
  ]);
  return found.flat();
}

async function findFaults({ accounts, nowMs, ruleOf }: Looking): Promise<Found[]> {
  const rows = await queries.findFaultsSince(accounts, nowMs - POWER_MS, nowMs);
  const backAt = new Map<string, number>();
  for (const { id, kind, at } of rows) if (kind === 'power_back') backAt.set(id, at);
  const groups = new Map<string, Omit<Found, 'affected'>>();
  const affected = new Map<string, Map<string, Affected>>();
  for (const row of rows) {
    const { id, kind, at, venue, venue_id: venueId, customer_id: customerId } = row;
    const lasts = kind === 'power_lost' ? (backAt.get(id) ?? 0) < at : at > nowMs - FAULT_MS;
    if (kind === 'power_back' || !lasts || !ruleOf(customerId, 'fault').on) continue;
    const cause = `fault/${venueId}/${kind}`;
    const outlets = affected.get(cause) ?? new Map<string, Affected>();
    affected.set(cause, outlets.set(id, { id, name: outletName(row) }));
    groups.set(cause, {
      cause,
      rule: 'fault',
      customerId,
      path: '/app/outlets?show=faulty',
      title: `${capitalized(kind.replaceAll('_', ' '))} at ${venue}`,
    });
  }
  return [...groups.values()].map((group) => ({
    ...group,
    affected: [...(affected.get(group.cause)?.values() ?? [])],
  }));
}

const FINAL = { one: 'document is', other: 'documents are' };

async function findDocuments({ accounts, nowMs, ruleOf }: Looking): Promise<Found[]> {
  const documents = await queries.findFinalDocuments(accounts, nowMs - NEWS_MS);
  const own = documents
    .filter(({ customer_id }) => ruleOf(customer_id, 'document_final').on)
    .map(({ id, month, customer_id: customerId, customer_name: name, ...row }) => ({
      cause: `document/${id}`,
      rule: 'document_final' as const,
      customerId,
      path: `/app/documents?open=${id}`,
      title: `${titleText(row)} of ${monthInWords(month)} is final`,
      affected: [{ id, name }],
    }));
  if (!ruleOf('', 'document_final').on) return own;
  // Administrators get one alert per month, not one per customer.
  const months = [...new Set(documents.map(({ month }) => month))].map((month) => {
    const all = documents.filter((document) => document.month === month);
    return {
      cause: `documents/${month}`,
      rule: 'document_final' as const,
      customerId: null,
      path: '/admin/money',
      title: `${monthInWords(month)}: ${counted(all.length, FINAL)} final`,
      affected: all.map(({ id, customer_name: name }) => ({ id, name })),
    };
  });
  return [...own, ...months];
}

async function findReturned({ accounts, config, nowMs, ruleOf }: Looking): Promise<Found[]> {
  const payouts = await queries.findReturnedPayouts(accounts, nowMs - NEWS_MS);
  return payouts
    .filter(({ customer_id }) => ruleOf(customer_id, 'payout_returned').on)
    .map(({ id, number, amount_cents: cents, customer_id: customerId }) => ({
      cause: `payout/${id}`,
      rule: 'payout_returned' as const,
      customerId,
      path: '/app/documents',
      title: `A payout of ${shownCents(BigInt(cents), config.currency)} was returned. Check your payout account`,
      affected: [{ id, name: `Run ${number}` }],
    }));
}

/** Finds problems of the installation itself, for administrators. */
async function findTroubles(looking: Looking): Promise<Found[]> {
  const { accounts, hearing, notices, nowMs, ruleOf } = looking;
  const [told, stuck] = await Promise.all([
    notices.list(),
    queries.countStuckMails(accounts, nowMs - ruleOf('', 'mail_failing').threshold * MINUTE_MS),
  ]);
  const disk = told.find(({ kind }) => kind === 'disk');
  const own = { customerId: null, affected: [] };
  const found: Found[] = [];
  if (hearing.isStopped)
    found.push({
      ...own,
      cause: 'ingestion',
      rule: 'ingestion_stopped',
      path: '/app/outlets',
      title: 'No events received: no outlet of the network is in contact',
    });
  const clock = told.find(({ kind }) => kind === 'clock');
  if (clock !== undefined)
    found.push({ ...own, cause: 'clock', rule: 'clock_wrong', path: '/app/main', title: clock.text });
  if (disk !== undefined) found.push({ ...own, cause: 'disk', rule: 'disk_low', path: '/app/main', title: disk.text });
  if (stuck > 0)
    found.push({
      ...own,
      cause: 'mail',
      rule: 'mail_failing',
      path: '/admin/mail',
      title: 'Email delivery failing',
    });
  return found.filter(({ rule }) => ruleOf('', rule).on);
}

/** How long a pattern stays active after its last event. */
const ENDS_AFTER_MS = HOUR_MS;

/**
 * Finds lasting patterns detected by the statistical rules, with one alert per rule and venue. Ends patterns without
 * new events.
 */
async function findTrafficPatterns({ accounts, nowMs, ruleOf }: Looking): Promise<Found[]> {
  await endFindings(accounts, nowMs, nowMs - ENDS_AFTER_MS);
  if (!ruleOf('', 'traffic_pattern').on) return [];
  const groups = new Map<string, Found & { readonly affected: Affected[] }>();
  for (const { rule, mode, id, eui, label, venue_id: venueId, venue } of await findLastingFindings(accounts, nowMs)) {
    const cause = `traffic_pattern/${rule}/${venueId}`;
    const group = groups.get(cause) ?? {
      cause,
      rule: 'traffic_pattern' as const,
      customerId: null,
      path: '/admin/traffic',
      affected: [],
      title: `${REASON_WORDS[rule]} at ${venue}: ${mode === 'flag' ? 'check this traffic' : 'these events are invalid'}`,
    };
    group.affected.push({ id, name: outletName({ eui, label }) });
    groups.set(cause, group);
  }
  return [...groups.values()];
}

/**
 * Finds outlets whose meters have reported several implausible readings in the last day, with one alert per venue. The
 * alert ends once the last day has fewer.
 */
async function findImplausible({ accounts, nowMs, ruleOf }: Looking): Promise<Found[]> {
  const groups = new Map<string, Found & { readonly affected: Affected[] }>();
  for (const row of await findImplausibleSince(accounts, nowMs - DAY_MS, nowMs)) {
    const { customer_id: customerId, id, readings, venue, venue_id: venueId } = row;
    const { on, threshold } = ruleOf(customerId, 'meter_implausible');
    if (!on || readings < threshold) continue;
    const cause = `meter/${venueId}`;
    const group = groups.get(cause) ?? {
      cause,
      rule: 'meter_implausible' as const,
      customerId,
      path: `/app/outlets/${id}`,
      affected: [],
      title: `Implausible meter readings at ${venue}`,
    };
    group.affected.push({ id, name: outletName(row) });
    groups.set(cause, group);
  }
  // If only one outlet is affected, links to its page, which shows the readings.
  return [...groups.values()].map((group) =>
    group.affected.length === 1 ? group : { ...group, path: '/app/outlets' },
  );
}

type Named = { readonly cause: string; readonly ids: readonly string[] };

/**
 * Finds silent outlets and reports each failure at a venue once. While ingestion is down, an outlet's silence proves
 * nothing, so alerts keep only the silent outlets that they already name.
 */
async function findSilences(looking: Looking): Promise<Found[]> {
  const { accounts, hearing, leastOf, nowMs, ruleOf, standing } = looking;
  const namedAt = new Map<string, Named[]>();
  for (const { cause, affected } of standing) {
    const [kind, venueId = ''] = cause.split('/');
    if (kind !== 'silent') continue;
    await yieldInBackground();
    const known = namedAt.get(venueId) ?? [];
    known.push({ cause, ids: idsIn(affected) });
    namedAt.set(venueId, known);
  }
  // Outlets that are about to join an outage have been silent for slightly less than the threshold.
  const leastMs = Math.max(LATE_AFTER_MS, leastOf('outlet_silent') * MINUTE_MS - JOINING_MS);
  const seenUntilMs = nowMs - leastMs;
  const ids = [...namedAt.values()].flatMap((named) => named.flatMap((one) => one.ids));
  const rows = hearing.isSure
    ? await findSilent(accounts, nowMs, seenUntilMs)
    : await findSilentAmong(accounts, nowMs, { ids, seenUntilMs });
  const venues = new Map<string, SilentRow[]>();
  await runInBackground(
    forEachChunked(rows, (row) => {
      const known = venues.get(row.venue_id);
      if (known === undefined) venues.set(row.venue_id, [row]);
      else known.push(row);
    }),
  );
  const totals = await countHeard(accounts, [...venues.keys()], nowMs);
  const found: Found[] = [];
  for (const [venueId, silent] of venues) {
    await yieldInBackground();
    const [{ customer_id: customerId, venue }] = silent as [SilentRow];
    const afterMs = ruleOf(customerId, 'outlet_silent').threshold * MINUTE_MS;
    const heard = silent.map(
      (row): Heard => ({ ...row, label: outletName(row), lastSeenMs: row.last_seen_at ?? nowMs }),
    );
    const total = totals.get(venueId) ?? silent.length;
    for (const silence of silencesAt(heard, { nowMs, afterMs, total, named: namedAt.get(venueId) ?? [] })) {
      const [first] = silence.silent;
      const rule = silence.isWhole ? 'venue_silent' : 'outlet_silent';
      const isUntold = silence.cause === null && !hearing.isSure;
      if (first === undefined || !ruleOf(customerId, rule).on || isUntold) continue;
      found.push({
        cause: silence.cause ?? `silent/${venueId}/${first.id}/${silence.sinceMs}`,
        rule,
        customerId,
        title: silenceTitle(venue, silence.silent, silence.isWhole),
        affected: silence.silent.map(({ id, label }) => ({ id, name: label })),
        path: silence.silent.length === 1 ? `/app/outlets/${first.id}` : `/app/outlets?q=${encodeURIComponent(venue)}`,
      });
    }
  }
  return found;
}

const idsIn = (affected: string): string[] => (JSON.parse(affected) as { id: string }[]).map(({ id }) => id);

function silenceTitle(venue: string, silent: readonly Heard[], isWhole: boolean): string {
  if (isWhole) return `${venue} is offline: no contact with any of its outlets`;
  const [first] = silent;
  return silent.length === 1
    ? `${first?.label} at ${venue} is offline`
    : `${counted(silent.length, NOUNS.outlet)} at ${venue} are offline`;
}

type Running = Awaited<ReturnType<typeof findRunningFlights>>[number];

/**
 * How much closer to its plan (in percent) a late flight must get before its alert ends. Otherwise, the alert would
 * flap all day.
 */
const CAUGHT_UP = 5;

/**
 * Finds flights whose budget is spent or nearly spent, that end soon, or that are behind their plan. Flights that have
 * ended need no budget alert.
 */
async function findFlightCauses(looking: Looking): Promise<Found[]> {
  const { accounts, budgets, config, network, nowMs } = looking;
  const flights = await findRunningFlights(accounts, nowMs - DAY_MS, nowMs);
  if (flights.length === 0) return [];
  const keys = flights.map(({ key }) => key);
  const { snapshot } = await network.current();
  await snapshot.catalog.load({ flightKeys: new Set(keys) });
  const spent = await budgets.standing(keys, termsIn(snapshot, config.networkTimeZone));
  return flights.flatMap((flight) => causesOf(looking, flight, spent.get(flight.key)?.spentMicros ?? 0));
}

function causesOf({ nowMs, ruleOf, standingCauses }: Looking, flight: Running, spentMicros: number): Found[] {
  const { id, code, label, campaign, campaign_id: campaignId, customer_id: customerId } = flight;
  const percent = flight.budget_micros > 0 ? (100 * spentMicros) / flight.budget_micros : 0;
  const about = { customerId, affected: [{ id, name: code }], path: `/app/campaigns/${campaignId}` };
  const name = `${flightName({ code, label })} of ${campaign}`;
  const over = overTitle(name, flight, { spentMicros, nowMs });
  const found: Found[] = [];
  if (over !== null) {
    if (ruleOf(customerId, 'flight_over').on)
      found.push({ ...about, cause: `over/${id}`, rule: 'flight_over', title: over });
    return found;
  }
  if (!flight.has_picture && flight.paused === 0 && ruleOf(customerId, 'nothing_to_show').on)
    found.push({
      ...about,
      cause: `picture/${id}`,
      rule: 'nothing_to_show',
      title: `${name} is live but has no creative to show`,
    });
  const used = ruleOf(customerId, 'budget_used');
  if (used.on && percent >= used.threshold)
    found.push({
      ...about,
      cause: `budget/${id}`,
      rule: 'budget_used',
      title: `${name} has used more than ${used.threshold}% of its budget`,
    });
  const behind = ruleOf(customerId, 'flight_behind');
  const cause = `behind/${id}`;
  const least = behind.threshold + (standingCauses.has(cause) ? CAUGHT_UP : 0);
  if (behind.on && percentOfPlan(flight, spentMicros, nowMs) < least)
    found.push({
      ...about,
      cause,
      rule: 'flight_behind',
      title: `${name} has spent less than ${behind.threshold}% of its plan`,
    });
  return found;
}

function overTitle(name: string, flight: Running, now: { readonly spentMicros: number; readonly nowMs: number }) {
  const leftMs = flight.ends_at - now.nowMs;
  if (leftMs <= 0) return `${name} has ended`;
  if (isUsedUp(flight.budget_micros - now.spentMicros, flight.least_paid_micros)) return `${name} has spent its budget`;
  return leftMs <= DAY_MS ? `${name} ends within a day` : null;
}

/**
 * Returns spend as a percentage of the plan so far. Returns 100 on the first day of the plan, and for paused flights
 * or flights without a start or end.
 */
function percentOfPlan(flight: Running, spentMicros: number, nowMs: number): number {
  const { starts_at: startsMs, approved_at: approvedMs, ends_at: endsMs } = flight;
  const { budget_micros: budgetMicros, daily_cap_micros: capMicros } = flight;
  const fromMs = planStartMs({ startsMs, approvedMs });
  const hasPlan = startsMs !== NO_START && endsMs !== NO_END && flight.paused === 0 && nowMs - fromMs >= DAY_MS;
  if (!hasPlan) return 100;
  const plan = { startsMs, approvedMs, endsMs, budgetMicros, dailyCapMicros: capMicros, pacing: flight.pacing };
  // The daily cap may limit spend to less than an even share of the budget per day.
  const capped = capMicros === null ? Number.POSITIVE_INFINITY : (capMicros * (nowMs - fromMs)) / DAY_MS;
  const expected = Math.min(expectedMicros(plan, nowMs), capped);
  return expected <= 0 ? 100 : (100 * spentMicros) / expected;
}
