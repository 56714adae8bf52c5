import { isUtf8 } from 'node:buffer';
import { visit } from 'jsonc-parser';
import { MAX_BATCH_EVENTS } from '#contract/ingest.ts';
import { AppError } from '../../../http/app-error.ts';
import type { UnreadBatch } from '../../../ingestor.ts';

/** Placeholder for a line that is not JSON. */
export const MALFORMED = Symbol('malformed line');

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Wraps a request body whose events are not parsed yet. `read` parses them when there is room. */
export function unreadBatch(sent: Buffer, isNdjson: boolean): UnreadBatch {
  const body = withoutMark(sent);
  const array = isArray(body) ? outlineOf(body) : undefined;
  const atMost = eventsAtMost(body, array, isNdjson);
  return { atMost: Math.min(atMost, MAX_BATCH_EVENTS), read: () => readEvents(body, isNdjson, array) };
}

/**
 * Returns an upper bound on the number of events in the body: array elements, or lines. An NDJSON body that starts
 * with `[` could be either (see `readArray`), so the larger count applies.
 */
function eventsAtMost(body: Buffer, array: Outline | undefined, isNdjson: boolean): number {
  if (array === undefined) return linesOf(body);
  return isNdjson ? Math.max(array.elements, linesOf(body)) : array.elements;
}

/** Properties of a JSON text, found without parsing it. */
type Outline = {
  /** Number of elements of the array, if it is not nested too deeply. */
  readonly elements: number;
  readonly isTooDeep: boolean;
};

/**
 * Maximum nesting depth. Events are flat, and a body that contains only brackets would block the parser for a second
 * (docs/threat-model.md#f8).
 */
const MOST_LEVELS = 16;

function outlineOf(json: Buffer): Outline {
  let elements = 1;
  let level = 0;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === QUOTE) at = endOfText(json, at);
    else if (byte === COMMA && level === 1) elements += 1;
    else if (byte === OPENING_BRACKET || byte === OPENING_BRACE) level += 1;
    else if (byte === CLOSING_BRACKET || byte === CLOSING_BRACE) level -= 1;
    if (level > MOST_LEVELS) return { elements, isTooDeep: true };
  }
  return { elements, isTooDeep: false };
}

/** Returns the position of the closing quote of the string that starts here, or the body's length if there is none. */
function endOfText(body: Buffer, start: number): number {
  for (let at = start + 1; at < body.length; at += 1) {
    if (body[at] === BACKSLASH) at += 1;
    else if (body[at] === QUOTE) return at;
  }
  return body.length;
}

function linesOf(body: Buffer): number {
  let count = 1;
  for (let at = body.indexOf(LINE_FEED); at !== -1; at = body.indexOf(LINE_FEED, at + 1)) count += 1;
  return count;
}

/**
 * Parses a request body: a JSON array, a single object, or NDJSON. Chooses NDJSON by content type, or if the text is
 * neither an array nor an object. A bad NDJSON line affects only itself. Throws 400 for an empty or invalid body and
 * 413 for too many events.
 */
function readEvents(body: Buffer, isNdjson: boolean, array: Outline | undefined): readonly unknown[] {
  if (firstByte(body) === undefined) {
    throw new AppError(
      'invalid',
      'The body is empty. Send a JSON array of events, one event, or one event per line (NDJSON).',
    );
  }
  const events = array === undefined ? readObjects(body, isNdjson) : readArray(body, isNdjson, array);
  if (events.length > MAX_BATCH_EVENTS) throw tooManyEvents();
  if (events.length === 0) throw new AppError('invalid', 'The array is empty. Send at least one event.');
  return events;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
const LINE_FEED = 0x0a;
const WHITESPACE: ReadonlySet<number> = new Set([0x20, 0x09, LINE_FEED, 0x0d]);

const withoutMark = (body: Buffer): Buffer => (body.subarray(0, 3).equals(BYTE_ORDER_MARK) ? body.subarray(3) : body);

const firstByte = (body: Buffer): number | undefined => body.find((byte) => !WHITESPACE.has(byte));

const isArray = (body: Buffer): boolean => firstByte(body) === OPENING_BRACKET;

/**
 * Parses an array. If the content type is NDJSON and the text is not valid JSON, parses lines instead, because only
 * the first line looks like an array.
 */
function readArray(body: Buffer, isNdjson: boolean, outline: Outline): readonly unknown[] {
  const isWhole = isUtf8(body);
  if (!isWhole && !isNdjson) throw new AppError('invalid', 'The body is not valid UTF-8.');
  const text = body.toString('utf8');
  const parsed = isWhole ? parseJson(text, outline) : new SyntaxError('not UTF-8');
  if (isNdjson && parsed instanceof SyntaxError) return readLines(body);
  if (parsed instanceof SyntaxError) throw brokenJson(text, parsed);
  return Array.isArray(parsed) ? parsed : [parsed];
}

/** Parses one object, possibly spread over several lines, or one object per line. */
function readObjects(body: Buffer, isNdjson: boolean): readonly unknown[] {
  if (isNdjson) return readLines(body);
  const text = body.toString('utf8');
  const parsed = isUtf8(body) ? parseJson(text, outlineOf(body)) : new SyntaxError('not UTF-8');
  if (!(parsed instanceof SyntaxError)) return [parsed];
  const lines = readLines(body);
  if (lines.every((line) => line === MALFORMED)) throw brokenJson(text, parsed);
  return lines;
}

function readLines(body: Buffer): unknown[] {
  const isWhole = isUtf8(body);
  const events: unknown[] = [];
  for (let start = 0; start < body.length; ) {
    const feed = body.indexOf(LINE_FEED, start);
    const end = feed === -1 ? body.length : feed;
    const line = body.subarray(start, end);
    start = end + 1;
    const text = line.toString('utf8').trim();
    if (text === '') continue;
    if (events.length === MAX_BATCH_EVENTS) throw tooManyEvents();
    const parsed = isWhole || isUtf8(line) ? parseJson(text, outlineOf(line)) : new SyntaxError('not UTF-8');
    events.push(parsed instanceof SyntaxError ? MALFORMED : parsed);
  }
  return events;
}

const TOO_DEEP = new SyntaxError('nested too deeply');

function parseJson(text: string, { isTooDeep }: Outline): unknown {
  if (isTooDeep) return TOO_DEEP;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return error;
    throw error;
  }
}

/** Reports where the error is, but never quotes the text, because it belongs to the sender. */
function brokenJson(text: string, error: SyntaxError): AppError {
  if (error === TOO_DEEP) return new AppError('invalid', 'The body is nested too deeply. An event is a flat object.');
  const position = firstMistake(text);
  const line = text.slice(0, position).split('\n').length;
  return new AppError(
    'invalid',
    `The body is not valid JSON. The first error is at character ${position + 1} (line ${line}).`,
  );
}

/** Finds the position of the first syntax error, because JSON.parse reports it for only some errors. */
function firstMistake(text: string): number {
  let position = text.length;
  const onError = (_: unknown, offset: number) => {
    position = offset;
    throw STOP;
  };
  try {
    visit(text, { onError }, { disallowComments: true });
  } catch (error) {
    // A RangeError means that the visitor has hit its own nesting limit.
    if (error !== STOP && !(error instanceof RangeError)) throw error;
  }
  return position;
}

const STOP = Symbol('first mistake found');

const tooManyEvents = (): AppError =>
  new AppError('too-large', `A batch can have at most ${MAX_BATCH_EVENTS} events. Send them in several batches.`);
