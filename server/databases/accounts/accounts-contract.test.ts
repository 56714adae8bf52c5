import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import { LeaseLostError, NOTHING_SEALED } from '#event-store/seal-ledger.ts';
import { eraseDeletedAccounts } from '../../erasure/erase-accounts.ts';
import { readLateWeeks } from '../../figures/plan/late-weeks-queries.ts';
import { startFailure } from '../../start/start-failure.ts';
import { eventually } from '../../testing/eventually.ts';
import {
  makeCampaign,
  makeCustomer,
  makeFlight,
  makeKey,
  makeOutlet,
  makeUser,
  makeVenue,
  reassignOutlet,
} from '../../testing/makers.ts';
import type { AccountsDb } from './accounts-db.ts';
import { createSealLedger } from './create-seal-ledger.ts';
import { forgetExpired } from './forget-expired.ts';
import { claimMinute, withJobLease } from './job-lease.ts';
import { migrateAccounts } from './open-accounts.ts';
import { describeOnEngines, testEngines } from './testing/open-engines.ts';

describeOnEngines('the accounts store', (engine) => {
  let accounts: AccountsDb;
  beforeAll(async () => {
    accounts = await engine.openMigrated();
  });
  afterAll(() => engine.remove());

  const setting = async (name: string) =>
    Number((await accounts.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst())?.value);

  test('a second migration changes nothing, also from another connection', async () => {
    const other = await engine.open();
    await makeCustomer(accounts, { name: 'Kept' });
    await migrateAccounts(other);
    expect(await other.selectFrom('customers').select('name').where('name_key', '=', 'kept').execute()).toHaveLength(1);
    await other.destroy();
  });

  test('rejects data migrated by a newer version, and changes nothing', async () => {
    const row = { name: '9999-of-tomorrow', timestamp: new Date(0).toISOString() };
    const table = sql.table('kysely_migration');
    await sql`insert into ${table} (name, timestamp) values (${row.name}, ${row.timestamp})`.execute(accounts);
    const refused: unknown = await migrateAccounts(accounts).catch((error: unknown) => error);
    await sql`delete from ${table} where name = ${row.name}`.execute(accounts);
    expect(startFailure(refused, '4000')).toMatch(/^The data was written by a newer version of Voltboard/);
  });

  test('several processes that start at the same moment migrate once', async () => {
    const empty = testEngines().find(({ name }) => name === engine.name);
    if (empty === undefined) throw new Error('no engine');
    const processes = [await empty.open(), await empty.open(), await empty.open()];
    await Promise.all(processes.map((one) => migrateAccounts(one)));
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(processes[0] ?? accounts);
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
    await Promise.all(processes.map((one) => one.destroy()));
    await empty.remove();
  });

  test('one of several processes runs a job each minute, and only one process runs leased work', async () => {
    const others = await Promise.all([engine.open(), engine.open(), engine.open()]);
    for (const minute of [10, 11]) {
      const claims = await Promise.all(others.map((one, at) => claimMinute(one, 'job', minute * MINUTE_MS + at * 900)));
      expect(claims.filter(Boolean)).toHaveLength(1);
    }
    expect(await claimMinute(accounts, 'job', 10 * MINUTE_MS)).toBe(false);
    // A clock that was once years ahead does not block the job until that time.
    expect(await claimMinute(accounts, 'other job', 9e12)).toBe(true);
    expect(await claimMinute(accounts, 'other job', 10 * MINUTE_MS)).toBe(true);
    let inside = 0;
    const work = async () => {
      inside += 1;
      if (engine.name === 'PostgreSQL') expect(inside).toBe(1);
      await sql`select 1`.execute(accounts);
      inside -= 1;
      return 'done';
    };
    const done = await Promise.all(others.map((one) => withJobLease(one, 'work', work, () => undefined)));
    expect(done).toEqual(['done', 'done', 'done']);
    await Promise.all(others.map((one) => one.destroy()));
  });

  test('a second store in another folder or schema starts empty', async () => {
    const beside = testEngines().find(({ name }) => name === engine.name);
    const other = await beside?.open();
    if (!beside || !other) throw new Error('no second store');
    await migrateAccounts(other);
    expect(await other.selectFrom('customers').select('name').execute()).toEqual([]);
    await other.destroy();
    await beside.remove();
  });

  test('keys for the events store count up and are never reused', async () => {
    const first = await makeCustomer(accounts);
    const second = await makeCustomer(accounts);
    expect(second.key).toBe(first.key + 1);
    await accounts.deleteFrom('customers').where('id', '=', second.id).execute();
    expect((await makeCustomer(accounts)).key).toBe(second.key + 1);
  });

  test('instants, money and counts are numbers', async () => {
    const campaign = await makeCampaign(accounts, { customerId: (await makeCustomer(accounts)).id });
    const { id } = await makeFlight(accounts, { campaignId: campaign.id });
    const budget = 9_000_000_000_000_000;
    await accounts
      .updateTable('flights')
      .set({ budget_micros: budget, ends_at: 253_402_300_799_000 })
      .where('id', '=', id)
      .execute();
    const row = await accounts
      .selectFrom('flights')
      .select(['budget_micros', 'ends_at', 'key', 'paused'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ budget_micros: budget, ends_at: 253_402_300_799_000, key: expect.any(Number), paused: 0 });
    const { n } = await accounts
      .selectFrom('flights')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    expect(n).toBe(1);
  });

  test('a name is taken in any spelling until its customer is deleted', async () => {
    const { id } = await makeCustomer(accounts, { name: 'Café  Großmann' });
    await expect(makeCustomer(accounts, { name: 'CAFÉ GROßMANN ' })).rejects.toThrow();
    await accounts.updateTable('customers').set({ deleted_at: 1 }).where('id', '=', id).execute();
    await expect(makeCustomer(accounts, { name: 'café großmann' })).resolves.toBeTruthy();
  });

  test('erases the data of a deleted account after 30 days, not earlier', async () => {
    const gone = { role: 'property', deletedAt: DAY_MS } as const;
    const { id } = await makeUser(accounts, { ...gone, email: 'gone@erased.example' });
    const emailOf = async () =>
      (
        await accounts.selectFrom('users').select(['email', 'first_name', 'name_key']).where('id', '=', id).execute()
      )[0];
    await eraseDeletedAccounts(accounts, 31 * DAY_MS);
    expect(await emailOf()).toMatchObject({ email: 'gone@erased.example', first_name: 'Test' });
    await eraseDeletedAccounts(accounts, 31 * DAY_MS + 1);
    expect(await emailOf()).toEqual({ email: '', first_name: '', name_key: '' });
  });

  test('an address has one active account', async () => {
    const { id } = await makeUser(accounts, { role: 'admin', email: 'one@test.example' });
    await expect(makeUser(accounts, { role: 'admin', email: 'one@test.example' })).rejects.toThrow();
    await accounts.updateTable('users').set({ deleted_at: 1 }).where('id', '=', id).execute();
    await expect(makeUser(accounts, { role: 'admin', email: 'one@test.example' })).resolves.toBeTruthy();
  });

  test('an outlet has one owner at any time', async () => {
    const [a, b] = [await makeCustomer(accounts), await makeCustomer(accounts)];
    const outlet = await makeOutlet(accounts, { customerId: a.id, from: 1000 });
    await reassignOutlet(accounts, { outletId: outlet.id, customerId: b.id, at: 2000 });
    const venue = await makeVenue(accounts, { customerId: a.id });
    const insert = (id: string, from: number, to: number | null) =>
      accounts
        .insertInto('outlet_assignments')
        .values({ id, outlet_id: outlet.id, customer_id: a.id, venue_id: venue.id, from_at: from, to_at: to })
        .execute();
    await expect(insert('x1', 500, 1001)).rejects.toThrow(/overlap/);
    await expect(insert('x2', 1500, 1600)).rejects.toThrow(/overlap/);
    await expect(insert('x3', 3000, null)).rejects.toThrow();
    await expect(insert('x4', 3000, 4000)).rejects.toThrow(/overlap/);
    await expect(insert('x5', 900, 900)).rejects.toThrow();
    await insert('x6', 500, 1000);
    const widen = accounts.updateTable('outlet_assignments').set({ to_at: 1001 }).where('id', '=', 'x6').execute();
    await expect(widen).rejects.toThrow(/overlap/);
  });

  test('of overlapping periods only one is stored, regardless of concurrent writers', async () => {
    const owner = await makeCustomer(accounts);
    const venue = await makeVenue(accounts, { customerId: owner.id });
    const outlet = await makeOutlet(accounts, { customerId: owner.id, from: 5_000 });
    const campaign = await makeCampaign(accounts, { customerId: owner.id });
    const flight = await makeFlight(accounts, { campaignId: campaign.id });
    const others = await Promise.all([engine.open(), engine.open(), engine.open()]);
    const place = { outlet_id: outlet.id, customer_id: owner.id, venue_id: venue.id };
    const results = await Promise.allSettled(
      others.flatMap((other, at) => [
        other
          .insertInto('outlet_assignments')
          .values({ ...place, id: `apart-${outlet.id}-${at}`, from_at: 1_000 + at, to_at: 2_000 })
          .execute(),
        other
          .insertInto('flight_pauses')
          .values({ id: `apart-${flight.id}-${at}`, flight_id: flight.id, from_at: 1_000 + at, to_at: 2_000 })
          .execute(),
      ]),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    for (const result of results) if (result.status === 'rejected') expect(String(result.reason)).toMatch(/overlap/);
    await Promise.all(others.map((other) => other.destroy()));
  });

  test('rejects contradictions and dangling references', async () => {
    const customer = await makeCustomer(accounts);
    const key = await makeKey(accounts, { customerId: customer.id });
    expect(key).toBeTruthy();
    const values = { key_hash: 'h', prefix: 'vb_', label: '', created_at: 0, revoked_at: null, last_used_at: null };
    const keyFor = (id: string, outlet: string | null, owner: string | null) =>
      accounts
        .insertInto('access_keys')
        .values({ ...values, id, outlet_id: outlet, customer_id: owner })
        .execute();
    await expect(keyFor('k1', null, null)).rejects.toThrow();
    await expect(keyFor('k2', 'nowhere', null)).rejects.toThrow();
    const role = accounts.updateTable('users').set({ role: sql`'root'` }).execute();
    await expect(role).rejects.toThrow();
    await expect(accounts.deleteFrom('customers').where('id', '=', customer.id).execute()).rejects.toThrow();
  });

  test('a transaction is kept as a whole or not at all', async () => {
    const name = 'Half done';
    const work = accounts.transaction().execute(async (transaction) => {
      await makeCustomer(transaction, { name });
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    expect(await accounts.selectFrom('customers').select('id').where('name', '=', name).execute()).toEqual([]);
  });

  test('the network version rises with changes of the network, not with contacts of outlets', async () => {
    const owner = await makeCustomer(accounts);
    const outlet = await makeOutlet(accounts, { customerId: owner.id });
    const before = await setting('network_version');
    await accounts.updateTable('outlets').set({ last_seen_at: 5 }).where('id', '=', outlet.id).execute();
    expect(await setting('network_version')).toEqual(before);
    await reassignOutlet(accounts, { outletId: outlet.id, customerId: (await makeCustomer(accounts)).id, at: 7000 });
    expect(await setting('network_version')).toBeGreaterThan(before);
  });

  test('the lease holder publishes a seal as a whole, and its numbers are never reused', async () => {
    const ledger = createSealLedger(accounts, true);
    expect(await ledger.current()).toEqual(NOTHING_SEALED);
    const numbers = await Promise.all([...Array(20)].map(() => createSealLedger(accounts, true).nextNumber()));
    expect(new Set(numbers).size).toBe(20);
    expect(await ledger.highestNumber(500)).toBe(500);
    expect(await ledger.highestNumber(3)).toBe(500);
    expect(await ledger.nextNumber()).toBe(501);

    const first = {
      ...NOTHING_SEALED,
      generation: 7,
      watermark: '2026-11-20',
      weeks: new Map([['2026-11-16', { number: 6, events: 40 }]]),
    };
    const second = { ...first, generation: 9, weeks: new Map([['2026-11-16', { number: 8, events: 41 }]]) };
    await expect(ledger.publish('one', first, 1_000)).rejects.toThrow(LeaseLostError);
    expect(await ledger.takeLease('one')).toBe(true);
    await ledger.publish('one', first, 1_000);
    expect(await ledger.current()).toEqual(first);
    await ledger.publish('one', second, 2_000);
    expect([...(await ledger.numbersInUse(2_000))].sort()).toEqual([6, 7, 8, 9]);
    expect([...(await ledger.numbersInUse(2_001))].sort()).toEqual([8, 9]);
    await ledger.releaseLease('one');
    expect(await ledger.takeLease('two')).toBe(true);
    await expect(ledger.publish('one', first, 3_000)).rejects.toThrow(LeaseLostError);
    await expect(ledger.prolongLease('one')).rejects.toThrow(LeaseLostError);
    expect(await ledger.current()).toEqual(second);
    await ledger.releaseLease('two');
  });

  test('a late mark stays until its insert has ended and is summed, and longer if its process died', async () => {
    const ledger = createSealLedger(accounts);
    await ledger.takeLease('run');
    const marks = await ledger.beginInsert(['2026-11-09', '2026-11-16']);
    expect(await readLateWeeks(accounts)).toEqual(['2026-11-09', '2026-11-16']);
    expect(await ledger.takeMarks('run')).toEqual([]);
    await ledger.endInsert(marks.slice(0, 1), true);
    expect(await ledger.takeMarks('run')).toEqual(['2026-11-09']);
    await ledger.endInsert(await ledger.beginInsert(['2026-11-09']), true);
    await ledger.forgetMarks('run');
    // The insert that ended after the marks were taken still has its mark.
    expect(await ledger.markedWeeks()).toEqual(['2026-11-09', '2026-11-16']);
    expect(await ledger.takeMarks('run')).toEqual(['2026-11-09']);
    expect(await ledger.takeMarks('run', ['2026-11-09'])).toEqual([]);
    await ledger.forgetMarks('run');
    expect(await ledger.takeMarks('run')).toEqual(['2026-11-09']);
    await ledger.beginProcess();
    expect(await ledger.takeMarks('run')).toEqual(['2026-11-09', '2026-11-16']);
    await ledger.forgetMarks('run');
    // The insert was considered dead but ended nevertheless: its rows may be missing from the sum.
    await ledger.endInsert(marks, true);
    expect(await ledger.takeMarks('run')).toEqual(['2026-11-09', '2026-11-16']);
    await ledger.forgetMarks('run');
    await ledger.releaseLease('run');
    const shared = createSealLedger(accounts, true);
    await shared.endInsert(await shared.beginInsert(['2026-11-02']), false);
    await shared.beginProcess();
    expect(await shared.takeMarks('run')).toEqual([]);
    expect(await shared.markedWeeks()).toEqual(['2026-11-02']);
    // A frozen run that resumes would take marks that the next run clears without summing the rows.
    await ledger.takeLease('the one after it');
    await expect(shared.takeMarks('run')).rejects.toThrow(LeaseLostError);
    await ledger.releaseLease('the one after it');
  });

  test('a lease that is not renewed is lost within half a minute, by the clock of the store', async () => {
    const ledger = createSealLedger(accounts, true);
    expect(await ledger.takeLease('killed')).toBe(true);
    expect(await ledger.takeLease('next')).toBe(false);
    const { until_at: until } = await accounts.selectFrom('seal_lease').select('until_at').executeTakeFirstOrThrow();
    expect(until - Date.now()).toBeLessThanOrEqual(30_000);
    await accounts
      .updateTable('seal_lease')
      .set({ until_at: until - 30_000 })
      .execute();
    await eventually(async () => expect(await ledger.takeLease('next')).toBe(true));
    await expect(ledger.prolongLease('killed')).rejects.toThrow(LeaseLostError);
    await ledger.releaseLease('next');
  });

  test('of concurrent processes exactly one gets the lease on a shared events store', async () => {
    const others = await Promise.all([...Array(5)].map(() => engine.open()));
    const ledgers = [accounts, ...others].map((db) => createSealLedger(db, true));
    try {
      for (let round = 0; round < 30; round += 1) {
        const taken = await Promise.all(ledgers.map((ledger, at) => ledger.takeLease(`run ${round} of ${at}`)));
        expect(taken.filter(Boolean), `round ${round}`).toHaveLength(1);
        for (const [at, ledger] of ledgers.entries()) {
          const seal = { ...NOTHING_SEALED, generation: 1_000 + round * 10 + at };
          const publishing = ledger.publish(`run ${round} of ${at}`, seal, 0);
          if (taken[at]) await publishing;
          else await expect(publishing).rejects.toThrow(LeaseLostError);
        }
        await ledgers[taken.indexOf(true)]?.releaseLease(`run ${round} of ${taken.indexOf(true)}`);
      }
    } finally {
      for (const db of others) await db.destroy();
    }
  });

  test('keeps the record of lost raw rows, and late events of such a week do not hide its seal', async () => {
    const ledger = createSealLedger(accounts);
    const loss = { expected: 10, missing: 4, parts: ['x_1_1_0'], notedAt: 5 };
    const known = { week: '2026-10-05', sealed: { number: 3, until: '2026-10-12' }, ...loss };
    const unsealed = { week: '2026-10-12', sealed: null, ...loss };
    for (const one of [known, unsealed]) await ledger.noteLoss(one);
    const open = { isAccepted: false, isGivenUp: false };
    expect(await ledger.losses()).toEqual([known, unsealed].map((one) => ({ ...one, ...open })));
    expect(await ledger.acceptLosses(1)).toMatchObject([known, unsealed]);
    expect(await ledger.acceptLosses(1)).toEqual([]);
    await ledger.noteLoss(unsealed);
    expect((await ledger.giveUpLosses(2)).map(({ week }) => week)).toEqual([known.week]);
    expect(await ledger.losses()).toMatchObject([{ isGivenUp: true }, open]);
    expect(await ledger.numbersInUse(0)).toContain(3);
    await ledger.beginInsert([known.week, unsealed.week]);
    expect(await readLateWeeks(accounts)).not.toContain(known.week);
    expect(await readLateWeeks(accounts)).toContain(unsealed.week);
    for (const { week } of [known, unsealed]) await ledger.endLoss(week);
    expect(await ledger.losses()).toEqual([]);
  });

  test('deletes expired rows and nothing else', async () => {
    const now = 1000 * DAY_MS;
    const user = await makeUser(accounts, { role: 'admin' });
    const session = (id: string, expires_at: number) => ({
      id,
      user_id: user.id,
      created_at: 0,
      last_used_at: 0,
      expires_at,
      ended_at: null,
      ip: '',
      user_agent: '',
    });
    await accounts
      .insertInto('sessions')
      .values([session('old', now - 31 * DAY_MS), session('new', now - DAY_MS)])
      .execute();
    const ticket = { user_id: user.id, cid: '', role: '', start_at: null, end_at: null, tz: null, used_at: null };
    await accounts
      .insertInto('print_tickets')
      .values([
        { ...ticket, id: 'of-old', session_id: 'old', expires_at: now },
        { ...ticket, id: 'of-new', session_id: 'new', expires_at: now },
      ])
      .execute();
    await accounts
      .insertInto('attempt_budgets')
      .values([
        { subject: 'account:past', account: 'past', whole_at: now - 1 },
        { subject: 'account:blocked', account: 'blocked', whole_at: now + 1 },
      ])
      .execute();
    await forgetExpired(accounts, now);
    const left = async (table: 'sessions' | 'print_tickets') =>
      (await accounts.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id);
    expect([await left('sessions'), await left('print_tickets')]).toEqual([['new'], ['of-new']]);
    expect(await accounts.selectFrom('attempt_budgets').select('subject').execute()).toEqual([
      { subject: 'account:blocked' },
    ]);
  });
});
