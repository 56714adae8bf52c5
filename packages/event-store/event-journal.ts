import { createHash } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '../../server/lib/write-whole.ts';
import { EVENT_COLUMNS, encodeEvents } from './event-encoder.ts';
import { EventsUnavailableError, NothingStoredError, type StoredEvent } from './events-db.ts';
import { type JournalFile, openJournalFile } from './journal-file.ts';
import { createKnownIndex, type KnownIndex } from './known-index.ts';
import { noteLostRows } from './lost-rows.ts';
import { blockOf, setAside } from './refused-events.ts';
import { weekNumber } from './weeks.ts';

/**
 * A write-ahead log for small inserts into an embedded store. An engine insert costs 25 ms and 28 syncs regardless of
 * its size; an append to a synced file is equally safe and a hundred times cheaper. No other process may write to the
 * store.
 */
export type EventJournal = Pick<KnownIndex, 'event' | 'follower'> & {
  /** Resolves when the rows are on disk: in the journal, or, for large inserts, in the engine. */
  insert(rows: readonly StoredEvent[]): Promise<void>;
  /** Resolves when the engine has all rows inserted before the call and the journal no longer holds them. */
  settle(): Promise<void>;
  /** Closes the files. Unsettled rows remain in the journal for the next start. */
  close(): Promise<void>;
};

type Parts = {
  readonly folder: string;
  /** Stores tab-separated rows durably. Throws a non-retryable error if the engine rejects their content. */
  readonly store: (columns: readonly string[], rows: Buffer) => Promise<void>;
  /** Stores rows that bypass the journal. */
  readonly insertDirectly: (rows: readonly StoredEvent[]) => Promise<void>;
  /** Runs a write that needs disk space, or rejects it if the disk lacks room. */
  readonly guard: (write: () => Promise<void>) => Promise<void>;
  readonly tell: (line: string) => void;
};

/**
 * Minimum number of rows that bypass the journal. For these inserts, the engine's cost per insert is small compared
 * with its cost per row.
 */
const MANY_ROWS = 1_000;
/** The number of rows that triggers a settle, and the total number of rows that may wait for the engine. */
const ENOUGH_ROWS = 4_000;
const MOST_ROWS = 12_000;
const MOST_WAIT_MS = 1_000;
/** Maximum number of weeks in a journal file. The engine accepts at most 100 partitions per insert. */
const MOST_WEEKS = 90;

type Segment = {
  readonly at: number;
  readonly file: JournalFile;
  readonly blocks: Buffer[];
  readonly weeks: Set<number>;
  rows: number;
  /** Whether an append failed. The file may then contain rows that were never acknowledged. */
  isSpoilt: boolean;
  known: KnownIndex;
};

