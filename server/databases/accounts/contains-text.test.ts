import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountsDb } from './accounts-db.ts';
import { containsAnyCase } from './contains-text.ts';
import { knownBefore, migrateAccounts } from './migrate-accounts.ts';
import { describeOnEngines } from './testing/open-engines.ts';

describeOnEngines('looking for text', (engine) => {
  let accounts: AccountsDb;
  beforeAll(async () => {
    accounts = await engine.open();
    await migrateAccounts(accounts, knownBefore('0039-campaign-names'));
  });
  afterAll(() => engine.remove());

  test('finds a text regardless of letter case, and treats no character as a pattern', async () => {
    const text = String.raw`Straße ÄÖ-Чай [a*b] (c|d)^$ 5%_ \ {e}.+`;
    const finds = async (part: string) => {
      const found = containsAnyCase(accounts, sql`cast(${text} as text)`, part);
      const { rows } = await sql<{ hit: number }>`select case when ${found} then 1 else 0 end as hit`.execute(accounts);
      return rows[0]?.hit === 1;
    };
    const inIt = ['straße äö', 'STRAßE ÄÖ-чАЙ', '[A*B] (C|D)^$', String.raw`5%_ \ {E}.+`, ']', '', '%', '^', '$'];
    for (const part of inIt) expect(await finds(part), part).toBe(true);
    for (const part of ['s.raße', '[ab]', 'a*c', '5__', '_ ?', 'c|x', 'äöü', '***=a', '\\d'])
      expect(await finds(part), part).toBe(false);
  });

  test('campaigns and customers of an older version get the keys of their names', async () => {
    await sql`insert into customers (id, name, name_key, kind, category, created_at, updated_at)
      values ('a', 'Øl & Käse', 'øl & käse', 'advertiser', 'brand', 0, 0)`.execute(accounts);
    await sql`insert into campaigns (id, customer_id, name, created_at, updated_at)
      values ('c', 'a', 'ÄPFEL  und Öl', 0, 0)`.execute(accounts);
    await migrateAccounts(accounts);
    const customer = accounts.selectFrom('customers').select('find_key').where('id', '=', 'a');
    expect(await customer.executeTakeFirst()).toEqual({ find_key: 'ol & kase' });
    const row = accounts.selectFrom('campaigns').select('name_key').where('id', '=', 'c');
    expect(await row.executeTakeFirst()).toEqual({ name_key: 'äpfel und öl' });
  });
});
