import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { EventsUnavailableError, NothingStoredError } from '#event-store/event-store.ts';
import { findPostgres } from '../../../../scripts/find-postgres.mjs';
import type { AccountsDb } from '../../../databases/accounts/accounts-db.ts';
import { forgetExpired } from '../../../databases/accounts/forget-expired.ts';
import { LOCK_CLASSES } from '../../../databases/accounts/lock-classes.ts';
import { migrateAccounts, openAccounts } from '../../../databases/accounts/open-accounts.ts';
import { readStoreTime } from '../../../databases/accounts/store-time.ts';
import { copiedPostgresEngine } from '../../../databases/accounts/testing/open-engines.ts';
import { eventually } from '../../../testing/eventually.ts';
import { hasPostgres } from '../../../testing/servers/ask-servers.ts';
import { startPostgres } from '../../../testing/servers/postgres-server.ts';
import { createOutletLocks } from './outlet-locks.ts';

const DAY_AND_MORE_MS = 90_000_000;
/** Number of checks within which a batch that is not blocked is stored. */
const LOOKS = 3;
const noAnswer = () => new EventsUnavailableError('The events store cannot be reached.', true);

/** Creates an insert that runs until the test ends it. */
function holdInsert() {
  let end: (error?: Error) => void = () => undefined;
  let begin: () => void = () => undefined;
  let isBegun = false;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const ended = new Promise<void>((resolve, reject) => {
    end = (error) => (error === undefined ? resolve() : reject(error));
  });
  const send = () => {
    isBegun = true;
    begin();
    return ended;
  };
  return { send, begun, end, isBegun: () => isBegun };
}

type Send = () => Promise<void>;
type Locks = ReturnType<typeof createOutletLocks<Send, string>>;

/** Creates the locks of one process, whose work is an insert. */
function startProcess(accounts: AccountsDb, options: { readonly waitMs?: number } = {}) {
  const asked: string[] = [];
  const state = { hasEnded: false };
  const events = {
    hasInsertEnded: async ({ id }: { readonly id: string }) => {
      asked.push(id);
      return state.hasEnded;
    },
  };
  const locks: Locks = createOutletLocks<Send, string>({ accounts, events, ...options }, (sends) =>
    Promise.allSettled(
      sends.map(async (send) => {
        await locks.insert(async ({ confirm }) => {
          await confirm();
          await send();
        });
        return 'stored';
      }),
    ),
  );
  const run = (send: Send, ...outletKeys: number[]) => locks.run({ outletKeys, events: 1, work: send });
  return { run, asked, state, close: () => locks.close(Promise.resolve()) };
}

const stored = async () => undefined;

