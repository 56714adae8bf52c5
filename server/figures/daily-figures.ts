import { DAY_MS } from '#domain/durations.ts';
import { MOST_MS_EARLY } from '#domain/event-time.ts';
import { dayStarts, zonedDay } from '#domain/zoned-day.ts';
import { AppError } from '../http/app-error.ts';
import { createSharedAnswers } from '../memory/shared-answers.ts';
import type { ContractClock } from './asked/contract-clock.ts';
import type { Question } from './asked/question.ts';
import { EVERYTHING, stampsOf } from './asked/time-range.ts';
import { type Freshness, scopeName } from './keep/freshness.ts';
import { answerAgeMs, createSettledAnswers, type SettledTime } from './keep/settled-time.ts';
import type { Needs } from './needs.ts';
import { clipRaw, planReading, type RawPart, rawBetween, sealsBetween } from './plan/reading-plan.ts';
import type { ReadSealState } from './plan/seal-state.ts';
import { findFirstRawEvent, findFirstSealedEvent } from './read/first-events-queries.ts';
import { addSums, NO_SUMS, type Sums } from './read/sums.ts';
import { type DayRow, sumRawByDay, sumSealedByDay } from './read/sums-queries.ts';

/** One day of a series; `day` is an ISO date in the series' zone. */
export type DayFigures = { readonly day: string } & Sums;

/** Longest series: ten years. */
const MOST_DAYS = 3_660;

/** Figures by day, and where they begin. */
export function createDailyFigures(
  { events, config, now }: Pick<Needs, 'events' | 'config' | 'now'>,
  readSealState: ReadSealState,
  freshness: Freshness,
  settled: SettledTime,
  clockOf: (question: Question) => Promise<ContractClock>,
): {
  byDay(question: Question): Promise<DayFigures[]>;
  firstEventAt(question: Question): Promise<number | null>;
} {
  const maxAgeMs = answerAgeMs(config);
  const recent = createSettledAnswers<DayRow[]>(config, freshness, settled, 64);
  const past = createSharedAnswers<DayRow[]>({ maxAgeMs: Number.POSITIVE_INFINITY, most: 64 });
  const first = createSharedAnswers<number | null>({ maxAgeMs: Number.POSITIVE_INFINITY, most: 64 });
  const recentFirst = createSharedAnswers<number | null>({ maxAgeMs, most: 64 });
  const keysOf = ({ customerKey }: Question) => (customerKey === null ? null : [customerKey]);

  /** Sealed rows are older than all others but late ones, so that mostly one kept answer serves. */
  async function firstEventAt(question: Question): Promise<number | null> {
    const { scope } = question;
    const { late, seal } = await readSealState();
    const { generation, watermark } = seal;
    const customers = keysOf(question);
    const name = `${scopeName(scope)}|${generation}|${late.version}|${customers}`;
    const findSealed = () =>
      scope.kind === 'advertiser'
        ? findFirstRawEvent(events, scope, { raw: rawBetween(0, Date.parse(watermark)), customers }, seal.archive)
        : findFirstSealedEvent(events, scope, { generation, customers });
    const sealedFirst = generation === 0 ? null : await first.get(name, () => 0, findSealed);
    if (sealedFirst !== null && late.weeks.length === 0) return sealedFirst;
    const { raw } = planReading(EVERYTHING, seal, late.weeks);
    const rawFirst = await recentFirst.get(
      name,
      () => freshness(scope),
      () => findFirstRawEvent(events, scope, { raw, customers }, seal.archive),
    );
    return sealedFirst === null || rawFirst === null ? (sealedFirst ?? rawFirst) : Math.min(sealedFirst, rawFirst);
  }

  /** Rows of the range by day: whole UTC days from the rollups where days are UTC days, else raw. */
  async function readRows(question: Question, fromMs: number, toMs: number, dayStarts: readonly number[] | null) {
    const { scope } = question;
    const { late, seal } = await readSealState();
    const customers = keysOf(question);
    const name = `${scopeName(scope)}|${seal.generation}|${late.version}|${customers}|${fromMs}|${question.timeZone}`;
    const readRaw = (raw: RawPart) => () => sumRawByDay(events, scope, { raw, customers, dayStarts }, seal.archive);
    const settledMs = settled.until();
    const readRecent = async (key: string, raw: RawPart) => {
      const rows = await recent.get(key, scope, settledMs, (from, to) => readRaw(clipRaw(raw, from, to))());
      return rows.flat();
    };
    const plan = planReading({ startMs: fromMs, endMs: toMs }, seal, late.weeks);
    const isUtc = dayStarts?.every((start) => start % DAY_MS === 0) === true;
    if (isUtc && scope.kind !== 'advertiser' && plan.sealed.kind !== 'none') {
      const days =
        plan.sealed.kind === 'days'
          ? plan.sealed
          : {
              kind: 'days' as const,
              fromDay: '1970-01-01',
              toDay: seal.watermark,
              seals: sealsBetween(seal, 0, Date.parse(seal.watermark), []),
            };
      return Promise.all([
        past.get(
          `${name}|${days.toDay}`,
          () => 0,
          () => sumSealedByDay(events, scope, days, customers),
        ),
        readRecent(`${name}|${toMs}`, plan.raw),
      ]);
    }
    // Rows before the watermark change only with a late event, which changes the name: they are kept.
    const splitMs = Math.min(Math.max(Date.parse(seal.watermark), fromMs), toMs);
    return Promise.all([
      splitMs === fromMs ? [] : past.get(`${name}|raw|${splitMs}`, () => 0, readRaw(rawBetween(fromMs, splitMs))),
      readRecent(`${name}|raw|${toMs}`, rawBetween(splitMs, toMs)),
    ]);
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
    // Without a zone the days are those stamped on the events, some of which lie around the range's own.
    const parts = await readRows(question, fromMs, toMs, isStamped ? null : [...starts.keys()]);
    const stamps = stampsOf(question.range);
    const isIn = (day: string) => stamps === null || (day >= stamps.from && day <= stamps.to);
    const rows = parts.flat().filter(({ day }) => isIn(day));
    return fillDays([...starts.values()].filter(isIn), starts, rows, zonedDay(nowMs, zone).date);
  }

  return { byDay, firstEventAt };
}

/** Adds up the rows of each day, puts zeros where nothing happened, and leaves out a future day without events. */
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
