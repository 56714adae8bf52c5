import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { DAY_MS } from '#domain/durations.ts';
import { type EventJournal, openEventJournal } from './event-journal.ts';
import { EventsUnavailableError, NothingStoredError, type StoredEvent } from './events-db.ts';
import { openJournalFile } from './journal-file.ts';
import { makeStoredEvent } from './testing/make-stored-event.ts';

const folders: string[] = [];
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'voltboard-journal-'));
  folders.push(folder);
  return folder;
};
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const START_MS = Date.UTC(2026, 10, 20);
const rowsOf = (first: number, count: number): StoredEvent[] =>
  Array.from({ length: count }, (_, at) =>
    makeStoredEvent({ eventId: BigInt(first + at), timestampMs: START_MS + at }),
  );
const idsOf = (rows: readonly StoredEvent[]) => rows.map(({ eventId }) => String(eventId));
const FULL = new EventsUnavailableError('The disk of the events store is full.', true);

/** Creates an engine that stores rows by ID, as the real engine does, and can be set to fail. */
function fakeEngine() {
  const stored: string[] = [];
  const told: string[] = [];
  const engine = {
    stored,
    told,
    inserts: 0,
    /** Called before and after rows are stored. May throw. */
    before: async (_ids: readonly string[]): Promise<void> => undefined,
    after: async (): Promise<void> => undefined,
    guard: async (write: () => Promise<void>) => write(),
    keep: async (ids: readonly string[]) => {
      await engine.before(ids);
      engine.inserts += 1;
      for (const id of ids) if (!stored.includes(id)) stored.push(id);
      await engine.after();
    },
    open: (folder: string): Promise<EventJournal> =>
      openEventJournal({
        folder,
        store: (columns, rows) => {
          const at = columns.indexOf('event_id');
          const lines = rows.toString('latin1').split('\n').slice(0, -1);
          return engine.keep(lines.map((line) => line.split('\t')[at] ?? ''));
        },
        insertDirectly: (rows) => engine.keep(idsOf(rows)),
        guard: (write) => engine.guard(write),
        tell: (line) => void told.push(line),
      }),
  };
  return engine;
}

/** Returns the IDs that a restart finds in a copy of the folder. */
async function afterRestart(folder: string): Promise<string[]> {
  const copy = newFolder();
  cpSync(folder, copy, { recursive: true });
  const engine = fakeEngine();
  await (await engine.open(copy)).close();
  return engine.stored;
}

test('rows are on disk before they are acknowledged, in the engine before they are read, and then nowhere else', async () => {
  const folder = newFolder();
  const engine = fakeEngine();
  const journal = await engine.open(folder);
  await journal.insert(rowsOf(1, 3));
  await journal.insert(rowsOf(4, 2));
  expect(engine.stored).toEqual([]);
  expect(await afterRestart(folder)).toEqual(['1', '2', '3', '4', '5']);
  await journal.settle();
  expect(engine.stored).toEqual(['1', '2', '3', '4', '5']);
  expect(engine.inserts).toBe(1);
  expect(await afterRestart(folder)).toEqual([]);
  for (const name of ['0', '1']) expect(readFileSync(join(folder, name))).toHaveLength(0);
  await journal.close();
});

test('a power cut at any byte of an append keeps every acknowledged row and no part of a group', async () => {
  const folder = newFolder();
  const engine = fakeEngine();
  const journal = await engine.open(folder);
  await journal.insert(rowsOf(1, 2));
  await journal.insert(rowsOf(3, 1));
  const file = join(folder, '0');
  const acknowledged = readFileSync(file).length;
  await journal.insert(rowsOf(4, 2));
  const whole = readFileSync(file);
  await journal.close();
  const found = async (bytes: Buffer) => {
    const path = join(newFolder(), 'cut');
    writeFileSync(path, bytes);
    const journalFile = await openJournalFile(path);
    const { length } = await journalFile.read();
    await journalFile.close();
    return length;
  };
  for (let length = 0; length < whole.length; length += 1 + (length % 7)) {
    const complete = length >= acknowledged ? 2 : undefined;
    const cut = whole.subarray(0, length);
    // Some file systems extend the file before they write its content.
    const zeros = Buffer.concat([cut, Buffer.alloc(whole.length - length)]);
    for (const bytes of [cut, zeros]) {
      const blocks = await found(bytes);
      if (complete !== undefined) expect(blocks).toBe(complete);
      else expect(blocks).toBeLessThanOrEqual(2);
    }
  }
  expect(await found(whole)).toBe(3);
});

