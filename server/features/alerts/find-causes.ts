import type { Affected } from '#domain/alert-changes.ts';
import { type Heard, JOINING_MS, silencesAt } from '#domain/alert-silence.ts';
import { capitalized } from '#domain/capitalized.ts';
import { counted, NOUNS } from '#domain/counted.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import { outletName } from '#domain/eui.ts';
import { LATE_AFTER_MS } from '#domain/outlet-status.ts';
import { REASON_WORDS } from '#domain/reason-words.ts';
import { monthInWords, titleText } from '../../billing/document-words.ts';
import { yieldInBackground } from '../../lib/yield-thread.ts';
import { forEachChunked, runInBackground } from '../../memory/chunked.ts';
import { shownCents } from '../../paper/shown-numbers.ts';
import * as queries from './causes-queries.ts';
import { countHeard, findImplausibleSince, findSilent, findSilentAmong, type SilentRow } from './causes-queries.ts';
import { findFlightCauses } from './find-flight-causes.ts';
import { earliestSince, type Found, type Looking } from './looking.ts';
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

async function findFaults(looking: Looking): Promise<Found[]> {
  const { accounts, nowMs, ruleOf } = looking;
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
      venueId,
      // The rows are sorted by time, so the first one is the oldest.
      sinceMs: groups.get(cause)?.sinceMs ?? earliestSince(looking, cause, at),
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
    .map(({ id, month, customer_id: customerId, customer_name: name, final_at: sinceMs, ...row }) => ({
      cause: `document/${id}`,
      rule: 'document_final' as const,
      customerId,
      venueId: null,
      sinceMs,
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
      venueId: null,
      sinceMs: all.reduce((least, { final_at: finalMs }) => Math.min(least, finalMs ?? least), nowMs),
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
    .map(({ id, number, amount_cents: cents, customer_id: customerId, returned_at: sinceMs }) => ({
      cause: `payout/${id}`,
      rule: 'payout_returned' as const,
      customerId,
      venueId: null,
      sinceMs,
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
    queries.findStuckMails(accounts, nowMs - ruleOf('', 'mail_failing').threshold * MINUTE_MS),
  ]);
  const own = { customerId: null, venueId: null, affected: [] };
  const found: Found[] = [];
  if (hearing.isStopped)
    found.push({
      ...own,
      cause: 'ingestion',
      rule: 'ingestion_stopped',
      sinceMs: hearing.newestMs,
      path: '/app/outlets',
      title: 'No events received: no outlet of the network is in contact',
    });
  for (const [kind, rule] of [['clock', 'clock_wrong'] as const, ['disk', 'disk_low'] as const]) {
    const notice = told.find((one) => one.kind === kind);
    if (notice !== undefined)
      found.push({ ...own, cause: kind, rule, sinceMs: notice.sinceMs, path: '/app/main', title: notice.text });
  }
  if (stuck.count > 0)
    found.push({
      ...own,
      cause: 'mail',
      rule: 'mail_failing',
      sinceMs: earliestSince(looking, 'mail', stuck.sinceMs),
      path: '/admin/mail',
      title: 'Email delivery failing',
    });
  return found.filter(({ rule }) => ruleOf('', rule).on);
}

/** A problem of a venue while its outlets are collected. */
type Grouping = Omit<Found, 'affected' | 'sinceMs'> & { readonly affected: Affected[]; sinceMs: number };

/** How long a pattern stays active after its last event. */
const ENDS_AFTER_MS = HOUR_MS;

/**
 * Finds lasting patterns detected by the statistical rules, with one alert per rule and venue. Ends patterns without
 * new events.
 */
async function findTrafficPatterns(looking: Looking): Promise<Found[]> {
  const { accounts, nowMs, ruleOf } = looking;
  await endFindings(accounts, nowMs, nowMs - ENDS_AFTER_MS);
  if (!ruleOf('', 'traffic_pattern').on) return [];
  const groups = new Map<string, Grouping>();
  for (const { rule, mode, id, eui, label, venue_id: venueId, venue, ...row } of await findLastingFindings(
    accounts,
    nowMs,
  )) {
    const cause = `traffic_pattern/${rule}/${venueId}`;
    const group = groups.get(cause) ?? {
      cause,
      rule: 'traffic_pattern' as const,
      customerId: null,
      venueId,
      sinceMs: earliestSince(looking, cause, row.first_at),
      path: '/admin/traffic',
      affected: [],
      title: `${REASON_WORDS[rule]} at ${venue}: ${mode === 'flag' ? 'check this traffic' : 'these events are invalid'}`,
    };
    group.sinceMs = Math.min(group.sinceMs, row.first_at);
    group.affected.push({ id, name: outletName({ eui, label }) });
    groups.set(cause, group);
  }
  return [...groups.values()];
}

/**
 * Finds outlets whose meters have reported several implausible readings in the last day, with one alert per venue. The
 * alert ends once the last day has fewer.
 */
async function findImplausible(looking: Looking): Promise<Found[]> {
  const { accounts, nowMs, ruleOf } = looking;
  const groups = new Map<string, Grouping>();
  for (const row of await findImplausibleSince(accounts, nowMs - DAY_MS, nowMs)) {
    const { customer_id: customerId, id, readings, venue, venue_id: venueId } = row;
    const { on, threshold } = ruleOf(customerId, 'meter_implausible');
    if (!on || readings < threshold) continue;
    const cause = `meter/${venueId}`;
    const group = groups.get(cause) ?? {
      cause,
      rule: 'meter_implausible' as const,
      customerId,
      venueId,
      sinceMs: earliestSince(looking, cause, row.since_at),
      path: `/app/outlets/${id}`,
      affected: [],
      title: `Implausible meter readings at ${venue}`,
    };
    group.sinceMs = Math.min(group.sinceMs, row.since_at);
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
      const cause = silence.cause ?? `silent/${venueId}/${first.id}/${silence.sinceMs}`;
      found.push({
        cause,
        rule,
        customerId,
        venueId,
        sinceMs: earliestSince(looking, cause, silence.sinceMs),
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