describe.skipIf(!hasPostgres())('inserts that may run without their locks', () => {
  const engine = copiedPostgresEngine();
  let accounts: AccountsDb;
  let other: AccountsDb;
  let one: ReturnType<typeof startProcess>;
  let two: ReturnType<typeof startProcess>;
  beforeAll(async () => {
    accounts = await engine.openMigrated();
    other = await engine.open();
  });
  beforeEach(() => {
    one = startProcess(accounts);
    two = startProcess(other);
  });
  afterEach(async () => {
    await one.close();
    await two.close();
    await accounts.deleteFrom('running_inserts').execute();
  });
  afterAll(() => engine.remove());

  const records = () => accounts.selectFrom('running_inserts').select(['id', 'outlet_keys']).execute();
  const holders = () =>
    sql<{ pid: number }>`select distinct pid from pg_locks where locktype = 'advisory' and granted
      and classid = ${LOCK_CLASSES.singleOutlets}
      and database = (select oid from pg_database where datname = current_database())`
      .execute(accounts)
      .then(({ rows }) => rows.map(({ pid }) => pid));
  const breakLocks = async () => {
    for (const pid of await holders()) await sql`select pg_terminate_backend(${pid}::int)`.execute(accounts);
  };

  test('two live processes never wait for each other’s inserts, and leave no record', async () => {
    const rounds = Array.from({ length: 10 }, (_, round) => [one, two].map(({ run }) => run(stored, round % 3, 7)));
    expect(new Set(await Promise.all(rounds.flat()))).toEqual(new Set(['stored']));
    expect([...one.asked, ...two.asked]).toEqual([]);
    await one.close();
    await two.close();
    expect(await records()).toEqual([]);
  });

  test('the record exists before the insert is sent', async () => {
    const found: unknown[] = [];
    await one.run(async () => void found.push(...(await records())), 1, 2);
    expect(found).toMatchObject([{ outlet_keys: '[1,2]' }]);
  });

  test('only batches with outlets of a lost insert wait, until it has ended', async () => {
    const { send, begun, end } = holdInsert();
    const lost = one.run(send, 1, 2);
    lost.catch(() => undefined);
    await begun;
    const [record] = await records();
    await breakLocks();
    expect(await two.run(stored, 3)).toBe('stored');
    const next = holdInsert();
    next.end();
    const blocked = two.run(next.send, 2);
    await eventually(() => expect(two.asked.filter((id) => id === record?.id).length).toBeGreaterThan(LOOKS));
    expect(next.isBegun()).toBe(false);
    two.state.hasEnded = true;
    expect(await blocked).toBe('stored');
    expect((await records()).map(({ id }) => id)).not.toContain(record?.id);
    end();
    await expect(lost).rejects.toThrow();
  });

  test('an insert ends for all processes once its own process knows that it has ended', async () => {
    const { send, begun, end } = holdInsert();
    const lost = one.run(send, 1);
    lost.catch(() => undefined);
    await begun;
    await breakLocks();
    const blocked = two.run(stored, 1);
    await eventually(() => expect(two.asked).not.toEqual([]));
    end();
    expect(await blocked).toBe('stored');
    await expect(lost).rejects.toThrow();
  });

  test('an insert without a response is lost, although its process and connection are alive', async () => {
    await expect(one.run(() => Promise.reject(noAnswer()), 1)).rejects.toThrow('cannot be reached');
    const [record] = await records();
    const blocked = [one.run(stored, 1), two.run(stored, 1)];
    for (const { asked } of [one, two]) await eventually(() => expect(asked).toContain(record?.id));
    one.state.hasEnded = true;
    expect(await Promise.all(blocked)).toEqual(['stored', 'stored']);
  });

  test('an insert that was refused, or never sent, makes no batch wait', async () => {
    for (const error of [new NothingStoredError('late'), new EventsUnavailableError('cannot parse', false)]) {
      await expect(one.run(() => Promise.reject(error), 1)).rejects.toBe(error);
      expect(await two.run(stored, 1)).toBe('stored');
    }
    expect(two.asked).toEqual([]);
  });

  test('the sender must retry if no process knows whether the insert has ended', async () => {
    await expect(one.run(() => Promise.reject(noAnswer()), 1)).rejects.toThrow('cannot be reached');
    const hurried = startProcess(other, { waitMs: 1 });
    await expect(hurried.run(stored, 1)).rejects.toMatchObject({ statusCode: 503, retryAfterSeconds: 5 });
    await hurried.close();
    const waiting = two.run(stored, 1);
    await eventually(() => expect(two.asked).not.toEqual([]));
    const refused = expect(waiting).rejects.toMatchObject({ statusCode: 503 });
    await two.close();
    await refused;
  });

  test('a transaction of another server does not count as a lost lock', async () => {
    const row = { id: 'restored', lock_xid: 2 ** 40, outlet_keys: '[1]' };
    const [now, isOld] = [await readStoreTime(accounts, Date.now), DAY_AND_MORE_MS];
    for (const [id, at] of [
      ['restored', now],
      ['old', now - isOld],
    ] as const)
      await accounts
        .insertInto('running_inserts')
        .values({ ...row, id, made_at: at })
        .execute();
    expect(await one.run(stored, 1)).toBe('stored');
    expect(one.asked).toEqual([]);
    await one.close();
    await forgetExpired(accounts, now);
    expect((await records()).map(({ id }) => id)).toEqual(['restored']);
  });
});

/**
 * Settings with which the operating system has a commit before it is answered, so that the commit outlives the server's
 * process.
 */
const SETTINGS = ['fsync=off', 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
const programs = findPostgres();

test.skipIf(programs === null)('a PostgreSQL that crashes forgets the locks, and not the insert', async () => {
  const postgres = await startPostgres(programs ?? '', SETTINGS);
  const accounts = await openAccounts({ databaseUrl: postgres.url });
  try {
    await migrateAccounts(accounts);
    const process = startProcess(accounts);
    const after = startProcess(accounts);
    const { send, begun, end } = holdInsert();
    const lost = process.run(send, 1);
    lost.catch(() => undefined);
    await begun;
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(accounts);
    // If the server process of a connection is killed, PostgreSQL ends all other connections and recovers from its log.
    globalThis.process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
    const next = holdInsert();
    next.end();
    const blocked = eventually(() => after.run(next.send, 1));
    await eventually(() => expect(after.asked.length).toBeGreaterThan(LOOKS));
    expect(next.isBegun()).toBe(false);
    after.state.hasEnded = true;
    expect(await blocked).toBe('stored');
    end();
    await expect(lost).rejects.toThrow();
    await process.close();
    await after.close();
  } finally {
    await accounts.destroy();
    await postgres.stop();
  }
});
