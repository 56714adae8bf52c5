import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import Database from 'libsql';
import PromisedDatabase from 'libsql/promise';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeCustomer } from '../../testing/makers.ts';
import type { AccountsDb } from './accounts-db.ts';
import { emptyLog } from './empty-log.ts';
import { execAside, TwoHandleDialect } from './open-accounts.ts';
import { openMigrated } from './testing/open-engines.ts';

const folder = mkdtempSync(join(tmpdir(), 'voltboard-handles-'));
let accounts: AccountsDb;

beforeAll(async () => {
  accounts = await openMigrated(folder);
});
afterAll(async () => {
  await accounts.destroy();
  rmSync(folder, { recursive: true, force: true });
});

const names = async (db: AccountsDb = accounts) =>
  (await db.selectFrom('customers').select('name').orderBy('name').execute()).map(({ name }) => name);

test('a reader does not wait for a running transaction, and sees it after its commit', async () => {
  await accounts.transaction().execute(async (tx) => {
    await makeCustomer(tx, { name: 'Under way' });
    expect(await names(tx)).toEqual(['Under way']);
    expect(await names()).toEqual([]);
  });
  expect(await names()).toEqual(['Under way']);
});

test('a reader gets an answer while a commit waits for the disk, and the next change waits for the commit', async () => {
  const aside = mkdtempSync(join(tmpdir(), 'voltboard-aside-'));
  await (await openMigrated(aside)).destroy();
  const [writer, reader] = [0, 1].map(() => new Database(join(aside, 'accounts.sqlite')));
  if (writer === undefined || reader === undefined) throw new Error('no handles');
  const begun: string[] = [];
  let goOn = (): void => undefined;
  const disk = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const writeAside = async (statement: string) => {
    begun.push(statement);
    await disk;
    await execAside(writer, statement);
  };
  const slow: AccountsDb = new Kysely({ dialect: new TwoHandleDialect({ writer, reader, writeAside }) });
  const changes = [
    slow.transaction().execute((tx) => makeCustomer(tx, { name: 'Slow' })),
    makeCustomer(slow, { name: 'Next' }),
  ];
  await expect.poll(() => begun).toEqual(['commit']);
  for (let turn = 0; turn < 50; turn += 1) {
    await new Promise(setImmediate);
    expect(await names(slow)).toEqual([]);
  }
  expect(begun).toEqual(['commit']);
  goOn();
  await Promise.all(changes);
  expect(await names(slow)).toEqual(['Next', 'Slow']);
  await slow.destroy();
  rmSync(aside, { recursive: true, force: true });
});

test('neither a commit nor a checkpoint blocks the thread', async () => {
  const onThread = vi.spyOn(Database.prototype, 'exec');
  const prepared = vi.spyOn(Database.prototype, 'prepare');
  const away = vi.spyOn(PromisedDatabase.prototype, 'exec');
  await accounts.transaction().execute((tx) => makeCustomer(tx, { name: 'Away' }));
  await accounts.deleteFrom('customers').where('name', '=', 'Away').execute();
  expect(await emptyLog(accounts)).toBe(true);
  expect(away.mock.calls).toEqual([['commit'], ['commit'], ['pragma wal_checkpoint(truncate)']]);
  expect(onThread.mock.calls).toEqual([['begin immediate'], ['begin immediate']]);
  expect(prepared.mock.calls.at(-1)).toEqual(['pragma wal_checkpoint(truncate)']);
  vi.restoreAllMocks();
});

test.each(['beside others', 'in one transaction'])(
  'a long series of queries, %s, does not block the thread',
  async (where) => {
    let turns = 0;
    const turning = setInterval(() => {
      turns += 1;
    }, 0);
    const ask = async (db: AccountsDb): Promise<void> => {
      for (let asked = 0; turns < 3 && asked < 100_000; asked += 1) await names(db);
    };
    await (where === 'beside others' ? ask(accounts) : accounts.transaction().execute(ask));
    clearInterval(turning);
    expect(turns).toBeGreaterThanOrEqual(3);
  },
);

test('a commit is on disk when it returns, erased data is overwritten, and foreign keys are checked', async () => {
  const setting = async (name: string) => (await sql.raw(`pragma ${name}`).execute(accounts)).rows;
  expect(await setting('synchronous')).toEqual([{ synchronous: 2 }]);
  expect(await setting('journal_mode')).toEqual([{ journal_mode: 'wal' }]);
  expect(await setting('secure_delete')).toEqual([{ secure_delete: 1 }]);
  expect(await setting('foreign_keys')).toEqual([{ foreign_keys: 1 }]);
});

test('changes of one process run one after another, in the order of their requests', async () => {
  const order: number[] = [];
  const turns = [1, 2, 3].map((number) =>
    accounts.transaction().execute(async (tx) => {
      await makeCustomer(tx, { name: `Turn ${number}` });
      await new Promise(setImmediate);
      order.push(number);
    }),
  );
  await Promise.all([...turns, accounts.deleteFrom('customers').where('name', '=', 'Under way').execute()]);
  expect(order).toEqual([1, 2, 3]);
  expect(await names()).toEqual(['Turn 1', 'Turn 2', 'Turn 3']);
});

test('empties the log when the running transaction has ended', async () => {
  let emptied: Promise<boolean> | undefined;
  await accounts.transaction().execute(async (tx) => {
    await tx.deleteFrom('customers').where('name', '=', 'Nobody').execute();
    emptied = emptyLog(accounts);
    await new Promise(setImmediate);
  });
  expect(await emptied).toBe(true);
  expect(statSync(join(folder, 'accounts.sqlite-wal')).size).toBe(0);
});

test('cannot empty the log while another process reads an earlier state', async () => {
  const other = new Database(join(folder, 'accounts.sqlite'));
  other.exec('begin');
  other.prepare('select count(*) as count from customers').all();
  await makeCustomer(accounts, { name: 'Under way' });
  expect(await emptyLog(accounts)).toBe(false);
  other.exec('commit');
  expect(await emptyLog(accounts)).toBe(true);
  other.close();
  await accounts.deleteFrom('customers').where('name', '=', 'Under way').execute();
});

test('a failed change lets the next one run', async () => {
  const failing = accounts.transaction().execute(async (tx) => {
    await makeCustomer(tx, { name: 'Gone' });
    throw new Error('on purpose');
  });
  await expect(failing).rejects.toThrow('on purpose');
  await expect(
    accounts
      .insertInto('customers')
      .values({} as never)
      .execute(),
  ).rejects.toThrow();
  await accounts.deleteFrom('customers').where('name', 'like', 'Turn%').execute();
  expect(await names()).toEqual([]);
});

test.each([
  ['change', 'One', () => makeCustomer(accounts, { name: 'One' })],
  ['transaction', 'Two', () => accounts.transaction().execute((tx) => makeCustomer(tx, { name: 'Two' }))],
])('a %s that meets another process waits for it without blocking the thread', async (_, name, work) => {
  const other = new Database(join(folder, 'accounts.sqlite'));
  other.exec('begin immediate');
  const before = await names();
  const change = work();
  let isDone = false;
  void change.then(() => {
    isDone = true;
  });
  // The engine's own wait would block the thread, and this loop would never reach the commit below.
  for (let turn = 0; turn < 50; turn += 1) {
    await new Promise(setImmediate);
    expect(await names()).toEqual(before);
  }
  expect(isDone).toBe(false);
  other.exec('commit');
  await change;
  expect(await names()).toEqual([...before, name]);
  other.close();
});
