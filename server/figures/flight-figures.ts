import type { Scope } from '#domain/role.ts';
import type { FigureCache } from './cache/figure-cache.ts';
import { inTwoParts } from './cache/two-parts.ts';
import type { Needs } from './needs.ts';
import { clipAll, type Interval, splitAtLateWeeks } from './plan/reading-plan.ts';
import type { ReadSealState } from './plan/seal-state.ts';
import { END_OF_TIME_MS } from './query/time-range.ts';
import { type FlightSums, type FlightSumsRow, sumFlightRows, sumsByFlight } from './read/flight-sums-queries.ts';

/** Sums of all flights of a scope, for comparing them. For a few flights, use `sumFlightEvents` instead. */
export type FlightFigures = {
  /** Sums of all time, and since `todayMs`, the start of the day. A flight without events is absent. */
  flightSums(scope: Scope, todayMs: number): Promise<ReadonlyMap<number, FlightSums>>;
};

/** Cached like the cells of reports: settled time until a late event, the last minutes until any event. */
export function createFlightFigures(
  { events }: Pick<Needs, 'events'>,
  readSealState: ReadSealState,
  { answers, settledTime }: Pick<FigureCache, 'answers' | 'settledTime'>,
): FlightFigures {
  const rowsOf = (rows: readonly unknown[]) => rows.length + 1;
  const past = answers<readonly FlightSumsRow[]>('sealedCells', rowsOf);
  const inParts = {
    settled: answers<readonly FlightSumsRow[]>('settledCells', rowsOf),
    recent: answers<readonly FlightSumsRow[]>('recentCells', rowsOf),
  };

  return {
    flightSums: async (scope, todayMs) => {
      const { archiveVersion, lateWeeks, seal } = await readSealState();
      const name = `${seal.generation}|${archiveVersion}|${lateWeeks}`;
      const settledMs = settledTime.until();
      const read = async (times: readonly Interval[]) =>
        (await Promise.all(times.map((time) => sumFlightRows(events, scope, null, time, seal.archive)))).flat();
      const since = (sinceMs: number, others: readonly Interval[]) =>
        inTwoParts<readonly FlightSumsRow[]>(
          inParts,
          scope,
          { name: `${name}|${sinceMs}|${others.length}`, settledMs },
          (from, to) => read(clipAll([...others, { fromMs: sinceMs, toMs: END_OF_TIME_MS }], from, to)),
        );
      const splitMs = Date.parse(seal.watermark);
      const { quiet, late } = splitAtLateWeeks({ fromMs: 0, toMs: splitMs }, lateWeeks);
      const [before, after, today] = await Promise.all([
        quiet.length === 0 ? [] : past.get(scope, `${name}|${splitMs}`, () => read(quiet)),
        since(splitMs, late),
        since(todayMs, []),
      ]);
      return sumsByFlight([...before, ...after.flat()], today.flat());
    },
  };
}
