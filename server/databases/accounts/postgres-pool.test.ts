// Played by `npm run test:full` alone.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askPostgres, hasPostgres } from '../../testing/servers/ask-servers.ts';
import { isStoreSilent } from '../store-refusals.ts';
import type { AccountsDb } from './accounts-db.ts';
import { openAccounts } from './open-accounts.ts';

/** Opens a connection to the server that can become silent: no data arrives, and neither side is notified. */
async function openLine(target: URL) {
  let isFrozen = false;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (data) => to.write(data));
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        if (!isFrozen) to.destroy();
      });
      if (isFrozen) from.pause();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    freeze(wanted: boolean) {
      isFrozen = wanted;
      for (const socket of sockets) wanted ? socket.pause() : socket.resume();
    },
    /** Silences the connections that are open now. New connections work. */
    loseOpenOnes() {
      for (const socket of sockets) socket.pause();
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

describe.skipIf(!hasPostgres())('a PostgreSQL server that falls silent', () => {
  let line: Awaited<ReturnType<typeof openLine>>;
  let accounts: AccountsDb;
  beforeAll(async () => {
    line = await openLine(new URL(await askPostgres()));
    accounts = await openAccounts({ databaseUrl: line.url });
  });
  afterAll(async () => {
    await accounts.destroy();
    line.close();
  });
  const ask = () => sql<{ one: number }>`select 1 as one`.execute(accounts).then(({ rows }) => rows[0]?.one);

  test('rejects waiting and new requests at once, and recovers when the server answers again', async () => {
    await Promise.all([ask(), ask()]);
    line.freeze(true);
    // Send more requests than there are connections. Requests that wait for a connection are also rejected.
    const frozenAt = performance.now();
    const waiting = await Promise.allSettled(Array.from({ length: 14 }, ask));
    expect(waiting.map((one) => one.status === 'rejected' && one.reason.code)).toEqual(waiting.map(() => '08006'));
    const began = performance.now();
    await expect(accounts.transaction().execute((tx) => sql`select 1`.execute(tx))).rejects.toMatchObject({
      code: '08006',
    });
    expect(performance.now() - began).toBeLessThan(began - frozenAt);
    line.freeze(false);
    await expect.poll(ask).toBe(1);
    expect(await Promise.all(Array.from({ length: 14 }, ask))).toEqual(Array.from({ length: 14 }, () => 1));
  });

  test('a statement that the server cancels by timeout may succeed later', async () => {
    const slow = accounts.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = 1`.execute(tx);
      await sql`select pg_sleep(60)`.execute(tx);
    });
    const reason = await slow.catch((error: unknown) => error);
    expect([reason, isStoreSilent(reason)]).toEqual([expect.objectContaining({ code: '57014' }), true]);
  });

  test('gives up a single dead connection, while others answer', async () => {
    await Promise.all([ask(), ask()]);
    line.loseOpenOnes();
    const lost = await Promise.allSettled([ask(), ask()]);
    expect(lost.map((one) => one.status === 'rejected' && one.reason.code)).toEqual(['08006', '08006']);
    expect(await ask()).toBe(1);
  });

  test('a transaction on a healthy connection, between two statements, continues when another connection is dead', async () => {
    const lines = await openLine(new URL(await askPostgres()));
    const own = await openAccounts({ databaseUrl: lines.url });
    const one = (tx: AccountsDb) => sql<{ one: number }>`select 1 as one`.execute(tx).then(({ rows }) => rows);
    try {
      let healthy: Promise<unknown> | undefined;
      const dead = own.transaction().execute(async (tx) => {
        await one(tx);
        lines.loseOpenOnes();
        healthy = own.transaction().execute(async (other) => {
          await one(other);
          await one(tx).catch(() => undefined);
          return one(other);
        });
        await Promise.allSettled([healthy]);
        await one(tx);
      });
      await expect(dead).rejects.toMatchObject({ code: '08006' });
      expect(await healthy).toEqual([{ one: 1 }]);
    } finally {
      await own.destroy();
      lines.close();
    }
  });

  test('does not interrupt a slow statement of a server that answers', async () => {
    const { rows } = await sql<{ slept: string }>`select 'yes' as slept from pg_sleep(2.4)`.execute(accounts);
    expect(rows).toEqual([{ slept: 'yes' }]);
  });
});

describe.skipIf(!hasPostgres())('transactions on PostgreSQL', () => {
  test('of two deadlocked transactions one is retried, and both are stored', async () => {
    const accounts = await openAccounts({ databaseUrl: await askPostgres() });
    const table = `ring_${process.pid}_${Math.trunc(performance.now())}`;
    await sql.raw(`create table ${table} (key int primary key, count int)`).execute(accounts);
    await sql.raw(`insert into ${table} values (1, 0), (2, 0)`).execute(accounts);
    let met = 0;
    let meet: () => void = () => undefined;
    const both = new Promise<void>((resolve) => {
      meet = resolve;
    });
    const inOrder = (...keys: readonly number[]) =>
      accounts.transaction().execute(async (tx) => {
        for (const key of keys) {
          await sql.raw(`update ${table} set count = count + 1 where key = ${key}`).execute(tx);
          met += 1;
          if (met === 2) meet();
          await both;
        }
      });
    try {
      await Promise.all([inOrder(1, 2), inOrder(2, 1)]);
      const { rows } = await sql.raw<{ count: number }>(`select count from ${table}`).execute(accounts);
      expect(rows).toEqual([{ count: 2 }, { count: 2 }]);
    } finally {
      await sql.raw(`drop table ${table}`).execute(accounts);
      await accounts.destroy();
    }
  });
});
