import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { migrateAccounts } from '../databases/accounts/open-accounts.ts';
import { describeOnEngines } from '../databases/accounts/testing/open-engines.ts';
import { findKeysOf } from '../network/access-key-queries.ts';
import { issueAccessKey, rotateAccessKey } from '../network/change-access-keys.ts';
import { makeCustomer, makeUser } from '../testing/makers.ts';
import { insertWithAudit } from './insert-with-audit.ts';
import { type Noted, type UpdateContext, updateWithVersion } from './optimistic-lock.ts';

const NOW = 1_000;

describeOnEngines('a change by an administrator', (engine) => {
  let accounts: AccountsDb;
  beforeAll(async () => {
    accounts = await engine.open();
    await migrateAccounts(accounts);
  });
  afterAll(async () => {
    await accounts.destroy();
    await engine.remove();
  });

  type Row = { readonly id: string; readonly updated_at: number; readonly category: string };
  const read = (db: AccountsDb, id: string): Promise<Row | undefined> =>
    db.selectFrom('customers').select(['id', 'updated_at', 'category']).where('id', '=', id).executeTakeFirst();
  const author = { actorId: null, actor: 'tests', ip: '' };
  const change = (
    claim: { readonly id: string; readonly version?: number },
    work: (turn: UpdateContext<Row>) => Promise<Noted | null>,
  ) => updateWithVersion({ accounts, now: () => NOW, author }, { table: 'customers', claim, read }, work);
  const setTo =
    (category: string) =>
    async ({ tx, stored }: UpdateContext<Row>) => {
      if (stored.category === category) return null;
      await tx.updateTable('customers').set({ category }).where('id', '=', stored.id).execute();
      return { action: 'customer.changed', subject: 'it', detail: { category } };
    };
  const noted = async () => (await accounts.selectFrom('audit_log').select('detail').execute()).length;

  test('gives the row a new version and an audit entry, and accepts the same version once', async () => {
    const { id } = await makeCustomer(accounts, { category: 'hotel' });
    const before = await noted();
    const both = await Promise.allSettled(
      ['cafe', 'gym'].map((category) => change({ id, version: 0 }, setTo(category))),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await read(accounts, id)).toMatchObject({ updated_at: NOW, category: expect.stringMatching(/cafe|gym/) });
    expect(await noted()).toBe(before + 1);
    await expect(change({ id, version: 0 }, setTo('bar'))).rejects.toThrow('This customer was changed');
  });

  test.each(['customers', 'users'] as const)(
    'in %s the second change waits before it reads, so that the store rejects nothing',
    async (table) => {
      const { id } = table === 'users' ? await makeUser(accounts, { role: 'property' }) : await makeCustomer(accounts);
      const { updated_at: version } = await accounts
        .selectFrom(table)
        .select('updated_at')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      let entered = 0;
      const one = () =>
        updateWithVersion(
          { accounts, now: () => NOW, author },
          {
            table,
            claim: { id, version },
            read: (tx, key) =>
              tx.selectFrom(table).select(['id', 'updated_at']).where('id', '=', key).executeTakeFirst(),
          },
          async () => {
            entered += 1;
            if (engine.name === 'PostgreSQL')
              await expect.poll(async () => entered === 2 || (await isWaiting())).toBe(true);
            return { action: 'thing.changed', subject: 'it', detail: {} };
          },
        );
      const both = await Promise.allSettled([one(), one()]);
      expect(entered).toBe(1);
      expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { statusCode: 409 } });
    },
  );

  async function isWaiting(): Promise<boolean> {
    const { rows } = await sql`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(accounts);
    return rows.length > 0;
  }

  test('if two rotate a key at once, one creates a successor and the other gets an error that the key ended', async () => {
    const context = { accounts, now: () => NOW, author };
    const { id: customerId } = await makeCustomer(accounts);
    await issueAccessKey(context, { customerId }, 'gateway');
    const [key] = await findKeysOf(accounts, 'customer_id', customerId);
    const both = await Promise.allSettled([1, 2].map(() => rotateAccessKey(context, key?.id ?? '', 0)));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await findKeysOf(accounts, 'customer_id', customerId)).toHaveLength(2);
  });

  test('an insert and its audit entry are stored together, or neither is', async () => {
    const before = await noted();
    const making = insertWithAudit({ accounts, now: () => NOW, author }, async ({ tx, note }) => {
      const { id } = await makeCustomer(tx);
      await note({ action: 'customer.created', subject: 'it', detail: { id } });
      throw new Error('no');
    });
    await expect(making).rejects.toThrow('no');
    expect(await noted()).toBe(before);
  });

  test('versions rise within a millisecond, and a change that changes nothing touches neither row nor log', async () => {
    const { id } = await makeCustomer(accounts, { category: 'hotel' });
    await change({ id }, setTo('cafe'));
    await change({ id, version: NOW }, setTo('gym'));
    expect((await read(accounts, id))?.updated_at).toBe(NOW + 1);
    const before = await noted();
    await change({ id, version: NOW + 1 }, setTo('gym'));
    expect((await read(accounts, id))?.updated_at).toBe(NOW + 1);
    expect(await noted()).toBe(before);
  });

  test("an action on a row that keeps the row's version adds an audit entry", async () => {
    const { id } = await makeCustomer(accounts);
    const before = await noted();
    await change({ id }, async () => ({ action: 'user.invite-sent', subject: 'it', detail: {}, leavesRow: true }));
    expect((await read(accounts, id))?.updated_at).toBe(0);
    expect(await noted()).toBe(before + 1);
  });

  test('a change that is rejected half-way leaves nothing, and a missing row cannot be changed', async () => {
    const { id } = await makeCustomer(accounts, { category: 'hotel' });
    const before = await noted();
    const halfway = change({ id, version: 0 }, async (turn) => {
      await setTo('cafe')(turn);
      throw new Error('no');
    });
    await expect(halfway).rejects.toThrow('no');
    expect(await read(accounts, id)).toMatchObject({ updated_at: 0, category: 'hotel' });
    await expect(change({ id: 'nothing' }, setTo('cafe'))).rejects.toThrow('Customer not found.');
    expect(await noted()).toBe(before);
  });
});
