import { DAY_MS } from '#domain/durations.ts';
import type { Scope } from '#domain/role.ts';
import { zonedDay } from '#domain/zoned-day.ts';
import type { Archive, EventsReader, Seal } from '../databases/events/events-db.ts';
import { keptWith } from '../memory/kept-with.ts';
import { createSharedAnswers } from '../memory/shared-answers.ts';
import { END_OF_TIME_MS, stampsOf, type TimeRange } from './asked/time-range.ts';
import { type Freshness, scopeName } from './keep/freshness.ts';
import { answerAgeMs, type SettledTime, STEP_MS, settledAgeMs } from './keep/settled-time.ts';
import type { Needs } from './needs.ts';
import {
  type Interval,
  planReading,
  type RawPart,
  type ReadingPlan,
  rawBetween,
  sealedInterval,
} from './plan/reading-plan.ts';
import type { ReadSealState } from './plan/seal-state.ts';
import { packSums, type SealedSums } from './read/sealed-sums.ts';
import { addFigures, type FigureSet, NO_FIGURES, NO_SUMS, type Sums } from './read/sums.ts';
import {
  type CustomerKeys,
  clipQuestion,
  type RawQuestion,
  type RawSumsRow,
  type SumsRow,
  sumRawEvents,
  sumSealedDays,
} from './read/sums-queries.ts';

/** Figures by customer key and outlet key; `outletKey` 0 where they are summed up per customer. */
export type FigureTable = ReadonlyMap<number, ReadonlyMap<number, FigureSet>>;

export type SumsQuestion = {
  readonly scope: Scope;
  readonly customers: CustomerKeys;
  readonly byOutlet: boolean;
  readonly range: TimeRange;
  /** The zone whose day is "today"; null takes the day stamped on each event, told by `localDayOf`. */
  readonly timeZone: string | null;
  /** Today's date at an outlet, for `timeZone` null. */
  readonly localDayOf: (outletKey: number) => string;
};

/** Days whose burns and views make a rating (docs/decisions.md#words). */
const RATED_MS = 30 * DAY_MS;
/** A local day can have begun this long ago (25 hours, in the zone that is furthest behind). */
const LONGEST_DAY_MS = 26 * 3_600_000;
/** Figures of this many outlets or customers are kept in each place, about 12 MB; of a large network those of half of it. */
const MOST_ROWS = 25_000;
/** Packed they take a tenth. Each question needs two sums of the whole network, and each range two others. */
const MOST_PACKED_ROWS = 60_000;
const WHOLE_NETWORKS = 6;

/**
 * Exact sums for total, today and rating: sealed rollups, kept per generation, joined with the raw rows that they do not
 * hold yet (docs/events-store.md#reading). Of those the settled ones are kept too, until a late event falls among them; the
 * last minutes are read anew whenever events came.
 */
export function createFigureSums(
  { config, events, now }: Pick<Needs, 'config' | 'events' | 'now'>,
  readSealState: ReadSealState,
  freshness: Freshness,
  settled: SettledTime,
  outletCount: () => number,
): (question: SumsQuestion) => Promise<FigureTable> {
  const most = () => Math.max(MOST_ROWS, outletCount() / 2);
  const answers = createSharedAnswers<FigureTable>({ maxAgeMs: answerAgeMs(config), most, sizeOf: rowsOf });
  const settledAnswers = createSharedAnswers<FigureTable>({ maxAgeMs: settledAgeMs(config), most, sizeOf: rowsOf });
  const sealedAnswers = createSharedAnswers<SealedSums>({
    maxAgeMs: Number.POSITIVE_INFINITY,
    most: () => Math.max(MOST_PACKED_ROWS, outletCount() * WHOLE_NETWORKS),
    sizeOf: ({ size }) => size,
  });

  /** Of the whole scope, because everyone in it asks for the same; of one customer if only that was ever asked for. */
  function sealedSums(scope: Scope, { sealed }: ReadingPlan, seal: Seal, history: string, customers: CustomerKeys) {
    if (sealed.kind === 'none') return Promise.resolve(packSums([]));
    const { generation, watermark } = seal;
    const name = `${scopeName(scope)}|${history}|${JSON.stringify(sealed)}`;
    const read = (keys: CustomerKeys) => async () => {
      if (scope.kind !== 'advertiser') {
        return packSums(await sumSealedDays(events, scope, { sealed, generation, customers: keys }));
      }
      const { fromMs, toMs } = sealedInterval(sealed, watermark);
      return packSums(
        await sumHistory(events, scope, { customers: keys, total: rawBetween(fromMs, toMs), archive: seal.archive }),
      );
    };
    const whole = sealedAnswers.peek(name, 0);
    if (whole !== undefined) return whole;
    const isOne = customers?.length === 1 && sealed.kind === 'days' && scope.kind !== 'advertiser';
    return sealedAnswers.get(isOne ? `${name}|${customers[0]}` : name, () => 0, read(isOne ? customers : null));
  }

  return async (question) => {
    const { scope, customers, timeZone } = question;
    const { late, seal } = await readSealState();
    const nowMs = now();
    // Rollups mix advertisers. What is kept for one is its raw history, which only a late event can change.
    const isAdvertiser = scope.kind === 'advertiser';
    const history = isAdvertiser ? `${seal.generation}|${late.version}` : `${seal.generation}`;
    const lateWeeks = isAdvertiser ? [] : late.weeks;
    const total = planReading(question.range, seal, lateWeeks);
    const ratedFromMs = Math.floor((nowMs - RATED_MS) / STEP_MS) * STEP_MS;
    const rated = planReading({ startMs: ratedFromMs, endMs: null }, seal, lateWeeks);
    const raw: RawQuestion = {
      customers,
      byOutlet: question.byOutlet || timeZone === null,
      byLocalDay: timeZone === null,
      total: total.raw,
      rated: rated.raw,
      today: todayOf(timeZone, nowMs),
    };
    const settledMs = settled.until();
    const before = clipQuestion(raw, { fromMs: 0, toMs: settledMs });
    const since = clipQuestion(raw, { fromMs: settledMs, toMs: END_OF_TIME_MS });
    const name = `${scopeName(scope)}|${seal.generation}|${late.version}|${question.byOutlet}|${settledMs}|${JSON.stringify(stampsOf(question.range))}|${JSON.stringify(raw)}`;

    const readSettled = async () => {
      const [rows, sealedTotal, sealedRated] = await Promise.all([
        sumRawEvents(events, scope, before, seal.archive),
        sealedSums(scope, total, seal, history, customers),
        sealedSums(scope, rated, seal, history, customers),
      ]);
      return addRows(joinSealed(question, sealedTotal, sealedRated), question, rows);
    };
    const readAll = async () => {
      const [rows, table] = await Promise.all([
        sumRawEvents(events, scope, since, seal.archive),
        settledAnswers.get(name, () => settled.lateness(scope), readSettled),
      ]);
      return addRows(table, question, rows);
    };
    return answers.get(name, () => freshness(scope), readAll);
  };
}

