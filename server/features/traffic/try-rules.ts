import { INVALID_REASONS, type InvalidReason } from '#contract/ingest.ts';
import { TRIAL_DAYS, type TrafficTrial } from '#contract/traffic-rules.ts';
import { DAY_MS } from '#domain/durations.ts';
import type { TrafficRules } from '#domain/judging-rules.ts';
import { dollars } from '#domain/money.ts';
import { createTrial } from '#domain/traffic-trial.ts';
import type { Dependencies } from '../../dependencies.ts';
import { yieldThread } from '../../lib/yield-thread.ts';
import { findClosedHours } from '../../network/find-hours.ts';
import { findSockets } from '../../network/find-sockets.ts';
import { shownSeconds } from '../../plays/shown-seconds.ts';
import { streamTried, type TriedRow } from './traffic-events-queries.ts';

type Tally = {
  viewsBefore: number;
  viewsAfter: number;
  clicksBefore: number;
  clicksAfter: number;
  microsBefore: number;
  microsAfter: number;
};

/** Number of views whose flights are looked up together. */
const AT_ONCE = 2_000;

/**
 * Applies other rules to the events of the last days, day by day. Stops early if the result is no longer wanted. Uses
 * today's creatives, sockets and opening hours.
 */
export async function tryRules(
  { accounts, events, network, now }: Pick<Dependencies, 'accounts' | 'events' | 'network' | 'now'>,
  rules: TrafficRules,
  isWanted: () => boolean,
): Promise<TrafficTrial> {
  const { snapshot } = await network.current();
  const { catalog } = snapshot;
  const trial = createTrial(rules);
  const sockets = await findSockets(accounts);
  const isClosedAt = await findClosedHours(accounts, now());
  const tallies = new Map<InvalidReason | null, Tally>();
  const endMs = now();
  const judge = async (rows: readonly TriedRow[]): Promise<void> => {
    await catalog.load({ flightKeys: new Set(rows.map(({ flightKey }) => flightKey).filter((key) => key !== 0)) });
    for (const row of rows) {
      await yieldThread();
      const seconds = shownSeconds(catalog, row.flightKey, null);
      const { atMs, kind, micros, outletKey } = row;
      const isClosed = isClosedAt(outletKey, atMs);
      const asked = { isClosed, isPaid: micros > 0, sockets: sockets.get(outletKey) ?? 1 };
      const after = trial({ ...row, ...asked, seconds });
      const [before, then] = [tallyOf(tallies, row.reason), tallyOf(tallies, after)];
      if (kind === 'view') {
        before.viewsBefore += 1;
        then.viewsAfter += 1;
      }
      if (kind === 'click') {
        before.clicksBefore += 1;
        then.clicksAfter += 1;
      }
      before.microsBefore += micros;
      then.microsAfter += micros;
    }
  };
  for (let fromMs = endMs - TRIAL_DAYS * DAY_MS; fromMs < endMs && isWanted(); fromMs += DAY_MS) {
    let rows: TriedRow[] = [];
    for await (const row of streamTried(events, { fromMs, toMs: fromMs + DAY_MS })) {
      if (rows.push(row) < AT_ONCE) continue;
      if (!isWanted()) break;
      await judge(rows);
      rows = [];
    }
    await judge(rows);
  }
  return { days: TRIAL_DAYS, data: shown(tallies) };
}

function tallyOf(tallies: Map<InvalidReason | null, Tally>, reason: InvalidReason | null): Tally {
  const counts = { viewsBefore: 0, viewsAfter: 0, clicksBefore: 0, clicksAfter: 0 };
  const known = tallies.get(reason) ?? { ...counts, microsBefore: 0, microsAfter: 0 };
  tallies.set(reason, known);
  return known;
}

const shown = (tallies: ReadonlyMap<InvalidReason | null, Tally>): TrafficTrial['data'] =>
  [null, ...INVALID_REASONS].flatMap((reason) => {
    const tally = tallies.get(reason);
    if (tally === undefined) return [];
    return [
      {
        reason,
        views_before: tally.viewsBefore,
        views_after: tally.viewsAfter,
        clicks_before: tally.clicksBefore,
        clicks_after: tally.clicksAfter,
        amount_before: dollars(tally.microsBefore),
        amount_after: dollars(tally.microsAfter),
      },
    ];
  });
