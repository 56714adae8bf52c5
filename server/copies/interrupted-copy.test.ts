import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EventsPart, presentParts, readDigest, readFigures } from '#event-store/copy-events.ts';
import { EVENT_COLUMNS, encodeEvents } from '#event-store/event-encoder.ts';
import { EventsUnavailableError } from '#event-store/events-db.ts';
import { EVENTS_MIGRATIONS } from '#event-store/migrate-events.ts';
import { makeStoredEvent } from '#event-store/testing/make-stored-event.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { withSnapshot } from '../databases/accounts/accounts-snapshot.ts';
import { openMigrated } from '../databases/accounts/testing/open-engines.ts';
import { readUnfinishedCopy } from '../databases/accounts/unfinished-copy.ts';
import { makeCustomer } from '../testing/makers.ts';
import { type InstallationCopy, partKey } from './installation-copy.ts';
import { openTarget } from './open-target.ts';
import { type TargetStores, writeStores } from './write-stores.ts';

const root = mkdtempSync(join(tmpdir(), 'voltboard-interrupted-copy-'));
const servers = { databaseUrl: null, clickhouseUrl: null, clickhouseCluster: null };
const TIMES = { firstMs: 1, longestMs: 4, forMs: 20_000 };
const week = (partition: string): EventsPart => ({ table: 'events', partition, columns: EVENT_COLUMNS });
const SEAL: EventsPart = {
  table: 'sealed_day',
  partition: '5',
  columns: ['seal', 'day', 'customer_id', 'device_id', 'views', 'amount_micros', 'first_ts'],
};
const PARTS = [week('2026-11-16'), week('2026-11-09'), SEAL];
const SUMS = ['3', '0', '0', '15000', '4500', '75000', '3'];
const eventsOf = (monday: string, over = {}) =>
  encodeEvents(
    [1n, 2n, 3n].map((eventId) =>
      makeStoredEvent({ eventId, timestampMs: Date.parse(monday) + 36_000_000, localDay: monday, ...over }),
    ),
  );
const sealedLine = Buffer.from('5\t2026-11-10\t1\t1\t3\t15000\t2026-11-10 12:00:00.000\n');
const FIGURES = {
  events: [[1, SUMS]],
  sealed_day: [[1, ['3', '0', '0', '15000', '0', '0', '0', String(Date.UTC(2026, 10, 10, 12))]]],
} as const;

let source: AccountsDb;
beforeAll(async () => {
  source = await openMigrated(join(root, 'source'));
  await makeCustomer(source, { name: 'Hotel' });
});
afterAll(async () => {
  await source.destroy();
  rmSync(root, { recursive: true, force: true });
});

/** Runs a copy. Returns its error, its log lines, and the parts that it reads from the original. */
async function copyTo(target: TargetStores, over: Partial<InstallationCopy['events']> = {}) {
  const [read, lines]: [string[], string[]] = [[], []];
  const events: InstallationCopy['events'] = {
    migrations: EVENTS_MIGRATIONS.map(({ name }) => name),
    parts: PARTS,
    rows: (part) => rowsOf(part),
    figures: async ({ table }) => FIGURES[table as 'events' | 'sealed_day'],
    digest: null,
    ...over,
  };
  const rows: typeof events.rows = async function* (part) {
    read.push(partKey(part));
    yield* events.rows(part);
  };
  const copying = withSnapshot({ dataDir: join(root, 'source') }, (accounts) => {
    const copy = { id: 'one', installation: null, accounts, events: { ...events, rows } };
    return writeStores(target, copy, (line) => void lines.push(line), { times: TIMES });
  });
  const error = await copying.then(
    () => null,
    (failure: unknown) => failure,
  );
  return { error, read, lines };
}

async function* rowsOf({ table, partition }: EventsPart) {
  yield table === 'events' ? eventsOf(partition) : sealedLine;
}

/** Stops the copy at this part, in the same way as a kill. */
const killedAt = (key: string): InstallationCopy['events']['rows'] =>
  async function* (part) {
    if (partKey(part) === key) throw new Error('killed');
    yield* rowsOf(part);
  };

