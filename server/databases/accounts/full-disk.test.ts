import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { makeCustomer } from '../../testing/makers.ts';
import { openMigrated } from './testing/open-engines.ts';

const folder = mkdtempSync(join(tmpdir(), 'voltboard-full-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function openFresh(name: string) {
  const dataDir = join(folder, name);
  mkdirSync(dataDir);
  const accounts = await openMigrated(dataDir);
  return accounts;
}

test('a full store reports it, keeps nothing of the transaction, and works again when there is space', async () => {
  const accounts = await openFresh('full');
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(accounts);
  await sql.raw(`pragma max_page_count = ${(rows[0]?.page_count ?? 0) + 4}`).execute(accounts);
  const fill = accounts.transaction().execute(async (transaction) => {
    await makeCustomer(transaction, { name: 'First' });
    for (let count = 0; count < 500; count++) await makeCustomer(transaction, { name: `Customer ${count}`.repeat(9) });
  });
  await expect(fill).rejects.toMatchObject({ code: 'SQLITE_FULL' });
  expect(await accounts.selectFrom('customers').select('name').execute()).toEqual([]);

  await sql`pragma max_page_count = 100000`.execute(accounts);
  await accounts.transaction().execute((transaction) => makeCustomer(transaction, { name: 'Later' }));
  expect(await accounts.selectFrom('customers').select('name').execute()).toEqual([{ name: 'Later' }]);
  await accounts.destroy();
});

test('a transaction that SQLite rolled back automatically, as on a full disk, fails with the reason', async () => {
  const accounts = await openFresh('ended');
  const name = 'Later';
  await accounts.transaction().execute((transaction) => makeCustomer(transaction, { name }));
  const failing = accounts.transaction().execute(async (transaction) => {
    await makeCustomer(transaction, { name: 'Gone' });
    await sql`insert or rollback into customers select * from customers where name = ${name}`.execute(transaction);
  });
  await expect(failing).rejects.toMatchObject({ code: expect.stringMatching(/^SQLITE_CONSTRAINT/) });
  expect(await accounts.selectFrom('customers').select('name').execute()).toEqual([{ name }]);
  await accounts.destroy();
});
