import { INVALID_REASONS, type InvalidReason } from '#contract/ingest.ts';
import { TRIAL_DAYS, type TrafficTrial } from '#contract/traffic-rules.ts';
import { DAY_MS } from '#domain/durations.ts';
import type { TrafficRules } from '#domain/judging-rules.ts';
import { dollars } from '#domain/money.ts';
import { createTrial } from '#domain/traffic-trial.ts';
import type { Dependencies } from '../../dependencies.ts';
import { letOthersIn } from '../../lib/let-others-in.ts';
import { findSockets } from '../../network/find-sockets.ts';
import { shownSeconds } from '../../plays/shown-seconds.ts';
import { streamTried, type TriedRow } from './traffic-events-queries.ts';

type Tally = { viewsBefore: number; viewsAfter: number; microsBefore: number; microsAfter: number };

/** Views whose flights are looked up together. */
const AT_ONCE = 2_000;

/**
 * What other rules would have said of the views of the last days, day after day; ends early when nobody wants to know any more. Creatives are those of today.
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
  const tallies = new Map<InvalidReason | null, Tally>();
  const endMs = now();
  const judge = async (rows: readonly TriedRow[]): Promise<void> => {
    await catalog.load({ flightKeys: new Set(rows.map(({ flightKey }) => flightKey).filter((key) => key !== 0)) });
    for (const row of rows) {
      await letOthersIn();
      const seconds = shownSeconds(catalog, row.flightKey, null);
      const after = trial({ ...row, seconds, sockets: sockets.get(row.outletKey) ?? 1 });
      const [before, then] = [tallyOf(tallies, row.reason), tallyOf(tallies, after)];
      before.viewsBefore += 1;
      before.microsBefore += row.micros;
      then.viewsAfter += 1;
      then.microsAfter += row.micros;
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
  const known = tallies.get(reason) ?? { viewsBefore: 0, viewsAfter: 0, microsBefore: 0, microsAfter: 0 };
  tallies.set(reason, known);
  return known;
}

const shown = (tallies: ReadonlyMap<InvalidReason | null, Tally>): TrafficTrial['data'] =>
  [null, ...INVALID_REASONS].flatMap((reason) => {
    const tally = tallies.get(reason);
    if (tally === undefined) return [];
    return [
      {
        ...{ reason, views_before: tally.viewsBefore, views_after: tally.viewsAfter },
        ...{ amount_before: dollars(tally.microsBefore), amount_after: dollars(tally.microsAfter) },
      },
    ];
  });
