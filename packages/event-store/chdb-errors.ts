import { EventsUnavailableError } from './events-db.ts';

/** Error codes for connections between cluster nodes: cut off, too slow, not available, no candidate left. */
const NO_SHARD = [3, 32, 209, 210, 279];

const LATER = new Map<number, string>([
  ...NO_SHARD.map((code): [number, string] => [code, 'A shard of the events store cannot be reached.']),
  [60, 'A server of the events store lacks a table.'],
  [81, 'The database that the address of the events store names does not exist: create it first, on every node.'],
  [159, 'The events store took too long to answer.'],
  [241, 'The events store is short of memory.'],
  [243, 'The disk of the events store is full.'],
  [252, 'The events store is busy merging; send again later.'],
  [286, 'Another insert into the events store has yet to reach enough replicas.'],
  [289, 'A replica of the events store lags behind.'],
  [319, 'Too few replicas of the events store took the rows in time.'],
  [341, 'A replica of the events store does not answer; it makes the change when it is back.'],
  [394, 'The events store is shutting down.'],
  [516, 'The events store refuses the user or the password of its address.'],
]);

/** Error codes for values that ClickHouse cannot parse or may not store: every retry with the same row fails. */
const ROW_CODES: ReadonlySet<number> = new Set([
  // Text, quoted, escaped, date, time, number, boolean, UUID, address, enum value.
  ...[6, 25, 26, 27, 38, 41, 72, 130, 376, 441, 467, 563, 675, 676, 691],
  // Out of range, wrong type, too long, inconsistent, empty, violates a constraint.
  ...[53, 69, 70, 117, 128, 131, 321, 349, 469],
]);

/** The message for an unknown failure. */
export const COULD_NOT_ANSWER = 'The events store could not answer.';

/** Error code for a response that exceeds its size limit; a retry fails in the same way. */
const TOO_LARGE = 396;

/** Returns ClickHouse's error code, from the error, its cause or the start of its message; null if there is none. */
export function engineErrorCode(error: unknown): number | null {
  if (!(error instanceof Error)) return null;
  const own = 'clickhouseCode' in error ? error.clickhouseCode : 'code' in error ? error.code : undefined;
  // The server client stores the code as text and removes it from the message. `ECONNRESET` is not a ClickHouse code.
  if (/^[0-9]+$/.test(String(own))) return Number(own);
  const inText = /Code: (\d+)/.exec(error.message)?.[1];
  if (inText !== undefined) return Number(inText);
  return error.cause === undefined ? null : engineErrorCode(error.cause);
}

/**
 * Converts any error to an `EventsUnavailableError`. The result is retryable unless the error concerns the rows
 * themselves: a missing shard, a table that another version has yet to create, or an unknown fault may be temporary.
 * Blaming the rows would reject good events permanently. Only `cause` contains the engine's text, for the log: that
 * text names columns and quotes SQL.
 */
export function asEventsError(error: unknown): EventsUnavailableError {
  if (error instanceof EventsUnavailableError) return error;
  const code = engineErrorCode(error);
  // A system call that fails on a full disk has no ClickHouse code.
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

/**
 * Error codes for temporary failures, such as too many statements, a read-only table, or no Keeper. The same statement
 * succeeds once the server has recovered.
 */
const PASSING: ReadonlySet<number> = new Set([...NO_SHARD, 159, 202, 225, 241, 242, 252, 286, 289, 319, 394, 999]);

/**
 * Whether waiting may help. The cause of an unknown fault may be the statement itself, which would then fail every
 * time.
 */
export function isPassing(error: EventsUnavailableError): boolean {
  if (!error.retryable) return false;
  const code = engineErrorCode(error);
  return code === null ? error.message !== COULD_NOT_ANSWER && !isDiskFull(error) : PASSING.has(code);
}

export const isDiskFull = (error: unknown): boolean =>
  error instanceof EventsUnavailableError && error.message.includes('disk');

/**
 * Error codes for a damaged stored file: wrong checksum, missing, corrupted, cannot be decompressed. Every read of the
 * file fails.
 */
const DAMAGED: ReadonlySet<number> = new Set([40, 226, 246, 271]);

/**
 * Returns the stored part that the engine could not read, or '' if the engine does not name it; null for other errors.
 */
export function damagedPart(error: unknown): string | null {
  if (!DAMAGED.has(engineErrorCode(error) ?? 0)) return null;
  return /\/(\d+(?:_\d+){3,4})\//.exec(wordsOf(error))?.[1] ?? '';
}

export type Damage = { readonly table: string; readonly part: string };

/** Returns the damaged part with its table; null if the engine does not name both. */
export function damageOf(error: unknown): Damage | null {
  const part = damagedPart(error);
  const table = /in table \w+\.(\w+)/.exec(wordsOf(error))?.[1];
  return part === null || part === '' || table === undefined ? null : { part, table };
}

const wordsOf = (error: unknown): string => (error instanceof Error ? `${error.message} ${wordsOf(error.cause)}` : '');

/** Error codes for a node that has lost its tables or its database, so that a statement did nothing there. */
const EMPTY: ReadonlySet<number> = new Set([60, 81]);
const LAGS_BEHIND = 289;

export const isEmptyNode = (error: unknown): boolean => EMPTY.has(engineErrorCode(error) ?? 0);

/** Whether this node cannot respond while another replica can: the node is empty, or has yet to fetch rows. */
export const isNotHere = (error: unknown): boolean => isEmptyNode(error) || engineErrorCode(error) === LAGS_BEHIND;
