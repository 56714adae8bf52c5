import { join } from 'node:path';
import { sql } from 'kysely';
import Database from 'libsql';
import type { AccountsDb } from './accounts-db.ts';
import { openAccounts, waitForUs } from './open-accounts.ts';

type Value = string | number | null;
export type AccountsRow = Readonly<Record<string, Value>>;

/** A point-in-time snapshot of the entire accounts store, which does not block other writers. */
export type AccountsSnapshot = {
  readonly migrations: readonly string[];
  /** The tables, ordered so that rows refer only to rows of earlier tables. */
  readonly tables: readonly string[];
  /** The highest number ever assigned in each table, including to rows that no longer exist. */
  readonly numbers: Readonly<Record<string, number>>;
  rows(table: string): AsyncIterable<readonly AccountsRow[]>;
  /** Counts the rows with a separate query, to verify that all rows arrived. */
  countRows(table: string): Promise<number>;
};

export type AccountsLocation = { readonly dataDir: string } | { readonly databaseUrl: string };

const PAGE_ROWS = 2_000;

/**
 * Tables that belong to running processes, or that are recomputed from the events. A copy starts without their rows;
 * the migrations fill these tables if needed. `play_leases` contains the parts of budgets that live processes hold. In
 * a copy, no process would release those parts, and the events count the plays that were shown. `outlet_plays` are paid
 * from these parts.
 */
export const LEFT_OUT: readonly string[] = [
  'seal_lease',
  'flight_spend',
  'play_leases',
  'outlet_plays',
  'spend_reservations',
  'running_inserts',
  'maintenance_jobs',
  'job_turns',
];
const isLeftOut = (table: string) =>
  LEFT_OUT.includes(table) || /^(kysely_|sqlite_|temp_|unfinished_copy|libsql_)/.test(table);

/**
 * Tables to fill last. Import claims block writes to the claimed rows, and versions in `settings` increase with each
 * row in other tables.
 */
const LAST: readonly string[] = ['import_jobs', 'settings'];
const place = (table: string): number => LAST.indexOf(table);

type Asking = {
  readonly tables: string;
  readonly references: string;
  readonly numbers: () => Promise<Record<string, number>>;
  readonly pages: (table: string) => AsyncIterable<readonly AccountsRow[]>;
  readonly ask: <Row>(text: string) => Promise<Row[]>;
};

export async function withSnapshot<Result>(
  location: AccountsLocation,
  work: (snapshot: AccountsSnapshot) => Promise<Result>,
): Promise<Result> {
  return 'databaseUrl' in location ? inPostgres(location.databaseUrl, work) : inSqlite(location.dataDir, work);
}

async function inSqlite<Result>(
  dataDir: string,
  work: (snapshot: AccountsSnapshot) => Promise<Result>,
): Promise<Result> {
  const handle = new Database(join(dataDir, 'accounts.sqlite'), { fileMustExist: true } as Database.Options);
  try {
    for (const setting of ['busy_timeout = 5000', 'query_only = ON']) handle.pragma(setting);
    // Use a read transaction: with a write-ahead log, it blocks no writer and keeps seeing the same state.
    handle.exec('begin');
    const ask = async <Row>(text: string) => handle.prepare(text).all() as Row[];
    return await work(
      await snapshotOf({
        ask,
        tables: `select name from sqlite_master where type = 'table'`,
        references: `select m.name as child, f."table" as parent from sqlite_master m, pragma_foreign_key_list(m.name) f
          where m.type = 'table'`,
        numbers: async () => {
          const rows = await ask<{ name: string; seq: number }>('select name, seq from sqlite_sequence');
          return Object.fromEntries(rows.map(({ name, seq }) => [name, seq]));
        },
        pages: async function* (table) {
          const page = handle.prepare(
            `select rowid as row_place, * from "${table}" where rowid > ? order by rowid limit ${PAGE_ROWS}`,
          );
          for (let after = Number.MIN_SAFE_INTEGER; ; ) {
            const rows = page.all(after) as (AccountsRow & { row_place: number })[];
            if (rows.length === 0) return;
            after = rows.at(-1)?.row_place ?? after;
            yield rows.map(({ row_place: _, ...row }) => row);
          }
        },
      }),
    );
  } finally {
    handle.close();
  }
}

