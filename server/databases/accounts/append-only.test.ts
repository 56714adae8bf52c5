import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeAudit } from '../../audit/write-audit.ts';
import type { AccountsDb } from './accounts-db.ts';
import { describeOnEngines } from './testing/open-engines.ts';

/** Append-only tables, with the columns that identify a row. */
const APPEND_ONLY = {
  audit_log: ['id', 'seq'],
  ledger_entries: ['seq', 'reference'],
  ledger_postings: ['entry_seq', 'place'],
} as const;
type Table = keyof typeof APPEND_ONLY;

const REFUSED = /append-only|foreign.key/i;

describeOnEngines('what is only added to', (engine) => {
  const isSqlite = engine.name === 'SQLite';
  let accounts: AccountsDb;
  beforeAll(async () => {
    accounts = await engine.openMigrated();
    for (const subject of ['one', 'two'])
      await writeAudit(accounts, {
        at: 1,
        actorId: null,
        actor: 'test',
        action: 'user.changed',
        subject,
        detail: {},
        ip: '',
      });
    await accounts
      .insertInto('ledger_accounts')
      .values({ name: 'rounding', kind: 'rounding', customer_id: null, opened_at: 0 })
      .execute();
    await accounts.transaction().execute(async (tx) => {
      const said = { at: 1, kind: 'payment', reason: '', author: '', hash: 'x', postings: 2 } as const;
      const left = { left_postings: 0, left_micros: 0 };
      await tx
        .insertInto('ledger_entries')
        .values({ seq: 1, reference: 'one', ...said, ...left })
        .execute();
      const posting = { entry_seq: 1, account: 'rounding' };
      await tx
        .insertInto('ledger_postings')
        .values([5, -5].map((micros, place) => ({ ...posting, place, micros })))
        .execute();
    });
  });
  afterAll(() => engine.remove());

  const rowsOf = async (table: Table) =>
    (await sql<Record<string, unknown>>`select * from ${sql.table(table)} order by 1, 2`.execute(accounts)).rows;

  test.skipIf(!isSqlite)('lists exactly the tables that the store protects', async () => {
    const { rows } = await sql<{ name: string }>`select distinct tbl_name as name from sqlite_master
      where type = 'trigger' and sql like '%append-only%' order by 1`.execute(accounts);
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(APPEND_ONLY));
  });

  test.each(Object.keys(APPEND_ONLY) as Table[])('no statement can change or remove a row: %s', async (table) => {
    const before = await rowsOf(table);
    expect(before.length).toBeGreaterThan(0);
    const row = before[0] ?? {};
    const columns = Object.keys(row);
    const keys: readonly string[] = APPEND_ONLY[table];
    const own = (column: string) => sql.ref(`${table}.${column}`);
    const otherwise = (column: string) =>
      typeof row[column] === 'number' ? sql`${own(column)} + 1000` : sql`coalesce(${own(column)}, '') || 'x'`;
    const changed = (one: string) =>
      sql.join(columns.map((column) => (column === one ? otherwise(column) : sql.ref(column))));
    const named = sql.join(columns.map((column) => sql.ref(column)));
    const of = sql.table(table);
    const attempts: [string, RawBuilder<unknown>][] = [['delete', sql`delete from ${of}`]];
    for (const column of columns) {
      attempts.push([`update ${column}`, sql`update ${of} set ${sql.ref(column)} = ${otherwise(column)}`]);
      // A key value that does not exist yet creates another row, which does not change the existing row.
      const isOwn = table === 'ledger_postings' ? !keys.includes(column) : keys.length > 1;
      if (isSqlite && isOwn) {
        attempts.push([`replace ${column}`, sql`replace into ${of} (${named}) select ${changed(column)} from ${of}`]);
        attempts.push([
          `update or replace ${column}`,
          sql`update or replace ${of} set ${sql.ref(column)} = ${otherwise(column)}`,
        ]);
      }
      if (!keys.includes(column))
        attempts.push([
          `upsert ${column}`,
          sql`insert into ${of} (${named}) select ${named} from ${of} where true
            on conflict (${sql.join((table === 'ledger_postings' ? keys : keys.slice(0, 1)).map((key) => sql.ref(key)))})
            do update set ${sql.ref(column)} = ${otherwise(column)}`,
        ]);
    }
    if (!isSqlite) attempts.push(['truncate', sql`truncate ${of} cascade`]);
    for (const watched of isSqlite ? ['on', 'off'] : ['on'])
      for (const [name, attempt] of attempts) {
        if (isSqlite) await sql.raw(`pragma foreign_keys = ${watched}`).execute(accounts);
        const tried = accounts.transaction().execute((tx) => attempt.execute(tx));
        await expect(tried, `${name}, foreign keys ${watched}`).rejects.toThrow(REFUSED);
        expect(await rowsOf(table), name).toEqual(before);
      }
    if (isSqlite) await sql.raw('pragma foreign_keys = on').execute(accounts);
  });
});
