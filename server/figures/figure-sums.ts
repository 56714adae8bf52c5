import type { Scope } from '#domain/role.ts';
import { zonedDay } from '#domain/zoned-day.ts';
import type { EventsDb, Seal } from '../databases/events/events-db.ts';
import type { Dependencies } from '../dependencies.ts';
import { readLateWeeks } from './accounts-queries.ts';
import {
  type CustomerKeys,
  type RawQuestion,
  type RawSumsRow,
  type SumsRow,
  sumRawEvents,
  sumSealedDays,
} from './events-queries.ts';
import { type Freshness, scopeName } from './freshness.ts';
import {
  type Interval,
  planReading,
  type RawPart,
  type ReadingPlan,
  rawBetween,
  sealedInterval,
} from './reading-plan.ts';
import { createSharedAnswers } from './shared-answers.ts';
import { addFigures, addSums, type FigureSet, NO_FIGURES, NO_SUMS, type Sums } from './sums.ts';
import type { TimeRange } from './time-range.ts';

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

/** Days whose burns and views make a rating (decisions section 1). */
const RATED_MS = 30 * 86_400_000;
const MINUTE_MS = 60_000;
/** A local day can have begun this long ago (25 hours, in the zone that is furthest behind). */
const LONGEST_DAY_MS = 26 * 3_600_000;
/** Shared answers older than this are computed anew: another process may have stored events. */
const MOST_AGE_MS = 1_000;

type SealedSums = {
  readonly byOutlet: ReadonlyMap<number, ReadonlyMap<number, Sums>>;
  readonly byCustomer: ReadonlyMap<number, Sums>;
};

/**
 * Exact sums for total, today and rating: sealed rollups, kept per generation, joined with the raw rows that they do not
 * hold yet, which are read anew whenever events came (events-store.md section 5).
 */
export function createFigureSums(
  { accounts, events, now }: Pick<Dependencies, 'accounts' | 'events' | 'now'>,
  freshness: Freshness,
): (question: SumsQuestion) => Promise<FigureTable> {
  const answers = createSharedAnswers<FigureTable>({ maxAgeMs: MOST_AGE_MS, mostEntries: 64 });
  const sealedAnswers = createSharedAnswers<SealedSums>({ maxAgeMs: Number.POSITIVE_INFINITY, mostEntries: 16 });

  /** Of the whole scope, because everyone in it asks for the same; of one customer if only that was ever asked for. */
  function sealedSums(scope: Scope, { sealed }: ReadingPlan, seal: Seal, history: string, customers: CustomerKeys) {
    if (sealed.kind === 'none') return Promise.resolve(NO_SEALED_SUMS);
    const { generation, watermark } = seal;
    const name = `${scopeName(scope)}|${history}|${JSON.stringify(sealed)}`;
    const read = (keys: CustomerKeys) => async () => {
      if (scope.kind !== 'advertiser') {
        return toSealedSums(await sumSealedDays(events, scope, { sealed, generation, customers: keys }));
      }
      const { fromMs, toMs } = sealedInterval(sealed, watermark);
      return toSealedSums(await sumHistory(events, scope, rawBetween(fromMs, toMs), keys));
    };
    const whole = sealedAnswers.peek(name, 0);
    if (whole !== undefined) return whole;
    const isOne = customers?.length === 1 && sealed.kind === 'days' && scope.kind !== 'advertiser';
    return sealedAnswers.get(isOne ? `${name}|${customers[0]}` : name, () => 0, read(isOne ? customers : null));
  }

  return async (question) => {
    const { scope, customers, timeZone } = question;
    // The late weeks first: whoever reads them after a seal cleared them also reads that seal.
    const late = await readLateWeeks(accounts);
    const seal = await events.seal();
    const nowMs = now();
    // Rollups mix advertisers. What is kept for one is its raw history, which only a late event can change.
    const isAdvertiser = scope.kind === 'advertiser';
    const history = isAdvertiser ? `${seal.generation}|${late.version}` : `${seal.generation}`;
    const lateWeeks = isAdvertiser ? [] : late.weeks;
    const total = planReading(question.range, seal, lateWeeks);
    const ratedFromMs = Math.floor((nowMs - RATED_MS) / MINUTE_MS) * MINUTE_MS;
    const rated = planReading({ startMs: ratedFromMs, endMs: null }, seal, lateWeeks);
    const raw: RawQuestion = {
      customers,
      byOutlet: question.byOutlet || timeZone === null,
      byLocalDay: timeZone === null,
      total: total.raw,
      rated: rated.raw,
      today: todayOf(timeZone, nowMs),
    };
    const key = `${scopeName(scope)}|${seal.generation}|${late.version}|${question.byOutlet}|${JSON.stringify(raw)}`;
    return answers.get(
      key,
      () => freshness(scope),
      async () => {
        const [rows, sealedTotal, sealedRated] = await Promise.all([
          sumRawEvents(events, scope, raw),
          sealedSums(scope, total, seal, history, customers),
          sealedSums(scope, rated, seal, history, customers),
        ]);
        return joinSums({ question, rows, sealedTotal, sealedRated });
      },
    );
  };
}