function rowsOf(table: ReadonlyMap<number, ReadonlyMap<number, unknown>>): number {
  let rows = 0;
  for (const outlets of table.values()) rows += outlets.size;
  return rows;
}

/** An advertiser's raw rows of a time that is over, per outlet. */
async function sumHistory(
  events: EventsReader,
  scope: Scope,
  { customers, total, archive }: { customers: CustomerKeys; total: RawPart; archive: Archive },
): Promise<SumsRow[]> {
  const nothing = { rated: rawBetween(0, 0), today: { fromMs: 0, toMs: 0 } };
  const question = { customers, byOutlet: true, byLocalDay: false, total, ...nothing };
  const rows = await sumRawEvents(events, scope, question, archive);
  return rows.map((row) => ({ customerKey: row.customerKey, outletKey: row.outletKey, ...row.total }));
}

function todayOf(timeZone: string | null, nowMs: number): Interval {
  if (timeZone === null) {
    const stepMs = Math.floor(nowMs / STEP_MS) * STEP_MS;
    return { fromMs: stepMs - LONGEST_DAY_MS, toMs: stepMs + LONGEST_DAY_MS };
  }
  const { startMs, endMs } = zonedDay(nowMs, timeZone);
  return { fromMs: startMs, toMs: endMs };
}

/** A table with the sums of the rows added. The one given stays as it is; what no row touches is shared. */
function addRows(table: FigureTable, question: SumsQuestion, rows: readonly RawSumsRow[]): FigureTable {
  const sums = new Map(table);
  const own = new Map<number, Map<number, FigureSet>>();
  const stamps = stampsOf(question.range);
  for (const row of rows) {
    const outlets = own.get(row.customerKey) ?? new Map(sums.get(row.customerKey));
    own.set(row.customerKey, outlets);
    sums.set(row.customerKey, outlets);
    const isToday = question.timeZone !== null || row.localDay === question.localDayOf(row.outletKey);
    const isInRange = stamps === null || (row.localDay >= stamps.from && row.localDay <= stamps.to);
    const { ratedViews, ratedBurns } = row;
    const total = isInRange ? row.total : NO_SUMS;
    const key = question.byOutlet ? row.outletKey : 0;
    const figures = { total, today: isToday ? row.today : NO_SUMS, ratedViews, ratedBurns };
    outlets.set(key, addFigures(outlets.get(key) ?? NO_FIGURES, figures));
  }
  return sums;
}

function joinSealed(question: SumsQuestion, total: SealedSums, rated: SealedSums): FigureTable {
  const table = new Map<number, Map<number, FigureSet>>();
  const add = (customerKey: number, outletKey: number, figures: FigureSet) => {
    const own = table.get(customerKey) ?? new Map<number, FigureSet>();
    table.set(customerKey, own.set(outletKey, addFigures(own.get(outletKey) ?? NO_FIGURES, figures)));
  };
  eachSealed(question, total, (customerKey, outletKey, sums) =>
    add(customerKey, outletKey, { ...NO_FIGURES, total: sums }),
  );
  eachSealed(question, rated, (customerKey, outletKey, { views, burns }) =>
    add(customerKey, outletKey, { ...NO_FIGURES, ratedViews: views, ratedBurns: burns }),
  );
  return table;
}

/** Each sealed sum of the asked customers, per outlet or per customer as asked. */
function eachSealed(
  { customers, byOutlet }: SumsQuestion,
  sealed: SealedSums,
  visit: (customerKey: number, outletKey: number, sums: Sums) => void,
): void {
  for (const customerKey of customers ?? sealed.byCustomer.keys()) {
    if (byOutlet) {
      for (const [outletKey, sums] of sealed.outletsOf(customerKey)) visit(customerKey, outletKey, sums);
    } else {
      const sums = sealed.byCustomer.get(customerKey);
      if (sums !== undefined) visit(customerKey, 0, sums);
    }
  }
}

/** All figures of a table's part, or of a whole network's customers, added up; once, because no map of figures changes. */
export const addUp = keptWith((figures: ReadonlyMap<number, FigureSet>): FigureSet => {
  let sum = NO_FIGURES;
  for (const one of figures.values()) sum = addFigures(sum, one);
  return sum;
});
