import { EventsUnavailableError } from './events-db.ts';

/** What the engine's error codes mean to a caller. Everything else is a mistake of ours and not worth a retry. */
const MEANINGS = new Map<number, { readonly message: string; readonly retryable: boolean }>([
  [159, { message: 'The events store took too long to answer.', retryable: true }],
  [241, { message: 'The events store is short of memory.', retryable: true }],
  [243, { message: 'The disk of the events store is full.', retryable: true }],
  [252, { message: 'The events store is busy merging; send again later.', retryable: true }],
  [394, { message: 'The events store is shutting down.', retryable: true }],
  [396, { message: 'The answer of the events store is larger than its limit.', retryable: false }],
]);

/** ClickHouse's error code, from the error itself, its cause or the text that begins with it. */
export function engineErrorCode(error: unknown): number | null {
  if (!(error instanceof Error)) return null;
  const own = 'clickhouseCode' in error ? Number(error.clickhouseCode) : Number.NaN;
  if (Number.isInteger(own)) return own;
  const inText = /Code: (\d+)/.exec(error.message)?.[1];
  if (inText !== undefined) return Number(inText);
  return error.cause === undefined ? null : engineErrorCode(error.cause);
}

/** The engine's text stays in `cause`, for the log alone: it names columns and quotes SQL. */
export function asEventsError(error: unknown): EventsUnavailableError {
  if (error instanceof EventsUnavailableError) return error;
  const code = engineErrorCode(error);
  const meaning = code === null ? undefined : MEANINGS.get(code);
  // A system call that failed for want of space arrives without ClickHouse's own code.
  if (meaning === undefined && error instanceof Error && /No space left|ENOSPC/.test(error.message)) {
    return new EventsUnavailableError('The disk of the events store is full.', true, { cause: error });
  }
  const { message, retryable } = meaning ?? { message: 'The events store could not answer.', retryable: false };
  return new EventsUnavailableError(message, retryable, { cause: error });
}

export const isDiskFull = (error: unknown): boolean =>
  error instanceof EventsUnavailableError && error.message.includes('disk');