/** An advertiser's raw rows of a time that is over, per outlet. */
async function sumHistory(events: EventsDb, scope: Scope, total: RawPart, customers: CustomerKeys): Promise<SumsRow[]> {
  const rows = await sumRawEvents(events, scope, {
    customers,
    byOutlet: true,
    byLocalDay: false,
    total,
    rated: rawBetween(0, 0),
    today: { fromMs: 0, toMs: 0 },
  });
  return rows.map((row) => ({ customerKey: row.customerKey, outletKey: row.outletKey, ...row.total }));
}

const NO_SEALED_SUMS: SealedSums = { byOutlet: new Map(), byCustomer: new Map() };
function todayOf(timeZone: string | null, nowMs: number): Interval {
  if (timeZone === null) {
    const minuteMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
    return { fromMs: minuteMs - LONGEST_DAY_MS, toMs: minuteMs + LONGEST_DAY_MS };
  }
  const { startMs, endMs } = zonedDay(nowMs, timeZone);
  return { fromMs: startMs, toMs: endMs };
}

function toSealedSums(rows: readonly SumsRow[]): SealedSums {
  const byOutlet = new Map<number, Map<number, Sums>>();
  const byCustomer = new Map<number, Sums>();
  for (const { customerKey, outletKey, ...sums } of rows) {
    const own = byOutlet.get(customerKey) ?? new Map<number, Sums>();
    byOutlet.set(customerKey, own.set(outletKey, sums));
    byCustomer.set(customerKey, addSums(byCustomer.get(customerKey) ?? NO_SUMS, sums));
  }
  return { byOutlet, byCustomer };
}

/** Joins raw and sealed sums. Pure. */
export function joinSums(parts: {
  readonly question: SumsQuestion;
  readonly rows: readonly RawSumsRow[];
  readonly sealedTotal: SealedSums;
  readonly sealedRated: SealedSums;
}): FigureTable {
  const { question } = parts;
  const table = new Map<number, Map<number, FigureSet>>();
  const add = (customerKey: number, outletKey: number, figures: FigureSet) => {
    const own = table.get(customerKey) ?? new Map<number, FigureSet>();
    const key = question.byOutlet ? outletKey : 0;
    table.set(customerKey, own.set(key, addFigures(own.get(key) ?? NO_FIGURES, figures)));
  };
  for (const row of parts.rows) {
    const isToday = question.timeZone !== null || row.localDay === question.localDayOf(row.outletKey);
    const { total, ratedViews, ratedBurns } = row;
    add(row.customerKey, row.outletKey, { total, today: isToday ? row.today : NO_SUMS, ratedViews, ratedBurns });
  }
  eachSealed(question, parts.sealedTotal, (customerKey, outletKey, total) =>
    add(customerKey, outletKey, { ...NO_FIGURES, total }),
  );
  eachSealed(question, parts.sealedRated, (customerKey, outletKey, { views, burns }) =>
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
      for (const [outletKey, sums] of sealed.byOutlet.get(customerKey) ?? []) visit(customerKey, outletKey, sums);
    } else {
      const sums = sealed.byCustomer.get(customerKey);
      if (sums !== undefined) visit(customerKey, 0, sums);
    }
  }
}

/** All figures of a table's part added up. */
export function addUp(outlets: ReadonlyMap<number, FigureSet> | undefined): FigureSet {
  let sum = NO_FIGURES;
  for (const figures of outlets?.values() ?? []) sum = addFigures(sum, figures);
  return sum;
}
