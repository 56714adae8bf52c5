import type { InvalidReason } from '#contract/ingest.ts';
import type { TrafficDimension } from '#contract/traffic.ts';
import type { FigureCache } from './cache/figure-cache.ts';
import type { DayFigures } from './daily-figures.ts';
import type { Needs } from './needs.ts';
import { allDays } from './plan/days-plan.ts';
import { planReading, rawBetween } from './plan/reading-plan.ts';
import type { ReadSealState, SealState } from './plan/seal-state.ts';
import type { ReadFigures } from './project/customer-figures.ts';
import type { Question } from './query/question.ts';
import { END_OF_TIME_MS, stampsOf } from './query/time-range.ts';
import {
  countPlays,
  findInvalidEvents,
  type InvalidCounts,
  type InvalidEvent,
  type JudgedQuestion,
  type JudgedRow,
  judgeRaw,
  judgeSealed,
  type PlayCounts,
} from './read/invalid-queries.ts';

export type TrafficQuestion = Question & {
  readonly by: TrafficDimension;
  /** Only samples with this reason; null means samples with any reason. */
  readonly reason: InvalidReason | null;
  /** Only events for these flights; null means all events. */
  readonly flights: readonly number[] | null;
};

type Counts = { views: number; clicks: number; burns: number };

/** Valid and invalid counts. Keys are dates, or outlet or flight keys as text. */
export type JudgedFigures = {
  readonly net: ReadonlyMap<string, Counts>;
  readonly invalid: ReadonlyMap<string, ReadonlyMap<InvalidReason, InvalidCounts>>;
  readonly samples: readonly InvalidEvent[];
  /** The numbers of valid views with and without a play. */
  readonly plays: PlayCounts;
};

/** Functions that read valid figures. They share a cache with the other figures and do not support a flight filter. */
type Net = { byDay(): Promise<readonly DayFigures[]>; byOutlet(): Promise<ReadFigures> };

const SAMPLES = 20;

/**
 * Creates the function for valid and invalid traffic. Invalid events on sealed days are read from their own rollup, all
 * others from raw rows. Each event counts once.
 */
export function createInvalidTraffic(
  { events }: Pick<Needs, 'events'>,
  readSealState: ReadSealState,
  { answers }: Pick<FigureCache, 'answers'>,
) {
  const kept = answers<readonly JudgedRow[]>('invalidTraffic');
  const keptPlays = answers<PlayCounts>('invalidTraffic');
  const keptSamples = answers<readonly InvalidEvent[]>('invalidTraffic');

  const readInvalid = async (asked: JudgedQuestion, { range }: Question, { seal, lateWeeks }: SealState) => {
    const { sealed, raw } = planReading(range, seal, lateWeeks);
    const [before, rest] = await Promise.all([
      sealed.kind === 'none' ? [] : judgeSealed(events, asked, sealed.kind === 'days' ? sealed : allDays(seal)),
      judgeRaw(events, asked, { raw, counting: false }, seal.archive),
    ]);
    return [...before, ...rest];
  };

  return async (question: TrafficQuestion, zone: string | null, net: Net): Promise<JudgedFigures> => {
    const { by, reason, range, scope, customerKey, flights } = question;
    const state = await readSealState();
    const customers = customerKey === null ? null : [customerKey];
    const asked: JudgedQuestion = { scope, customers, by, zone, stamps: stampsOf(range), flights };
    const { archiveVersion, lateWeeks, seal } = state;
    const { startMs, endMs, days } = range;
    const times = `${startMs}|${endMs}|${days?.from}|${days?.to}`;
    const name = `${seal.generation}|${archiveVersion}|${lateWeeks}|${customers}|${zone}|${times}|${flights}`;
    const [fromMs, toMs] = [startMs ?? 0, endMs ?? END_OF_TIME_MS];
    const raw = rawBetween(fromMs, toMs);
    const readNet = async (): Promise<ReadonlyMap<string, Counts>> => {
      if (by === 'day' && flights === null) return new Map((await net.byDay()).map((day) => [day.day, countsOf(day)]));
      if (by === 'outlet' && flights === null) return countsByOutlet(await net.byOutlet());
      const rows = await kept.get(scope, `${name}|net|${by}`, () =>
        judgeRaw(events, asked, { raw, counting: true }, seal.archive),
      );
      const counts = new Map<string, InvalidCounts>();
      for (const row of rows) addRow(counts, row.key, row);
      return counts;
    };
    const within = { fromMs: Math.max(fromMs, seal.archive.endMs), toMs };
    const [counting, plays, rows, samples] = await Promise.all([
      readNet(),
      keptPlays.get(scope, `${name}|plays`, () => countPlays(events, asked, raw, seal.archive)),
      kept.get(scope, `${name}|${by}`, () => readInvalid(asked, question, state)),
      keptSamples.get(scope, `${name}|${reason}`, () =>
        findInvalidEvents(events, asked, { within, reason, limit: SAMPLES }),
      ),
    ]);
    return { net: counting, invalid: byReason(rows), samples, plays };
  };
}

const countsOf = ({ views, clicks, burns }: Counts): Counts => ({ views, clicks, burns });

function countsByOutlet({ table }: ReadFigures): ReadonlyMap<string, Counts> {
  const counts = new Map<string, Counts>();
  for (const outlets of table.values())
    for (const [key, { total }] of outlets) {
      const before = counts.get(String(key)) ?? { views: 0, clicks: 0, burns: 0 };
      counts.set(String(key), {
        views: before.views + total.views,
        clicks: before.clicks + total.clicks,
        burns: before.burns + total.burns,
      });
    }
  return counts;
}

function byReason(rows: readonly JudgedRow[]): JudgedFigures['invalid'] {
  const found = new Map<string, Map<InvalidReason, InvalidCounts>>();
  for (const row of rows) {
    if (row.reason === 'none') continue;
    const reasons = found.get(row.key) ?? new Map<InvalidReason, InvalidCounts>();
    found.set(row.key, reasons);
    addRow(reasons, row.reason, row);
  }
  return found;
}

const FIELDS = { view: 'views', click: 'clicks', burn: 'burns' } as const;

function addRow<Key>(counts: Map<Key, InvalidCounts>, key: Key, { kind, events, withheldMicros }: JudgedRow): void {
  const known = counts.get(key) ?? { views: 0, clicks: 0, burns: 0, withheldMicros: 0n };
  known[FIELDS[kind]] += events;
  known.withheldMicros += withheldMicros;
  counts.set(key, known);
}