test.each(['before the engine has the rows', 'after it has them'])(
  'when killed %s, the next start stores each row once',
  async (moment) => {
    const folder = newFolder();
    const engine = fakeEngine();
    const killed = async () => {
      throw new EventsUnavailableError('the process was killed here', true);
    };
    if (moment.startsWith('before')) engine.before = killed;
    else engine.after = killed;
    const journal = await engine.open(folder);
    await journal.insert(rowsOf(1, 4));
    await expect(journal.settle()).rejects.toThrow('killed');
    await journal.insert(rowsOf(5, 1));
    await journal.close();
    engine.before = async () => undefined;
    engine.after = async () => undefined;
    await (await engine.open(folder)).close();
    expect([...engine.stored].sort()).toEqual(['1', '2', '3', '4', '5']);
    expect(await afterRestart(folder)).toEqual([]);
  },
);

test.each([
  { refused: 'nothing', every: Number.POSITIVE_INFINITY },
  { refused: 'every third insert', every: 3 },
])(
  'after settling, readers find every row acknowledged before, also during inserts while $refused is refused',
  async ({ every }) => {
    const engine = fakeEngine();
    let asked = 0;
    engine.before = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      asked += 1;
      if (asked % every === 0) throw FULL;
    };
    const journal = await engine.open(newFolder());
    const settled = () =>
      journal.settle().then(
        () => true,
        () => false,
      );
    const acknowledged: string[] = [];
    let [next, writing, compared] = [1, 3, 0];
    const write = async () => {
      for (let turn = 0; turn < 40; turn += 1) {
        const rows = rowsOf(next, 1 + (turn % 5));
        next += rows.length;
        await journal.insert(rows);
        acknowledged.push(...idsOf(rows));
      }
      writing -= 1;
    };
    const read = async () => {
      while (writing > 0) {
        const before = [...acknowledged];
        await new Promise((resolve) => setImmediate(resolve));
        // A failed settle proves nothing. The caller rejects the read.
        if (!(await settled())) continue;
        const stored = new Set(engine.stored);
        expect(before.filter((id) => !stored.has(id))).toEqual([]);
        compared += before.length;
        for (const row of rowsOf(1, next - 1)) {
          const isKnown = stored.has(String(row.eventId)) || journal.event(row) !== undefined;
          if (before.includes(String(row.eventId))) expect(isKnown).toBe(true);
        }
      }
    };
    await Promise.all([write(), write(), write(), read(), read()]);
    expect(compared).toBeGreaterThan(acknowledged.length);
    while (!(await settled())) expect(asked % every).toBe(0);
    expect(new Set(engine.stored)).toEqual(new Set(acknowledged));
    await journal.close();
  },
);

test('stores rows acknowledged while the engine refused, with the rows it refused', async () => {
  const engine = fakeEngine();
  engine.before = async () => {
    throw FULL;
  };
  const journal = await engine.open(newFolder());
  await journal.insert(rowsOf(1, 2));
  await expect(journal.settle()).rejects.toThrow(FULL.message);
  await journal.insert(rowsOf(3, 1));
  engine.before = async () => undefined;
  await journal.settle();
  expect(engine.stored).toEqual(['1', '2', '3']);
  await journal.close();
});

