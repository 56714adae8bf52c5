import { DAY_MS } from '#domain/durations.ts';
import { MOST_MS_EARLY } from '#domain/event-time.ts';
import { lowest } from '#domain/extremes.ts';
import { dayStarts, zonedDay } from '#domain/zoned-day.ts';
import { AppError } from '../http/app-error.ts';
import type { FigureCache } from './cache/figure-cache.ts';
import { inTwoParts } from './cache/two-parts.ts';
import type { CellFigures } from './cell-figures.ts';
import { isKnown, knownDays } from './known-figures.ts';
import type { Needs } from './needs.ts';
import { type DaysQuestion, planDays } from './plan/days-plan.ts';
import { clipRaw, planReading, type RawPart, rawBetween, splitAtLateWeeks } from './plan/reading-plan.ts';
import type { ReadSealState } from './plan/seal-state.ts';
import type { ContractClock } from './query/contract-clock.ts';
import type { Question } from './query/question.ts';
import { END_OF_TIME_MS, EVERYTHING, stampsOf } from './query/time-range.ts';
import { findFirstRawEvent, findFirstSealedEvent } from './read/first-events-queries.ts';
import { addSums, NO_SUMS, type Sums } from './read/sums.ts';
import { type DayRow, sumRawByDay, sumSealedByDay } from './read/sums-queries.ts';

/** A day in a series. `day` is an ISO date in the series' time zone. */
export type DayFigures = { readonly day: string } & Sums;

const earliest = (found: readonly (number | null)[]): number | null => {
  const known = found.filter((ms) => ms !== null);
  return known.length === 0 ? null : lowest(known);
};

/** Maximum length of a series: ten years. */
const MOST_DAYS = 3_660;

