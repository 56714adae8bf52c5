import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { eventually } from '../../server/testing/eventually.ts';
import { type EventJournal, openEventJournal } from './event-journal.ts';
import type { StoredEvent } from './events-db.ts';
import { findLostRows } from './lost-rows.ts';
import { journalFolder } from './refused-events.ts';
import { makeStoredEvent } from './testing/make-stored-event.ts';

const folders: string[] = [];
/** Returns a journal folder in its own data folder. */
function newFolder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'voltboard-mark-'));
  folders.push(dataDir);
  mkdirSync(journalFolder(dataDir), { recursive: true });
  return journalFolder(dataDir);
}
const lostIn = (folder: string): number => findLostRows(dirname(dirname(folder)))?.rows ?? 0;
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const rowsOf = (first: number, count: number): StoredEvent[] =>
  Array.from({ length: count }, (_, at) => makeStoredEvent({ eventId: BigInt(first + at) }));

/**
 * Opens a journal on an engine that accepts everything. Also returns the rows and log lines that the engine received.
 */
async function open(folder: string, store: () => Promise<void> = async () => undefined) {
  const stored: string[] = [];
  const told: string[] = [];
  const journal: EventJournal = await openEventJournal({
    folder,
    store: async (columns, rows) => {
      await store();
      const at = columns.indexOf('event_id');
      for (const line of rows.toString('latin1').split('\n').slice(0, -1)) stored.push(line.split('\t')[at] ?? '');
    },
    insertDirectly: async () => undefined,
    guard: (write) => write(),
    tell: (line) => void told.push(line),
  });
  return { journal, stored, told };
}

/**
 * Returns a folder as a kill leaves it after three groups of 2, 3 and 1 rows, and the end of each group in its file.
 */
async function killed() {
  const folder = newFolder();
  const { journal } = await open(folder);
  const ends: number[] = [];
  for (const rows of [rowsOf(1, 2), rowsOf(3, 3), rowsOf(6, 1)]) {
    await journal.insert(rows);
    ends.push(readFileSync(join(folder, '0')).length);
  }
  const left = newFolder();
  await eventually(() => {
    cpSync(folder, left, { recursive: true });
    expect(readFileSync(join(left, 'acknowledged')).readUInt32LE(8)).toBe(6);
  });
  await journal.close();
  return { left, file: join(left, '0'), ends };
}

test('reports acknowledged rows cut off the journal once at the start, and remembers them until the report is read', async () => {
  const { left, file, ends } = await killed();
  truncateSync(file, (ends[1] ?? 0) - 1);
  const again = await open(left);
  expect(again.stored).toEqual(['1', '2']);
  expect(again.told.join('\n')).toMatch(/4 events that outlets were told are stored are missing from the journal/);
  await again.journal.close();
  expect(lostIn(left)).toBe(4);
  const next = await open(left);
  expect([next.stored, next.told]).toEqual([[], []]);
  await next.journal.close();
  expect(lostIn(left)).toBe(4);
});

test.each(['emptied', 'removed'])('a journal that was %s has lost all of its rows', async (how) => {
  const { left, file } = await killed();
  if (how === 'emptied') truncateSync(file, 0);
  else rmSync(file);
  const { journal } = await open(left);
  await journal.close();
  expect(lostIn(left)).toBe(6);
});

test('stores groups behind a group with flipped bytes, and misses only the rows of that group', async () => {
  const { left, file, ends } = await killed();
  const bytes = readFileSync(file);
  for (const at of [ends[0] ?? 0, (ends[1] ?? 0) - 1]) {
    const turned = Buffer.from(bytes);
    turned[at] = (turned[at] ?? 0) ^ 0xff;
    const folder = newFolder();
    cpSync(left, folder, { recursive: true });
    writeFileSync(join(folder, '0'), turned);
    const { journal, stored } = await open(folder);
    await journal.close();
    expect(stored).toEqual(['1', '2', '6']);
    expect(lostIn(folder)).toBe(3);
  }
});

test('an unacknowledged append that was cut off at any byte is not a loss', async () => {
  const { left, file, ends } = await killed();
  const whole = readFileSync(file);
  for (let cut = 1; cut < 60; cut += 7) {
    const folder = newFolder();
    cpSync(left, folder, { recursive: true });
    // The next group was written up to this byte. It begins like the first group.
    writeFileSync(join(folder, '0'), Buffer.concat([whole, whole.subarray(0, Math.min(cut, (ends[0] ?? 0) - 1))]));
    const { journal, stored, told } = await open(folder);
    await journal.close();
    expect(stored).toHaveLength(6);
    expect(told.join()).not.toMatch(/missing/);
    expect(lostIn(folder)).toBe(0);
  }
});

test("rows that the engine has are not missing: the record of a journal's rows is cleared before the journal", async () => {
  const folder = newFolder();
  const states: string[] = [];
  const { journal } = await open(folder, async () => {
    const state = newFolder();
    cpSync(folder, state, { recursive: true });
    states.push(state);
  });
  for (let round = 0; round < 3; round += 1) {
    await journal.insert(rowsOf(1 + round, 1));
    await journal.settle();
    const state = newFolder();
    cpSync(folder, state, { recursive: true });
    states.push(state);
  }
  await journal.close();
  for (const state of states) {
    await (await open(state)).journal.close();
    expect(lostIn(state)).toBe(0);
  }
});

test('a damaged record of acknowledged rows reports no loss', async () => {
  for (const damage of ['cut', 'turned', 'gone']) {
    const { left, file } = await killed();
    truncateSync(file, 0);
    const mark = join(left, 'acknowledged');
    if (damage === 'cut') truncateSync(mark, 5);
    if (damage === 'gone') rmSync(mark);
    if (damage === 'turned') {
      const bytes = readFileSync(mark);
      bytes[0] = (bytes[0] ?? 0) ^ 1;
      writeFileSync(mark, bytes);
    }
    const { journal } = await open(left);
    await journal.close();
    expect(lostIn(left)).toBe(0);
    expect(readFileSync(mark).length >= 16).toBe(true);
  }
});
