import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { migrateAccounts, openAccounts } from '../databases/accounts/open-accounts.ts';
import { postgresEngine } from '../databases/accounts/testing/open-engines.ts';
import { createFreshness } from '../figures/cache/freshness.ts';
import { eventually } from '../testing/eventually.ts';
import { hasPostgres } from '../testing/servers/ask-servers.ts';
import { type Change, changeOf, EVERYTHING_CHANGED, type LiveChanges } from './live-changes.ts';
import { openSharedLiveChanges } from './shared-live-changes.ts';

const NAME = `changes-${process.pid}`;

const touch = (key: number) => ({ customerKey: key, advertiserKey: key + 1, outletKey: key + 2, timestampMs: 5_000 });

describe.skipIf(!hasPostgres())('changes between processes', () => {
  const engine = postgresEngine();
  let accounts: AccountsDb;
  let processes: (LiveChanges & { close(): Promise<void> })[];
  const heard: Change[][] = [[], []];
  const count = async () => {
    const row = await accounts.selectFrom('settings').select('value').where('name', '=', 'event_changes');
    return Number((await row.executeTakeFirst())?.value);
  };

  beforeAll(async () => {
    const url = new URL(await engine.url());
    url.searchParams.set('application_name', NAME);
    await (await engine.open()).destroy();
    accounts = await openAccounts({ databaseUrl: url.href });
    await migrateAccounts(accounts);
    processes = heard.map(() => openSharedLiveChanges({ accounts, databaseUrl: url.href }));
    for (const [at, one] of processes.entries()) one.subscribe((change) => heard[at]?.push(change));
    await eventually(() => expect(heard.map((some) => some.length)).toEqual([1, 1]));
  });
  afterAll(async () => {
    await Promise.all(processes.map((one) => one.close()));
    await engine.remove();
  });

  test('announces that everything may have changed', async () => {
    const [here, there] = processes;
    for (const some of heard) some.length = 0;
    await here?.announce(EVERYTHING_CHANGED);
    await there?.hearUntil(await count());
    expect(heard).toEqual([[EVERYTHING_CHANGED], [EVERYTHING_CHANGED]]);
  });

  test('the other process knows an announced change, of any size, when it has read its number', async () => {
    const [here, there] = processes;
    const changes = [changeOf([touch(1)]), changeOf(Array.from({ length: 1_000 }, (_, at) => touch(at * 3)))];
    for (const change of changes) {
      for (const some of heard) some.length = 0;
      await here?.announce(change);
      await there?.hearUntil(await count());
      const touches = heard[1]?.flatMap((one) => [...one.touches]);
      expect(touches).toEqual(change.touches);
      expect(heard[1]?.every(({ oldestMs, everything }) => oldestMs === 5_000 && !everything)).toBe(true);
      // The process knew its own change immediately, and receives the change once.
      expect(heard[0]).toEqual([change]);
    }
  });

  test('announces a missed change as soon as the store accepts it', async () => {
    for (const some of heard) some.length = 0;
    const [here] = processes;
    await sql`alter table settings rename to settings_away`.execute(accounts);
    await here?.announce(changeOf([touch(1)]));
    await sql`alter table settings_away rename to settings`.execute(accounts);
    await eventually(() => expect(heard[1]).toEqual([EVERYTHING_CHANGED]));
    expect(heard[0]).toEqual([changeOf([touch(1)])]);
  });

  test('reopens a broken connection, and marks everything cached before as stale', async () => {
    for (const some of heard) some.length = 0;
    const [here, there] = processes;
    if (there === undefined) throw new Error('no process');
    const freshness = createFreshness(there);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = ${NAME} and pid <> pg_backend_pid()`.execute(accounts);
    await here?.announce(changeOf([touch(7)]));
    await there.hearUntil(await count());
    expect(freshness({ kind: 'owner', customerId: '', customerKey: 7 })).toBeGreaterThan(0);
    await eventually(() => expect(heard[1]?.some(({ everything }) => everything)).toBe(true));
    await eventually(async () => {
      for (const some of heard) some.length = 0;
      await here?.announce(changeOf([touch(8)]));
      await there.hearUntil(await count());
      expect(heard[1]).toEqual([changeOf([touch(8)])]);
    });
  });
});