test('finds a waiting event by its id and by its view, until the engine has it', async () => {
  const engine = fakeEngine();
  const journal = await engine.open(newFolder());
  const click = makeStoredEvent({ eventId: 7n, kind: 'click', viewId: 3n });
  await journal.insert([click]);
  expect(journal.event(click)).toMatchObject({ eventId: 7n, kind: 'click', viewId: 3n });
  expect(journal.event({ ...click, outletKey: 2 })).toBeUndefined();
  expect(journal.follower({ viewId: 3n, kind: 'click', outletKey: 1 })?.eventId).toBe(7n);
  expect(journal.follower({ viewId: 3n, kind: 'burn', outletKey: 1 })).toBeUndefined();
  // While the engine stores the rows, the journal still finds them.
  engine.before = async () => void expect(journal.event(click)).toBeDefined();
  await journal.settle();
  expect(journal.event(click)).toBeUndefined();
  await journal.close();
});

test('a full journal makes an insert wait for the engine and fail with it, storing nothing', async () => {
  const folder = newFolder();
  const engine = fakeEngine();
  engine.before = async () => {
    throw FULL;
  };
  const journal = await engine.open(folder);
  let acknowledged = 0;
  const failure = await (async () => {
    for (;;) {
      try {
        await journal.insert(rowsOf(acknowledged + 1, 900));
        acknowledged += 900;
      } catch (error) {
        return error;
      }
    }
  })();
  expect(failure).toBeInstanceOf(NothingStoredError);
  expect(failure).toMatchObject({ message: FULL.message, retryable: true });
  expect(acknowledged).toBeGreaterThan(4_000);
  expect(acknowledged).toBeLessThan(20_000);
  engine.before = async () => undefined;
  await journal.settle();
  await journal.insert(rowsOf(acknowledged + 1, 900));
  await journal.settle();
  expect(engine.stored).toHaveLength(acknowledged + 900);
  await journal.close();
});

test('many rows, and rows of a journal that cannot be written, go to the engine at once', async () => {
  const folder = newFolder();
  const engine = fakeEngine();
  const journal = await engine.open(folder);
  await journal.insert(rowsOf(1, 1_000));
  expect(engine.stored).toHaveLength(1_000);
  await journal.insert(rowsOf(1_001, 1));
  engine.guard = async (write) => {
    await write();
    throw new Error('ENOSPC');
  };
  await journal.insert(rowsOf(1_002, 1));
  expect(engine.stored).toContain('1002');
  engine.guard = (write) => write();
  await journal.settle();
  expect(engine.stored).toContain('1001');
  await journal.insert(rowsOf(1_003, 1));
  expect(engine.stored).not.toContain('1003');
  expect(await afterRestart(folder)).toEqual(['1003']);
  await journal.close();
});

test('a row that the engine refuses blocks no other row and is kept for inspection', async () => {
  const folder = newFolder();
  const engine = fakeEngine();
  engine.before = async (ids) => {
    if (ids.includes('3')) throw new EventsUnavailableError('Cannot parse', false);
  };
  const journal = await engine.open(folder);
  await journal.insert(rowsOf(1, 5));
  await journal.insert(rowsOf(6, 1));
  await journal.settle();
  expect([...engine.stored].sort()).toEqual(['1', '2', '4', '5', '6']);
  expect(engine.told.join()).toMatch(/refuses an event/);
  expect(readFileSync(join(folder, 'refused'), 'latin1')).toContain('\t3\tview');
  await journal.close();
  expect(await afterRestart(folder)).toEqual([]);
});