async function inPostgres<Result>(
  databaseUrl: string,
  work: (snapshot: AccountsSnapshot) => Promise<Result>,
): Promise<Result> {
  const accounts = await openAccounts({ databaseUrl });
  try {
    return await accounts
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        await waitForUs(tx);
        const ask = async <Row>(text: string) => (await sql.raw<Row>(text).execute(tx)).rows;
        return work(
          await snapshotOf({
            ask,
            tables: 'select tablename as name from pg_tables where schemaname = current_schema()',
            references: `select child.relname as child, parent.relname as parent from pg_constraint c
              join pg_class child on child.oid = c.conrelid join pg_class parent on parent.oid = c.confrelid
              where c.contype = 'f' and c.connamespace = (select oid from pg_namespace where nspname = current_schema())`,
            numbers: async () => Object.fromEntries(await postgresNumbers(tx)),
            pages: async function* (table) {
              await ask(`declare copied no scroll cursor for select * from "${table}"`);
              for (;;) {
                const rows = await ask<AccountsRow>(`fetch ${PAGE_ROWS} from copied`);
                if (rows.length === 0) break;
                yield rows;
              }
              await ask('close copied');
            },
          }),
        );
      });
  } finally {
    await accounts.destroy();
  }
}

/** Finds the columns that are numbered by a sequence, with their tables. */
export const POSTGRES_COUNTERS = `select table_name as name, column_name as column from information_schema.columns
  where table_schema = current_schema() and (column_default like 'nextval(%' or is_identity = 'YES')`;

async function postgresNumbers(executor: AccountsDb): Promise<[string, number][]> {
  const { rows } = await sql.raw<{ name: string; column: string }>(POSTGRES_COUNTERS).execute(executor);
  const numbers: [string, number][] = [];
  for (const { name, column } of rows) {
    const counter = sql<{
      given: number;
    }>`select coalesce(pg_sequence_last_value(pg_get_serial_sequence(${name}, ${column})::regclass), 0) as given`;
    numbers.push([name, Number((await counter.execute(executor)).rows[0]?.given ?? 0)]);
  }
  return numbers;
}

async function snapshotOf(asking: Asking): Promise<AccountsSnapshot> {
  const { ask } = asking;
  const all = (await ask<{ name: string }>(asking.tables)).map(({ name }) => name);
  const migrations = all.includes('kysely_migration')
    ? await ask<{ name: string }>('select name from kysely_migration order by name')
    : [];
  const references = await ask<{ child: string; parent: string }>(asking.references);
  const numbers = Object.entries(await asking.numbers()).filter(([table, number]) => number > 0 && !isLeftOut(table));
  return {
    migrations: migrations.map(({ name }) => name),
    tables: inOrder(
      all.filter((table) => !isLeftOut(table)),
      references,
    ),
    numbers: Object.fromEntries(numbers),
    rows: (table) => asking.pages(table),
    countRows: async (table) =>
      Number((await ask<{ rows: number | string }>(`select count(*) as rows from "${table}"`))[0]?.rows ?? 0),
  };
}

function inOrder(tables: readonly string[], references: readonly { child: string; parent: string }[]): string[] {
  const ordered: string[] = [];
  const waiting = new Set([...tables].sort((a, b) => place(a) - place(b) || a.localeCompare(b)));
  while (waiting.size > 0) {
    const needs = (table: string) =>
      references.some(({ child, parent }) => child === table && parent !== table && waiting.has(parent));
    const ready = [...waiting].filter(
      (table) => !needs(table) && (place(table) < 0 || [...waiting].every((other) => place(other) >= 0)),
    );
    if (ready.length === 0) throw new Error(`tables refer to each other in a circle: ${[...waiting].join(', ')}`);
    for (const table of ready) waiting.delete(table);
    for (const table of ready) ordered.push(table);
  }
  return ordered;
}