/** Runs each statement, and loses every third response. */
function losingAnswers(target: TargetStores): TargetStores & { readonly lost: () => number } {
  const { engine } = target;
  let statements = 0;
  let lost = 0;
  const answer = () => {
    statements += 1;
    if (statements % 3 !== 0) return;
    lost += 1;
    throw new EventsUnavailableError('The events store cannot be reached.', true);
  };
  const losing = <Args extends unknown[]>(statement: (...args: Args) => Promise<void>) => {
    return async (...args: Args) => {
      await statement(...args);
      answer();
    };
  };
  const shards = engine.shards.map((shard) => ({ ...shard, command: losing(shard.command) }));
  const read: typeof engine.read = async function* (statement) {
    answer();
    yield* engine.read(statement);
  };
  const insertRows = losing(engine.insertRows);
  return { ...target, engine: { ...engine, shards, read, insertRows }, lost: () => lost };
}

async function withTarget(name: string, work: (target: TargetStores) => Promise<void>) {
  const target = await openTarget({ dataDir: join(root, name), ...servers });
  try {
    await work(target);
  } finally {
    await target.close();
  }
}

async function expectWhole({ accounts, engine }: TargetStores) {
  expect(await readUnfinishedCopy(accounts)).toBeNull();
  expect(await presentParts(engine, 'events')).toEqual(['2026-11-09', '2026-11-16']);
  for (const part of PARTS)
    expect(await readFigures(engine, part)).toEqual(FIGURES[part.table as 'events' | 'sealed_day']);
}

test('a copy into a store that loses every third answer waits, retries and completes', async () => {
  await withTarget('losing', async (target) => {
    const losing = losingAnswers(target);
    const { error, lines } = await copyTo(losing);
    expect(error).toBeNull();
    expect(losing.lost()).toBeGreaterThan(3);
    expect(lines).toContain('The events store cannot be reached. Trying again in 1 s.');
    await expectWhole(target);
  });
});

test('an interrupted restore keeps the parts that are equal, and rewrites one that is not', async () => {
  await withTarget('restored', async (target) => {
    const first = await copyTo(target, { rows: killedAt(partKey(SEAL)) });
    expect(first.error).toMatchObject({ message: 'killed' });
    await target.engine.insertEvents(EVENT_COLUMNS, eventsOf('2026-11-09', { amountMicros: 7000 }));
    const { error, read, lines } = await copyTo(target);
    expect({ error, read }).toEqual({ error: null, read: ['events/2026-11-09', 'sealed_day/5'] });
    expect(lines).toContain('Continuing an interrupted copy: 1 of 3 parts are already there.');
    await expectWhole(target);
  });
});

test('an interrupted move rewrites only what the original has changed since, even if sums are equal', async () => {
  await withTarget('moved', async (target) => {
    const digests = new Map<string, string>();
    const digest = async (part: EventsPart) => digests.get(partKey(part)) ?? '';
    await copyTo(target, { digest, rows: killedAt(partKey(SEAL)) });
    for (const part of PARTS.slice(0, 2)) digests.set(partKey(part), await readDigest(target.engine, part));
    await target.engine.insertEvents(EVENT_COLUMNS, eventsOf('2026-11-02'));

    const erased = { fingerprint: '0'.repeat(32) };
    digests.set('events/2026-11-16', 'of other values');
    const rows: InstallationCopy['events']['rows'] = async function* (part) {
      if (part.partition === '2026-11-16') yield eventsOf(part.partition, erased);
      else yield* rowsOf(part);
    };
    const { error, read } = await copyTo(target, { digest, rows });
    expect({ error, read }).toEqual({ error: null, read: ['events/2026-11-16', 'sealed_day/5'] });
    await expectWhole(target);
    const [changed] = PARTS;
    if (changed === undefined) throw new Error('a part');
    expect(await readDigest(target.engine, changed)).not.toBe('of other values');
    const visitors = [];
    const sql = `SELECT DISTINCT hex(fingerprint) AS visitor FROM events WHERE toMonday(ts) = '2026-11-16'`;
    for await (const page of target.engine.read({ sql, params: {}, settings: {}, lane: 'small' }))
      visitors.push(...page);
    expect(visitors).toEqual([{ visitor: '0'.repeat(32) }]);
  });
});