test('a refused row names no visitor and is kept once, regardless of how often the engine refuses it', async () => {
  const folder = newFolder();
  const engine = fakeEngine();
  let isKilled = true;
  engine.before = async (ids) => {
    if (ids.includes('3')) throw new EventsUnavailableError('Cannot parse', false);
    if (ids.includes('4') && isKilled) throw new EventsUnavailableError('the process was killed here', true);
  };
  const journal = await engine.open(folder);
  const visitor = { fingerprint: `${'61'.repeat(15)}09`, ip: '2001:db8::7', cryptic: 'a\ttoken' };
  await journal.insert([...rowsOf(2, 1), { ...makeStoredEvent({ eventId: 3n }), ...visitor }, ...rowsOf(4, 1)]);
  await expect(journal.settle()).rejects.toThrow('killed');
  isKilled = false;
  await journal.settle();
  await journal.close();
  const kept = readFileSync(join(folder, 'refused'), 'latin1');
  expect(kept).toContain('\t3\tview');
  for (const part of ['a'.repeat(15), '2001:db8', 'token']) expect(kept).not.toContain(part);
  const file = await openJournalFile(join(folder, 'refused'));
  expect(await file.read()).toHaveLength(1);
  await file.close();
});

test('stores what a crash left in both files, even if they have more weeks than one insert allows', async () => {
  const folder = newFolder();
  const engine = fakeEngine();
  engine.before = async () => {
    throw FULL;
  };
  const journal = await engine.open(folder);
  const ofWeek = (week: number) =>
    journal.insert([makeStoredEvent({ eventId: BigInt(week), timestampMs: START_MS - week * 7 * DAY_MS })]);
  for (let week = 0; week < 80; week += 1) await ofWeek(week);
  await expect(journal.settle()).rejects.toThrow(FULL.message);
  for (let week = 80; week < 160; week += 1) await ofWeek(week);
  await journal.close();
  engine.before = async (ids) => {
    // A busy merging engine also reports this error, which may be temporary.
    if (ids.length > 100) throw new EventsUnavailableError('The events store is busy merging.', true);
  };
  await (await engine.open(folder)).close();
  expect(engine.stored).toHaveLength(160);
});

test('makes no more requests to the engine after it is closed, regardless of earlier failures', async () => {
  const engine = fakeEngine();
  let asked = 0;
  engine.before = async () => {
    asked += 1;
    throw FULL;
  };
  const journal = await engine.open(newFolder());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    await journal.insert(rowsOf(1, 2));
    vi.advanceTimersByTime(1_000);
    await journal.close();
    const before = asked;
    expect(before).toBeGreaterThan(0);
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(5_000);
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked).toBe(before);
  } finally {
    vi.useRealTimers();
  }
});

test('splits any number of weeks into inserts that the engine accepts', async () => {
  const engine = fakeEngine();
  const weeks: number[] = [];
  engine.before = async (ids) => void weeks.push(ids.length);
  const journal = await engine.open(newFolder());
  for (let week = 0; week < 200; week += 1) {
    await journal.insert([makeStoredEvent({ eventId: BigInt(week), timestampMs: START_MS - week * 7 * DAY_MS })]);
  }
  await journal.settle();
  expect(engine.stored).toHaveLength(200);
  expect(Math.max(...weeks)).toBeLessThanOrEqual(90);
  await journal.close();
});

test('a reused file shows none of its earlier content', async () => {
  const path = join(newFolder(), 'file');
  const file = await openJournalFile(path);
  await file.append(Buffer.from('a long block of before'));
  const used = readFileSync(path);
  await file.clear();
  await file.append(Buffer.from('short'));
  await file.close();
  // Simulates a power cut after only the beginning was overwritten.
  const fresh = readFileSync(path);
  writeFileSync(`${path}.cut`, Buffer.concat([fresh, used.subarray(fresh.length)]));
  const cut = await openJournalFile(`${path}.cut`);
  expect((await cut.read()).map(String)).toEqual(['short']);
  await cut.close();
  copyFileSync(path, `${path}.torn`);
  truncateSync(`${path}.torn`, fresh.length - 1);
  const torn = await openJournalFile(`${path}.torn`);
  expect(await torn.read()).toEqual([]);
  await torn.append(Buffer.from('next'));
  expect((await torn.read()).map(String)).toEqual(['next']);
  await torn.close();
});