/** Opens the journal in its folder, and stores the rows that a crashed process left in the engine. */
export async function openEventJournal({ folder, store, insertDirectly, guard, tell }: Parts): Promise<EventJournal> {
  if (mkdirSync(folder, { recursive: true }) !== undefined) syncFolder(dirname(folder));
  const [first, second] = [await openSegment(folder, 0), await openSegment(folder, 1)];
  const mark = await openJournalMark(join(folder, 'acknowledged'), 2);
  let active = first;
  let settling: Segment | null = null;
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  let lastTurn: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  /** Runs work in turn, so that appends and the switch to the other file never overlap. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = lastTurn.then(work);
    lastTurn = turn.catch(() => undefined);
    return turn;
  }

  const isEmpty = ({ rows, isSpoilt }: Segment) => rows === 0 && !isSpoilt;

  async function settleOnce(): Promise<void> {
    // Store the rows of a failed settle first, and then also the newer rows.
    if (settling !== null) await storeSettling(settling);
    await inTurn(async () => {
      if (isEmpty(active)) return;
      // Switch in one synchronous step. Lookups of waiting rows can happen at any time, and each row must be in one of
      // the two segments.
      settling = active;
      active = active === first ? second : first;
    });
    if (settling !== null) await storeSettling(settling);
  }

  async function storeSettling(segment: Segment): Promise<void> {
    await storeBlocks(segment.blocks);
    await mark.forget(segment.at);
    await segment.file.clear();
    empty(segment);
    settling = null;
  }

  async function storeBlocks(blocks: readonly Buffer[]): Promise<void> {
    for (const { columns, rows } of byColumns(blocks)) await storeAround(columns, rows);
  }

  /**
   * Stores rows. Acknowledged rows that the engine rejects must not block the rows after them, so they are reported and
   * set aside for inspection.
   */
  async function storeAround(columns: readonly string[], rows: Buffer): Promise<void> {
    try {
      await store(columns, rows);
    } catch (error) {
      if (error instanceof EventsUnavailableError && error.retryable) throw error;
      const middle = middleOf(rows);
      if (middle !== null) {
        await storeAround(columns, rows.subarray(0, middle));
        await storeAround(columns, rows.subarray(middle));
        return;
      }
      const path = await setAside(folder, columns, rows);
      tell(`The events store refuses an event that was taken; it is kept in ${path}: ${String(error)}`);
    }
  }

  function settleNow(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const run = settleOnce().finally(() => {
      running = null;
    });
    running = run;
    return run;
  }

  /** Runs one settle after the other. Calls made during a settle share the next settle. */
  function settle(): Promise<void> {
    if (next !== null) return next;
    if (running === null) return settling === null && isEmpty(active) ? Promise.resolve() : settleNow();
    next = running
      .catch(() => undefined)
      .then(() => {
        next = null;
        return settleNow();
      });
    return next;
  }

  function settleSoon(): void {
    if (active.rows >= ENOUGH_ROWS && running === null) settle().catch(settleAgain);
    else settleAgain();
  }

  function settleAgain(): void {
    if (!isClosed) timer ??= setTimeout(() => void settle().catch(settleAgain), MOST_WAIT_MS).unref();
  }

  const waiting = () => active.rows + (settling?.rows ?? 0);

  async function append(rows: readonly StoredEvent[], weeks: ReadonlySet<number>): Promise<void> {
    const segment = active;
    let length = 0;
    try {
      const block = blockOf(EVENT_COLUMNS, encodeEvents(rows));
      await guard(async () => {
        length = await segment.file.append(block);
      });
      segment.blocks.push(block);
    } catch (error) {
      segment.isSpoilt = true;
      throw error;
    }
    segment.rows += rows.length;
    mark.note(segment.at, { length, rows: segment.rows });
    for (const week of weeks) segment.weeks.add(week);
    for (const row of rows) segment.known.add(row);
  }

  async function insert(rows: readonly StoredEvent[]): Promise<void> {
    const weeks = new Set(rows.map(({ timestampMs }) => weekNumber(timestampMs)));
    if (rows.length >= MANY_ROWS || weeks.size > MOST_WEEKS) return insertDirectly(rows);
    await makeRoom(rows.length, weeks);
    const isWritten = await inTurn(async () => {
      if (active.isSpoilt) return false;
      await append(rows, weeks);
      return true;
    }).catch(() => false);
    settleSoon();
    // A journal failure need not affect the engine. If the engine also fails, its error is the better response.
    if (!isWritten) await insertDirectly(rows);
  }

  async function makeRoom(rows: number, weeks: ReadonlySet<number>): Promise<void> {
    const isFull = () => waiting() > 0 && waiting() + rows > MOST_ROWS;
    const isTooWide = () => active.rows > 0 && new Set([...active.weeks, ...weeks]).size > MOST_WEEKS;
    try {
      while (isFull() || isTooWide()) await settle();
    } catch (cause) {
      throw new NothingStoredError(cause instanceof Error ? cause.message : String(cause), { cause });
    }
  }

  /**
   * Records and reports missing rows. The rows were acknowledged, so there may be no other copy: the sender may have
   * deleted its own.
   */
  function noteMissing(file: number, acknowledged: number, left: readonly Buffer[]): void {
    const found = left.reduce((sum, block) => sum + rowsIn(block), 0);
    if (found >= acknowledged) return;
    noteLostRows(folder, { file, acknowledged, found });
    tell(
      `${acknowledged - found} events that outlets were told are stored are missing from the journal, and are in no figure: the disk has lost them, or somebody has changed files in the data folder.`,
    );
  }

  // Settle one file after the other: together they may have more weeks than the engine accepts in one insert.
  for (const { at, file } of [first, second]) {
    const acknowledged = mark.found(at);
    const left = await file.read(acknowledged.length);
    if (left.length > 0) tell('Storing events that a stop has left in the journal …');
    await storeBlocks(left);
    noteMissing(at, acknowledged.rows, left);
    await mark.forget(at);
    await file.clear();
  }

  return {
    insert,
    settle,
    event: (wanted) => active.known.event(wanted) ?? settling?.known.event(wanted),
    follower: (wanted) => settling?.known.follower(wanted) ?? active.known.follower(wanted),
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await lastTurn;
      await (next ?? running)?.catch(() => undefined);
      await mark.close();
      await first.file.close();
      await second.file.close();
    },
  };
}

async function openSegment(folder: string, at: number): Promise<Segment> {
  const file = await openJournalFile(join(folder, `${at}`));
  return { at, file, blocks: [], weeks: new Set(), rows: 0, isSpoilt: false, known: createKnownIndex() };
}

function empty(segment: Segment): void {
  segment.blocks.length = 0;
  segment.weeks.clear();
  segment.rows = 0;
  segment.isSpoilt = false;
  segment.known = createKnownIndex();
}

const NEW_LINE = 0x0a;

/** Counts the rows of a block. Each row ends with a newline, as does the line of column names before them. */
function rowsIn(block: Buffer): number {
  let rows = -1;
  for (let at = block.indexOf(NEW_LINE); at !== -1; at = block.indexOf(NEW_LINE, at + 1)) rows += 1;
  return rows;
}

