import type { Scope } from '#domain/role.ts';
import { createSharedAnswers } from '../../memory/shared-answers.ts';
import { END_OF_TIME_MS } from '../asked/time-range.ts';
import type { Needs } from '../needs.ts';
import { createFreshness, type Freshness } from './freshness.ts';

/** Settled times move in steps, so that what is kept serves for a while. All zones' midnights lie on such a step. */
export const STEP_MS = 15 * 60_000;
/** Outlets mostly report sooner than this. */
const USUAL_DELAY_MS = 5 * 60_000;

/**
 * Time is split where nearly all events have come in: sums of what lies before are kept until a later event falls into it,
 * and only the last minutes are read anew with every change (20 million views: 0.6 s of CPU against 0.01 s).
 */
export type SettledTime = {
  /** Epoch ms; never goes back, whatever the clock does. */
  until(): number;
  /** Grows with every change in scope to what was settled when it came. */
  readonly lateness: Freshness;
};

export function createSettledTime({ live, now }: Pick<Needs, 'live' | 'now'>): SettledTime {
  let untilMs = Number.NEGATIVE_INFINITY;
  const until = () => {
    untilMs = Math.max(untilMs, Math.floor((now() - USUAL_DELAY_MS) / STEP_MS) * STEP_MS);
    return untilMs;
  };
  return { until, lateness: createFreshness(live, ({ oldestMs }) => oldestMs < until()) };
}

/**
 * How long a shared answer may serve while this process heard of no change. Who has the embedded store is the only one
 * that writes to it and hears of everything; a server may have other writers.
 */
export const answerAgeMs = ({ clickhouseUrl }: Needs['config']): number =>
  clickhouseUrl === null ? Number.POSITIVE_INFINITY : 1_000;

/** How long what is settled may be out of date at a server, should nobody have announced a late event. */
const UNANNOUNCED_MS = 30_000;

/**
 * What is settled serves until a late event is announced, or the next step; other processes announce theirs. At a server it has
 * an age besides: one that was killed after it stored an event never announces it, and the outlet that sends it again elsewhere
 * hears that it is stored. To read it anew each second took longer than a second at 100 million views.
 */
export const settledAgeMs = ({ clickhouseUrl }: Needs['config']): number =>
  clickhouseUrl === null ? Number.POSITIVE_INFINITY : UNANNOUNCED_MS;

export type SettledAnswers<Value> = {
  /** What `read` finds before and since `settledMs`; `key` names the question, the scope included. */
  get(
    key: string,
    scope: Scope,
    settledMs: number,
    read: (fromMs: number, toMs: number) => Promise<Value>,
  ): Promise<[before: Value, since: Value]>;
};

/** Answers about raw events in two parts: the settled one is kept until a late event, the other until any event. */
export function createSettledAnswers<Value>(
  config: Needs['config'],
  freshness: Freshness,
  settled: SettledTime,
  most: number,
): SettledAnswers<Value> {
  const before = createSharedAnswers<Value>({ maxAgeMs: settledAgeMs(config), most });
  const since = createSharedAnswers<Value>({ maxAgeMs: answerAgeMs(config), most });
  return {
    get: (key, scope, settledMs, read) =>
      Promise.all([
        before.get(
          `${key}|${settledMs}`,
          () => settled.lateness(scope),
          () => read(0, settledMs),
        ),
        since.get(
          `${key}|${settledMs}`,
          () => freshness(scope),
          () => read(settledMs, END_OF_TIME_MS),
        ),
      ]),
  };
}
