import { EventsUnavailableError } from './events-db.ts';

/** Connections among a cluster's nodes: cut short, too slow, not to be had, none left to try. */
const NO_SHARD = [3, 32, 209, 210, 279];

const LATER = new Map<number, string>([
  ...NO_SHARD.map((code): [number, string] => [code, 'A shard of the events store cannot be reached.']),
  [81, 'The database that the address of the events store names does not exist: create it first, on every node.'],
  [159, 'The events store took too long to answer.'],
  [241, 'The events store is short of memory.'],
  [243, 'The disk of the events store is full.'],
  [252, 'The events store is busy merging; send again later.'],
  [286, 'Another insert into the events store has yet to reach enough replicas.'],
  [289, 'A replica of the events store lags behind.'],
  [319, 'Too few replicas of the events store took the rows in time.'],
  [394, 'The events store is shutting down.'],
  [516, 'The events store refuses the user or the password of its address.'],
]);

/** ClickHouse could not read a value, or may not store it: the same row is refused however often it is sent. */
const ROW_CODES: ReadonlySet<number> = new Set([
  // Text, quoted, escaped, date, time, number, yes or no, UUID, addresses, a word of a list.
  ...[6, 25, 26, 27, 38, 41, 72, 130, 376, 441, 467, 563, 675, 676, 691],
  // Out of range, of another type, too long, not consistent, empty, against a constraint.
  ...[53, 69, 70, 117, 128, 131, 321, 349, 469],
]);

/** What is said of a failure that nobody has met. */
export const COULD_NOT_ANSWER = 'The events store could not answer.';

/** The answer is larger than its limit, and will be so the next time. */
const TOO_LARGE = 396;

/** ClickHouse's error code, from the error itself, its cause or the text that begins with it. */
export function engineErrorCode(error: unknown): number | null {
  if (!(error instanceof Error)) return null;
  const own = 'clickhouseCode' in error ? error.clickhouseCode : 'code' in error ? error.code : undefined;
  // The client of a server keeps the number as text and takes it out of the message; `ECONNRESET` is no such code.
  if (/^[0-9]+$/.test(String(own))) return Number(own);
  const inText = /Code: (\d+)/.exec(error.message)?.[1];
  if (inText !== undefined) return Number(inText);
  return error.cause === undefined ? null : engineErrorCode(error.cause);
}

/**
 * Whatever says nothing of the rows themselves may pass: a shard that is gone, a table that another version has yet to
 * make, a fault that nobody has met. Taking it for the rows' fault would refuse good events for good. The engine's text
 * stays in `cause`, for the log alone: it names columns and quotes SQL.
 */
export function asEventsError(error: unknown): EventsUnavailableError {
  if (error instanceof EventsUnavailableError) return error;
  const code = engineErrorCode(error);
  // A system call that failed for want of space arrives without ClickHouse's own code.
  if (code !== 243 && error instanceof Error && /No space left|ENOSPC/.test(error.message)) {
    return new EventsUnavailableError('The disk of the events store is full.', true, { cause: error });
  }
  if (code === TOO_LARGE) {
    const message = 'The answer of the events store is larger than its limit.';
    return new EventsUnavailableError(message, false, { cause: error });
  }
  const message = LATER.get(code ?? 0) ?? COULD_NOT_ANSWER;
  return new EventsUnavailableError(message, code === null || !ROW_CODES.has(code), { cause: error });
}

export const isDiskFull = (error: unknown): boolean =>
  error instanceof EventsUnavailableError && error.message.includes('disk');

/** Of a stored file: wrong checksum, missing, corrupted, not to be unpacked. It stays so however often it is read. */
const DAMAGED: ReadonlySet<number> = new Set([40, 226, 246, 271]);

/** Which stored part the engine could not read, or '' where it does not say; null where that is not what is wrong. */
export function damagedPart(error: unknown): string | null {
  if (!DAMAGED.has(engineErrorCode(error) ?? 0)) return null;
  return /\/(\d+(?:_\d+){3,4})\//.exec(wordsOf(error))?.[1] ?? '';
}

export type Damage = { readonly table: string; readonly part: string };

/** The same with its table; null also where the engine does not say both. */
export function damageOf(error: unknown): Damage | null {
  const part = damagedPart(error);
  const table = /in table \w+\.(\w+)/.exec(wordsOf(error))?.[1];
  return part === null || part === '' || table === undefined ? null : { part, table };
}

const wordsOf = (error: unknown): string => (error instanceof Error ? `${error.message} ${wordsOf(error.cause)}` : '');