/** Creates the functions for figures by day, and for the date of the first event. */
export function createDailyFigures(
  { events, now }: Pick<Needs, 'events' | 'now'>,
  readSealState: ReadSealState,
  { answers, settledTime }: FigureCache,
  { clockOf, cells }: { clockOf: (question: Question) => Promise<ContractClock>; cells: CellFigures['cells'] },
): {
  byDay(question: Question): Promise<DayFigures[]>;
  firstEventAt(question: Question): Promise<number | null>;
  firstReportedAt(question: Question): Promise<number | null>;
} {
  const past = answers<DayRow[]>('sealedDays');
  const inParts = { settled: answers<DayRow[]>('settledDays'), recent: answers<DayRow[]>('recentDays') };
  const sealedFirstEvent = answers<number | null>('sealedFirstEvent');
  const firstEvent = answers<number | null>('firstEvent');
  const firstInvalid = answers<number | null>('firstInvalid');
  const keysOf = ({ customerKey }: Question) => (customerKey === null ? null : [customerKey]);

  /**
   * Returns the time of the first valid event. Sealed rows are older than all other rows except late ones, so one
   * cached value usually suffices.
   */
  async function firstEventAt(question: Question): Promise<number | null> {
    const { scope } = question;
    const { archiveVersion, lateWeeks, seal } = await readSealState();
    const { archive, generation, watermark } = seal;
    const customers = keysOf(question);
    const name = `${generation}|${archiveVersion}|${lateWeeks}|${customers}`;
    const findRaw = (raw: RawPart) => findFirstRawEvent(events, scope, { raw, customers }, archive);
    const findSealed = async () => {
      if (scope.kind !== 'advertiser') return findFirstSealedEvent(events, scope, { generation, customers });
      const { quiet } = splitAtLateWeeks({ fromMs: 0, toMs: Date.parse(watermark) }, lateWeeks);
      return earliest(await Promise.all(quiet.map(({ fromMs, toMs }) => findRaw(rawBetween(fromMs, toMs)))));
    };
    const sealedFirst = generation === 0 ? null : await sealedFirstEvent.get(scope, name, findSealed);
    if (sealedFirst !== null && lateWeeks.every((week) => Date.parse(week) > sealedFirst)) return sealedFirst;
    const { raw } = planReading(EVERYTHING, seal, lateWeeks);
    return earliest([sealedFirst, await firstEvent.get(scope, name, () => findRaw(raw))]);
  }

  /** Returns the time of the first event, valid or invalid. An invalid event may be older than all valid events. */
  async function firstReportedAt(question: Question): Promise<number | null> {
    const { scope } = question;
    const firstMs = await firstEventAt(question);
    const { seal } = await readSealState();
    const customers = keysOf(question);
    const raw = rawBetween(0, firstMs ?? END_OF_TIME_MS);
    const find = () => findFirstRawEvent(events, scope, { raw, customers, isInvalid: true }, seal.archive);
    return (await firstInvalid.get(scope, `${firstMs}|${customers}`, find)) ?? firstMs;
  }

  async function readRows(question: DaysQuestion): Promise<DayRow[]> {
    const { customers, dayStarts, scope } = question;
    const state = await readSealState();
    const plan = planDays(question, state);
    const readRaw = (raw: RawPart) => sumRawByDay(events, scope, { raw, customers, dayStarts }, state.seal.archive);
    const readPast = async () => {
      if (plan.past === null) return [];
      const { name, ...part } = plan.past;
      return past.get(scope, name, () =>
        part.kind === 'sealed'
          ? sumSealedByDay(events, scope, part.days, customers)
          : Promise.all(part.raws.map(readRaw)).then((rows) => rows.flat()),
      );
    };
    const { name, raw } = plan.recent;
    const asked = { name, settledMs: settledTime.until() };
    const readRecent = inTwoParts(inParts, scope, asked, (from, to) => readRaw(clipRaw(raw, from, to)));
    const [before, recent] = await Promise.all([readPast(), readRecent]);
    return [...before, ...recent.flat()];
  }

  async function byDay(question: Question): Promise<DayFigures[]> {
    const { zone } = await clockOf(question);
    const nowMs = now();
    const startMs = question.range.startMs ?? (await firstEventAt(question));
    if (startMs === null) return [];
    const fromMs = question.range.startMs ?? zonedDay(startMs, zone).startMs;
    const lastMs = zonedDay(nowMs + MOST_MS_EARLY, zone).endMs;
    const toMs = Math.max(Math.min(question.range.endMs ?? lastMs, lastMs), fromMs);
    if ((toMs - fromMs) / DAY_MS > MOST_DAYS) throw new AppError('invalid', 'The range is too long for daily figures.');
    const starts = dayStarts(fromMs, toMs, zone);
    const isStamped = question.timeZone === null;
    // Without a time zone, the days are those stamped on the events. Some of these events are just outside the range's
    // own days.
    const dayStartsAsked = isStamped ? null : [...starts.keys()];
    const asked = { fromMs, toMs, timeZone: question.timeZone, dayStarts: dayStartsAsked };
    const found = isKnown(question)
      ? await knownDays(cells, question, dayStartsAsked)
      : await readRows({ scope: question.scope, customers: keysOf(question), ...asked });
    const stamps = stampsOf(question.range);
    const isIn = (day: string) => stamps === null || (day >= stamps.from && day <= stamps.to);
    const rows = found.filter(({ day }) => isIn(day));
    return fillDays([...starts.values()].filter(isIn), starts, rows, zonedDay(nowMs, zone).date);
  }

  return { byDay, firstEventAt, firstReportedAt };
}

/** Adds up the rows for each day. Fills empty days with zeros, and omits future days without events. */
export function fillDays(
  dates: readonly string[],
  dateByStart: ReadonlyMap<number, string>,
  rows: readonly DayRow[],
  today: string,
): DayFigures[] {
  const byDate = new Map<string, Sums>(dates.filter((date) => date <= today).map((date) => [date, NO_SUMS]));
  for (const { day, ...sums } of rows) {
    const date = day.includes('-') ? day : (dateByStart.get(Number(day)) ?? '');
    byDate.set(date, addSums(byDate.get(date) ?? NO_SUMS, sums));
  }
  return [...byDate].sort(([a], [b]) => (a < b ? -1 : 1)).map(([day, sums]) => ({ day, ...sums }));
}
