import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
import { forgetExpired } from './forget-expired.ts';
import { migrateAccounts } from './open-accounts.ts';
import { createSealLedger } from './seal-ledger.ts';
import { testEngines } from './testing/open-engines.ts';

const DAY_MS = 86_400_000;

describe.each(testEngines())('the accounts store on $name', (engine) => {
  let accounts: AccountsDb;
  beforeAll(async () => {
    accounts = await engine.open();
    await migrateAccounts(accounts);
  });
  afterAll(async () => {
    await accounts.destroy();
    await engine.remove();
  });

  const setting = async (name: string) =>
    Number((await accounts.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst())?.value);

  test('a second migration changes nothing, also from another connection', async () => {
    const other = await engine.open();
    await makeCustomer(accounts, { name: 'Kept' });
    await migrateAccounts(other);
    expect(await other.selectFrom('customers').select('name').where('name_key', '=', 'kept').execute()).toHaveLength(1);
    await other.destroy();
  });

  test('a second store beside it, in another folder or schema, is made from nothing', async () => {
    const beside = testEngines().find(({ name }) => name === engine.name);
    const other = await beside?.open();
    if (!beside || !other) throw new Error('no second store');
    await migrateAccounts(other);
    expect(await other.selectFrom('customers').select('name').execute()).toEqual([]);
    await other.destroy();
    await beside.remove();
  });

  test('numbers of the events store count up and are never used twice', async () => {
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

  test('a name is taken in any spelling, until its customer is deleted', async () => {
    const { id } = await makeCustomer(accounts, { name: 'Café  Großmann' });
    await expect(makeCustomer(accounts, { name: 'CAFÉ GROßMANN ' })).rejects.toThrow();
    await accounts.updateTable('customers').set({ deleted_at: 1 }).where('id', '=', id).execute();
    await expect(makeCustomer(accounts, { name: 'café großmann' })).resolves.toBeTruthy();
  });

  test('what is known of a deleted account is erased after 30 days, not before', async () => {
    const gone = { role: 'property', deletedAt: DAY_MS } as const;
    const { id } = await makeUser(accounts, { ...gone, email: 'gone@erased.example' });
    const emailOf = async () =>
      (
        await accounts.selectFrom('users').select(['email', 'first_name', 'name_key']).where('id', '=', id).execute()
      )[0];
    await forgetExpired(accounts, 31 * DAY_MS);
    expect(await emailOf()).toMatchObject({ email: 'gone@erased.example', first_name: 'Test' });
    await forgetExpired(accounts, 31 * DAY_MS + 1);
    expect(await emailOf()).toEqual({ email: '', first_name: '', name_key: '' });
  });

  test('an address has one live account', async () => {
    const { id } = await makeUser(accounts, { role: 'admin', email: 'one@test.example' });
    await expect(makeUser(accounts, { role: 'admin', email: 'one@test.example' })).rejects.toThrow();
    await accounts.updateTable('users').set({ deleted_at: 1 }).where('id', '=', id).execute();
    await expect(makeUser(accounts, { role: 'admin', email: 'one@test.example' })).resolves.toBeTruthy();
  });

  test('an outlet has one owner at a time', async () => {
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

  test('what contradicts itself or points nowhere is refused', async () => {
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

  test('a transaction is kept whole or not at all', async () => {
    const name = 'Half done';
    const work = accounts.transaction().execute(async (transaction) => {
      await makeCustomer(transaction, { name });
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    expect(await accounts.selectFrom('customers').select('id').where('name', '=', name).execute()).toEqual([]);
  });

  test('the versions of the network rise with its changes, not with contacts of outlets', async () => {
    const owner = await makeCustomer(accounts);
    const outlet = await makeOutlet(accounts, { customerId: owner.id });
    const before = [await setting('catalog_version'), await setting('network_version')];
    await accounts.updateTable('outlets').set({ last_seen_at: 5 }).where('id', '=', outlet.id).execute();
    expect([await setting('catalog_version'), await setting('network_version')]).toEqual(before);
    await reassignOutlet(accounts, { outletId: outlet.id, customerId: (await makeCustomer(accounts)).id, at: 7000 });
    expect(await setting('catalog_version')).toBeGreaterThan(before[0] ?? 0);
    expect(await setting('network_version')).toBeGreaterThan(before[1] ?? 0);
  });

  test('the seal never goes back, and a week that turned dirty again stays', async () => {
    const ledger = createSealLedger(accounts);
    expect(await ledger.current()).toEqual({ generation: 0, watermark: '1970-01-01' });
    await ledger.publish({ generation: 2, watermark: '2026-11-20' });
    await ledger.publish({ generation: 1, watermark: '2026-11-01' });
    expect(await ledger.current()).toEqual({ generation: 2, watermark: '2026-11-20' });
    await ledger.markDirty(['2026-11-09', '2026-11-16']);
    const [first] = await ledger.dirtyWeeks();
    await ledger.markDirty(['2026-11-09']);
    await ledger.clearDirty('2026-11-09', first?.since ?? 0);
    await ledger.clearDirty('2026-11-16', Number.MAX_SAFE_INTEGER);
    expect((await ledger.dirtyWeeks()).map(({ week }) => week)).toEqual(['2026-11-09']);
  });

  test('one process at a time holds the lease on a shared events store', async () => {
    const ledger = createSealLedger(accounts, true);
    expect(await ledger.holdLease('one', 60)).toBe(true);
    expect(await ledger.holdLease('two', 60)).toBe(false);
    expect(await ledger.holdLease('one', 0)).toBe(true);
    expect(await ledger.holdLease('two', 60)).toBe(true);
  });

  test('what has served its time is deleted, and nothing else', async () => {
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
