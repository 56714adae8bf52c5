import type { Affected } from '#domain/alert-changes.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import { outletName } from '#domain/eui.ts';
import { monthInWords, titleText } from '../../billing/document-words.ts';
import { shownCents } from '../../paper/shown-numbers.ts';
import * as queries from './causes-queries.ts';
import { findFlightCauses } from './find-flight-causes.ts';
import { findImplausible } from './find-implausible.ts';
import { findSilences } from './find-silences.ts';
import { findTrafficPatterns } from './find-traffic-patterns.ts';
import type { Found, Looking } from './looking.ts';

/**
 * A fault is active for this long after its last report. A power failure is active until power returns, at most a day.
 */
const FAULT_MS = HOUR_MS;
const POWER_MS = DAY_MS;
/** A new document or a failed payout is news for a week. */
const NEWS_MS = 7 * DAY_MS;

/** Lists all current problems, each cause once. `findViews` caches its reading for an hour. */
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
      title: `${capital(kind.replaceAll('_', ' '))} at ${venue}`,
    });
  }
  return [...groups.values()].map((group) => ({
    ...group,
    affected: [...(affected.get(group.cause)?.values() ?? [])],
  }));
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

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
  // Administrators get one alert a month, not one for each customer's documents.
  const months = [...new Set(documents.map(({ month }) => month))].map((month) => {
    const all = documents.filter((document) => document.month === month);
    return {
      cause: `documents/${month}`,
      rule: 'document_final' as const,
      customerId: null,
      path: '/admin/money',
      title: `${monthInWords(month)}: ${all.length === 1 ? 'one document is' : `${all.length} documents are`} final`,
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
      title: `A payout of ${shownCents(BigInt(cents), config.currency)} was returned: check the account that you are paid to`,
      affected: [{ id, name: `Run ${number}` }],
    }));
}

/** Problems of the installation itself, for administrators. */
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
      title: 'Nothing comes in: no outlet of the network says anything',
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
      title: 'Mails are not delivered',
    });
  return found.filter(({ rule }) => ruleOf('', rule).on);
}
