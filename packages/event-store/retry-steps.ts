import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/durations.ts';
import { isPassing } from './chdb-errors.ts';
import { EventsUnavailableError } from './events-db.ts';

export type RetryTimes = {
  readonly firstMs: number;
  readonly longestMs: number;
  /** Milliseconds since the first failure of a step. */
  readonly forMs: number;
};

export type Retrying = {
  readonly times?: RetryTimes;
  /** Receives one line before each wait, and the error that caused it. */
  readonly report: (line: string, error?: unknown) => void;
  readonly isStopping?: () => boolean;
};

/** Decides which errors a retry may fix. */
type Curable = { readonly isCurable?: (error: unknown) => boolean };

/**
 * Retry times for jobs. A server that restarts or is under load recovers within minutes, and hours of work must not
 * fail because of it.
 */
export const JOB_RETRY: RetryTimes = { firstMs: SECOND_MS / 2, longestMs: 30 * SECOND_MS, forMs: 10 * MINUTE_MS };

/** Retry times for a job that runs again within about a minute: long enough for a store that drops single calls. */
export const RECURRING_RETRY: RetryTimes = { ...JOB_RETRY, longestMs: 10 * SECOND_MS, forMs: MINUTE_MS };

/**
 * Retry times for an exported file, while a person waits: longer than for a screen, and shorter than the timeouts of
 * browsers and proxies.
 */
export const EXPORT_RETRY: RetryTimes = { firstMs: SECOND_MS / 4, longestMs: 2 * SECOND_MS, forMs: 20 * SECOND_MS };

/**
 * Retry times for entire jobs after a start, regardless of the reason for the failure. The next nightly run may be a
 * day away.
 */
export const START_RETRY: RetryTimes = { firstMs: 15 * SECOND_MS, longestMs: 32 * MINUTE_MS, forMs: HOUR_MS };

/** Retry time for the first contact, when the address may be wrong. */
export const FIRST_CONTACT_RETRY: Pick<RetryTimes, 'forMs'> = { forMs: 10 * SECOND_MS };

const CONNECTION_CODES =
  /^(SQLITE_(BUSY|LOCKED)\w*|ECONN(REFUSED|RESET)|EPIPE|ETIMEDOUT|40001|40P01|53[23]\d\d|55P03|57P0[1-3]|08\d{3})$/;

/**
 * Whether the store is temporarily unreachable or overloaded. A full disk, a wrong password or a faulty statement is a
 * permanent failure.
 */
export function isStoreAway(error: unknown): boolean {
  if (error instanceof EventsUnavailableError) return isPassing(error);
  return CONNECTION_CODES.test(String((error as { code?: unknown } | null)?.code));
}

/** Errors for which a nested step has used up its retries. */
const GIVEN_UP = new WeakSet<object>();

const helpsToWait = (error: unknown): boolean => isStoreAway(error) && !GIVEN_UP.has(error as object);

/**
 * Runs a step that may be repeated. While a store is unavailable, the step is repeated after growing pauses, for a
 * limited time. The pauses have jitter, so that several processes do not retry simultaneously.
 */
export async function retrySteps<Result>(step: () => Promise<Result>, retrying: Retrying & Curable): Promise<Result> {
  const wait = patienceOf(retrying);
  for (;;) {
    try {
      return await step();
    } catch (error) {
      await wait(error);
    }
  }
}

/**
 * Returns a function that pauses after a failure, longer each time. The function throws the error if a retry cannot
 * help or the retry time has passed.
 */
function patienceOf({
  times = JOB_RETRY,
  report,
  isStopping = () => false,
  isCurable = helpsToWait,
}: Retrying & Curable) {
  let firstFailure: number | null = null;
  let longestMs = times.firstMs;
  return async (error: unknown): Promise<void> => {
    const at = performance.now();
    firstFailure ??= at;
    const pauseMs = longestMs * (0.5 + Math.random() / 2);
    longestMs = Math.min(2 * longestMs, times.longestMs);
    if (!isCurable(error)) throw error;
    if (isStopping() || at + pauseMs > firstFailure + times.forMs) {
      if (typeof error === 'object' && error !== null) GIVEN_UP.add(error);
      throw error;
    }
    report(`${awayMessage(error)} Trying again in ${Math.ceil(pauseMs / SECOND_MS)} s.`, error);
    for (let left = pauseMs; left > 0 && !isStopping(); left -= SECOND_MS) await pause(Math.min(left, SECOND_MS));
    if (isStopping()) throw error;
  };
}

const jobs = new AsyncLocalStorage<Retrying>();

/** Runs a job. All `repeatable` statements in the job wait for a store that is unavailable. */
export const withRetries = <Result>(retrying: Retrying, job: () => Promise<Result>): Promise<Result> =>
  jobs.run(retrying, job);

/** Runs a callback-style function as a job whose `repeatable` statements wait for a store that is unavailable. */
export const callWithRetries = (retrying: Retrying, next: () => void): void => jobs.run(retrying, next);

/**
 * Runs a statement that may be repeated even if its response was lost. The statement is repeated only within a job
 * (`withRetries`, or `fallback` outside of a job), because a request must instead fail soon.
 */
export function repeatable<Result>(statement: () => Promise<Result>, fallback?: Retrying): Promise<Result> {
  const retrying = jobs.getStore() ?? fallback;
  return retrying === undefined ? statement() : retrySteps(statement, retrying);
}

/**
 * Yields rows while they are read. In a job, an interrupted read starts again after the last row that arrived.
 * `readFrom` receives that row (null at first) and must use the same order each time.
 */
export function resumable<Row>(readFrom: (last: Row | null) => AsyncIterable<Row>): AsyncIterable<Row> {
  const retrying = jobs.getStore();
  return retrying === undefined ? readFrom(null) : resumableIn(retrying, readFrom);
}

async function* resumableIn<Row>(retrying: Retrying, readFrom: (last: Row | null) => AsyncIterable<Row>) {
  let last: Row | null = null;
  let wait = patienceOf(retrying);
  for (;;) {
    const before: Row | null = last;
    try {
      for await (const row of readFrom(last)) {
        last = row;
        yield row;
      }
      return;
    } catch (error) {
      // Rows have arrived since the last failure, so this failure is a new one.
      if (last !== before) wait = patienceOf(retrying);
      await wait(error);
    }
  }
}

/**
 * Returns the same rows, each read as part of the current job. Otherwise, a stream would read when its consumer is
 * ready, outside of any job.
 */
export function withinJob<Row>(rows: AsyncIterable<Row> | Iterable<Row>): AsyncIterable<Row> | Iterable<Row> {
  if (jobs.getStore() === undefined || !(Symbol.asyncIterator in rows)) return rows;
  const inJob = AsyncLocalStorage.snapshot();
  const iterator = rows[Symbol.asyncIterator]();
  return (async function* () {
    try {
      for (;;) {
        const { done, value } = await inJob(() => iterator.next());
        if (done === true) return;
        yield value;
      }
    } finally {
      await iterator.return?.();
    }
  })();
}

/** Returns the message to show while a store is unavailable. */
export const awayMessage = (error: unknown): string =>
  error instanceof EventsUnavailableError ? error.message : 'The accounts store cannot be reached.';
