import { type Heard, JOINING_MS, silencesAt } from '#domain/alert-silence.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { outletName } from '#domain/eui.ts';
import { LATE_AFTER_MS } from '#domain/outlet-status.ts';
import { yieldInBackground } from '../../lib/yield-thread.ts';
import { forEachChunked, runInBackground } from '../../memory/chunked.ts';
import { countHeard, findSilent, findSilentAmong, type SilentRow } from './causes-queries.ts';
import type { Found, Looking } from './looking.ts';

type Named = { readonly cause: string; readonly ids: readonly string[] };

/**
 * Silent outlets, with each failure of a venue once. While ingestion is down, silence says nothing about an outlet;
 * only outlets already named stay in their alerts.
 */
export async function findSilences(looking: Looking): Promise<Found[]> {
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
  // Outlets that are about to join an outage have been silent for slightly less.
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
  if (isWhole) return `${venue} is silent: none of its outlets says anything`;
  const [first] = silent;
  return silent.length === 1
    ? `${first?.label} at ${venue} is silent`
    : `${silent.length} outlets at ${venue} are silent`;
}