/**
 * Groups blocks by their list of columns, with one insert per list. There is a single list unless the version changed
 * in between.
 */
function byColumns(blocks: readonly Buffer[]): { columns: readonly string[]; rows: Buffer }[] {
  const found = new Map<string, Buffer[]>();
  for (const block of blocks) {
    const end = block.indexOf(NEW_LINE);
    const names = block.toString('latin1', 0, end);
    const rows = found.get(names) ?? [];
    found.set(names, rows);
    rows.push(block.subarray(end + 1));
  }
  return [...found].map(([names, rows]) => ({ columns: names.split('\t'), rows: Buffer.concat(rows) }));
}

/** Returns the start of the row nearest to the middle; null for a single row. Newlines inside a row are escaped. */
function middleOf(rows: Buffer): number | null {
  const after = rows.indexOf(NEW_LINE, Math.floor(rows.length / 2)) + 1;
  if (after > 0 && after < rows.length) return after;
  const before = rows.lastIndexOf(NEW_LINE, rows.length - 2) + 1;
  return before > 0 ? before : null;
}

/** The acknowledged part of a journal file: its number of bytes and rows, from the start of the file. */
type Acknowledged = { readonly length: number; readonly rows: number };

/**
 * Records, next to the journal's files, how much of each file was acknowledged. With this record, a start distinguishes
 * missing rows from an interrupted append that was never acknowledged. The record costs no sync: a power cut may lose
 * the newest record, which only leaves less to compare. A record never covers more than is already on disk.
 */
type JournalMark = {
  /** Returns the record found when the file was opened; a length of 0 if it cannot be read. */
  found(at: number): Acknowledged;
  /**
   * Records rows that are on disk. The record is written in the background; if several records of a file are pending,
   * only the newest is written.
   */
  note(at: number, acknowledged: Acknowledged): void;
  /** Resolves once the removal of the record is on disk, so that the file may be emptied. */
  forget(at: number): Promise<void>;
  close(): Promise<void>;
};

const NOTHING: Acknowledged = { length: 0, rows: 0 };
const CHECK_BYTES = 4;
const SLOT_BYTES = 8 + 4 + CHECK_BYTES;

/**
 * Opens the mark file at `path` for journal files numbered below `files`, and creates the mark file if it is missing.
 */
async function openJournalMark(path: string, files: number): Promise<JournalMark> {
  const isNew = !existsSync(path);
  const file = await open(path, isNew ? 'w+' : 'r+', 0o600);
  if (isNew) syncFolder(dirname(path));
  const bytes = Buffer.alloc(files * SLOT_BYTES);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
  // Allocate the file's space now, because later writes must succeed even on a full disk.
  if (bytesRead < bytes.length) await file.write(bytes, 0, bytes.length, 0).catch(() => undefined);
  const found = Array.from({ length: files }, (_, at) => readSlot(bytes.subarray(at * SLOT_BYTES), at));
  const wanted = new Map<number, Acknowledged>();
  /** Files that may have a record on disk. */
  const told = new Set([...found.keys()].filter((at) => found[at] !== NOTHING));
  let writing: Promise<void> | null = null;

  const write = (at: number, acknowledged: Acknowledged) =>
    file.write(slotOf(acknowledged, at), 0, SLOT_BYTES, at * SLOT_BYTES);

  async function writeWanted(): Promise<void> {
    for (let next = wanted.entries().next(); !next.done; next = wanted.entries().next()) {
      const [at, acknowledged] = next.value;
      wanted.delete(at);
      // A failed record only leaves less to compare; the rows are on disk.
      await write(at, acknowledged).catch(() => undefined);
    }
    writing = null;
  }

  return {
    found: (at) => found[at] ?? NOTHING,
    note: (at, acknowledged) => {
      wanted.set(at, acknowledged);
      told.add(at);
      writing ??= writeWanted();
    },
    forget: async (at) => {
      wanted.delete(at);
      await writing;
      if (!told.has(at)) return;
      await write(at, NOTHING);
      await file.datasync();
      told.delete(at);
    },
    close: async () => {
      await writing;
      await file.close();
    },
  };
}

const checkOf = (values: Uint8Array, at: number): Buffer =>
  createHash('sha256').update(values).update(`${at}`).digest().subarray(0, CHECK_BYTES);

function slotOf({ length, rows }: Acknowledged, at: number): Buffer {
  const values = Buffer.alloc(SLOT_BYTES - CHECK_BYTES);
  values.writeBigUInt64LE(BigInt(length));
  values.writeUInt32LE(rows, 8);
  return Buffer.concat([values, checkOf(values, at)]);
}

function readSlot(bytes: Buffer, at: number): Acknowledged {
  const values = bytes.subarray(0, SLOT_BYTES - CHECK_BYTES);
  if (!checkOf(values, at).equals(bytes.subarray(values.length, SLOT_BYTES))) return NOTHING;
  return { length: Number(values.readBigUInt64LE()), rows: values.readUInt32LE(8) };
}
