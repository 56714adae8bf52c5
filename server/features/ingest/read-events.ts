import { isUtf8 } from 'node:buffer';
import { visit } from 'jsonc-parser';
import { MAX_BATCH_EVENTS } from '#contract/ingest.ts';
import { AppError } from '../../http/app-error.ts';
import type { UnreadBatch } from '../../ingestor.ts';

/** Stands among the events for a line that is not JSON. */
export const MALFORMED = Symbol('malformed line');

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** The events of a request body, to be read by `readEvents` when there is room for them. */
export function unreadBatch(body: Buffer, isNdjson: boolean): UnreadBatch {
  return { atMost: Math.min(eventsAtMost(body, isNdjson), MAX_BATCH_EVENTS), read: () => readEvents(body, isNdjson) };
}

/** As many as an array has elements, or a text has lines: what begins like an array may be lines after all (`readArray`). */
function eventsAtMost(sent: Buffer, isNdjson: boolean): number {
  const body = withoutMark(sent);
  const start = firstByte(body) ?? 0;
  if (body[start] !== OPENING_BRACKET) return linesOf(body);
  const elements = elementsOf(body, start);
  return isNdjson ? Math.max(elements, linesOf(body)) : elements;
}

function elementsOf(body: Buffer, start: number): number {
  let count = 1;
  let level = 0;
  for (let at = start; at < body.length; at += 1) {
    const byte = body[at];
    if (byte === QUOTE) at = endOfText(body, at);
    else if (byte === COMMA && level === 1) count += 1;
    else if (byte === OPENING_BRACKET || byte === OPENING_BRACE) level += 1;
    else if (byte === CLOSING_BRACKET || byte === CLOSING_BRACE) level -= 1;
  }
  return count;
}

/** Where the text that begins here ends; past the body if it does not. */
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
 * Events of a request body: a JSON array, one object, or NDJSON (by content type, or because the text is none of the
 * others). Bad lines of NDJSON cost only themselves. Throws 400 for an empty or broken body and 413 for too many events.
 */
export function readEvents(sent: Buffer, isNdjson: boolean): readonly unknown[] {
  const body = withoutMark(sent);
  const start = firstByte(body);
  if (start === undefined) {
    throw new AppError(
      'invalid',
      'The body is empty. Send a JSON array of events, one event, or one event per line (NDJSON).',
    );
  }
  const isArray = body[start] === OPENING_BRACKET;
  const events = isArray ? readArray(body, isNdjson) : readObjects(body, isNdjson);
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

function firstByte(body: Buffer): number | undefined {
  const start = body.findIndex((byte) => !WHITESPACE.has(byte));
  return start === -1 ? undefined : start;
}

/** An array, unless lines were announced and the first of several only looks like one. */
function readArray(body: Buffer, isNdjson: boolean): readonly unknown[] {
  const isWhole = isUtf8(body);
  if (!isWhole && !isNdjson) throw new AppError('invalid', 'The body is not valid UTF-8.');
  const text = body.toString('utf8');
  const parsed = isWhole ? parseJson(text) : new SyntaxError('not UTF-8');
  if (isNdjson && parsed instanceof SyntaxError) return readLines(body);
  if (parsed instanceof SyntaxError) throw brokenJson(text, parsed);
  return Array.isArray(parsed) ? parsed : [parsed];
}

/** One object, perhaps over several lines, or one object per line. */
function readObjects(body: Buffer, isNdjson: boolean): readonly unknown[] {
  if (isNdjson) return readLines(body);
  const text = body.toString('utf8');
  const parsed = isUtf8(body) ? parseJson(text) : new SyntaxError('not UTF-8');
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
    const parsed = isWhole || isUtf8(line) ? parseJson(text) : new SyntaxError('not UTF-8');
    events.push(parsed instanceof SyntaxError ? MALFORMED : parsed);
  }
  return events;
}

/** Events are flat; a body of brackets alone would keep the parser busy for a second (security F8). */
const MOST_LEVELS = 16;
const TOO_DEEP = new SyntaxError('nested too deeply');

function isTooDeep(text: string): boolean {
  let level = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isInText) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) isInText = false;
    } else if (code === QUOTE) isInText = true;
    else if (code === OPENING_BRACKET || code === OPENING_BRACE) level += 1;
    else if (code === CLOSING_BRACKET || code === CLOSING_BRACE) level -= 1;
    if (level > MOST_LEVELS) return true;
  }
  return false;
}

function parseJson(text: string): unknown {
  if (isTooDeep(text)) return TOO_DEEP;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return error;
    throw error;
  }
}

/** Says where, and never what: the text is the sender's. */
function brokenJson(text: string, error: SyntaxError): AppError {
  if (error === TOO_DEEP) return new AppError('invalid', 'The body is nested too deeply: an event is a flat object.');
  const position = firstMistake(text);
  const line = text.slice(0, position).split('\n').length;
  return new AppError(
    'invalid',
    `The body is not valid JSON: reading stopped at character ${position + 1} (line ${line}).`,
  );
}

/** JSON.parse names the position of some mistakes only. */
function firstMistake(text: string): number {
  let position = text.length;
  const onError = (_: unknown, offset: number) => {
    position = offset;
    throw STOP;
  };
  try {
    visit(text, { onError }, { disallowComments: true });
  } catch (error) {
    // A RangeError is the visitor's own limit of nesting.
    if (error !== STOP && !(error instanceof RangeError)) throw error;
  }
  return position;
}

const STOP = Symbol('first mistake found');

const tooManyEvents = (): AppError =>
  new AppError('too-large', `A batch has at most ${MAX_BATCH_EVENTS} events. Send them in several batches.`);
