import { toUSVString } from 'node:util';
import { sql } from 'kysely';
import { type AccountsDb, isPostgres } from '../databases/accounts/accounts-db.ts';
import type { ImportRowTable } from '../databases/accounts/import-tables.ts';

export type StagedRow = Omit<ImportRowTable, 'job_id'>;

/** A range of a job's lines; both ends are inclusive. */
export type Range = { readonly id: string; readonly from: number; readonly to: number };
/** A group of rows in a range that one statement can store. */
export type Group = Pick<ImportRowTable, 'op' | 'table_name' | 'guard' | 'columns'>;

const COLUMNS = [
  ...(['line', 'position', 'op', 'table_name', 'guard', 'columns', 'row_id', 'was', 'body', 'holds'] as const),
  'takes',
] as const;
const NUMBERS: readonly string[] = ['line', 'position', 'was'];

/** Inserts all rows with one parameter, because binding each value separately costs more than storing it. */
export async function insertStaged(tx: AccountsDb, id: string, rows: readonly StagedRow[]): Promise<void> {
  const text = JSON.stringify(rows.map((row) => COLUMNS.map((column) => row[column])).map(wellFormed));
  const values = COLUMNS.map((column, at) => {
    if (!isPostgres(tx)) return sql.raw(`json_extract(value, '$[${at}]')`);
    return sql.raw(NUMBERS.includes(column) ? `(value->>${at})::int8` : `value->>${at}`);
  });
  const from = isPostgres(tx) ? sql`jsonb_array_elements(${text}::jsonb) as given(value)` : sql`json_each(${text})`;
  await sql`insert into import_rows (job_id, ${sql.join(COLUMNS.map((column) => sql.ref(column)))})
    select cast(${id} as text), ${sql.join(values)} from ${from}`.execute(tx);
}

/** Replaces lone surrogates, which PostgreSQL refuses. */
const wellFormed = (values: readonly (string | number | null)[]): (string | number | null)[] =>
  values.map((value) => (typeof value === 'string' ? toUSVString(value) : value));

const within = ({ id, from, to }: Range) =>
  sql`staged.job_id = ${id} and staged.line >= ${from} and staged.line <= ${to}`;
const ofGroup = ({ op, table_name, guard, columns }: Group) =>
  sql`staged.op = ${op} and staged.table_name = ${table_name} and staged.guard = ${guard} and staged.columns = ${columns}`;

/**
 * Returns the next complete lines after `after`, with at most this number of rows but at least one line; null if there
 * are none.
 */
export async function nextRange(
  db: AccountsDb,
  { id, after, rows: most }: { id: string; after: number | null; rows: number },
): Promise<(Range & { readonly rows: number }) | null> {
  let query = db
    .selectFrom('import_rows')
    .select((eb) => ['line', eb.fn.countAll<number>().as('count')])
    .where('job_id', '=', id);
  if (after !== null) query = query.where('line', '>', after);
  const lines = await query.groupBy('line').orderBy('line').limit(most).execute();
  const [first] = lines;
  if (first === undefined) return null;
  let [rows, to] = [0, first.line];
  for (const { line, count } of lines) {
    if (rows > 0 && rows + Number(count) > most) break;
    rows += Number(count);
    to = line;
  }
  return { id, from: first.line, to, rows };
}

export const groupsOf = (db: AccountsDb, { id, from, to }: Range): Promise<(Group & { count: number })[]> =>
  db
    .selectFrom('import_rows')
    .select((eb) => ['op', 'table_name', 'guard', 'columns', eb.fn.countAll<number>().as('count')])
    .where('job_id', '=', id)
    .where('line', '>=', from)
    .where('line', '<=', to)
    .groupBy(['op', 'table_name', 'guard', 'columns'])
    .execute();

/** Counts rows that are missing or have changed since they were staged. */
export async function countMissing(db: AccountsDb, range: Range, group: Group): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from import_rows as staged
    where ${within(range)} and ${ofGroup(group)} and not exists (select 1 from ${sql.table(group.table_name)} as stored
      where stored.id = staged.row_id and stored.${sql.ref(group.guard)} is not distinct from staged.was)`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/**
 * Conditions for a stored row to have the name of a staged row, by table. `@x` is a text in the staged row, `#x` a
 * number.
 */
const SAME_NAME: Readonly<Record<string, string>> = {
  customers: 'stored.name_key = @name_key and stored.deleted_at is null',
  venues: 'stored.customer_id = @customer_id and stored.name_key = @name_key',
  outlets: 'stored.eui = @eui',
  outlet_assignments: `stored.outlet_id = @outlet_id and (stored.to_at is null or stored.to_at > #from_at)
    and not exists (select 1 from import_rows as ended where ended.job_id = staged.job_id and ended.line = staged.line
      and ended.op = 'update' and ended.row_id = stored.id)`,
  owner_shares: 'stored.customer_id = @customer_id and stored.valid_from = #valid_from',
  campaigns: 'stored.customer_id = @customer_id and stored.name_key = @name_key',
  flights: 'lower(stored.code) = lower(@code)',
  flight_prices: 'stored.flight_id = @flight_id and stored.valid_from = #valid_from',
  users: 'stored.email_key = @email_key and stored.deleted_at is null',
};

/** Counts staged names that stored rows already use. */
export async function countTaken(db: AccountsDb, range: Range, group: Group): Promise<number> {
  const same = SAME_NAME[group.table_name];
  if (same === undefined) return 0;
  const condition = same.replace(/([@#])(\w+)/g, (_, kind: string, name: string) => {
    if (!isPostgres(db)) return `json_extract(staged.body, '$.${name}')`;
    return kind === '#' ? `(staged.body::jsonb->>'${name}')::int8` : `(staged.body::jsonb->>'${name}')`;
  });
  const { rows } = await sql<{ count: number }>`select count(*) as count from import_rows as staged
    where ${within(range)} and ${ofGroup(group)} and exists
      (select 1 from ${sql.table(group.table_name)} as stored where ${sql.raw(condition)})`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** Selects staged rows in the form of their table. */
function filled(tx: AccountsDb, range: Range, group: Group) {
  const names = group.columns.split(',');
  const rows = sql`${within(range)} and ${ofGroup(group)} order by staged.line, staged.position`;
  const start = sql`select staged.row_id as staged_id, staged.was as staged_was`;
  if (!isPostgres(tx)) {
    const columns = names.map((name) => sql`json_extract(staged.body, ${sql.lit(`$.${name}`)}) as ${sql.ref(name)}`);
    return sql`${start}, ${sql.join(columns)} from import_rows as staged where ${rows}`;
  }
  const columns = names.map((name) => sql`typed.${sql.ref(name)}`);
  return sql`${start}, ${sql.join(columns)} from import_rows as staged,
    lateral jsonb_populate_record(null::${sql.table(group.table_name)}, staged.body::jsonb) as typed where ${rows}`;
}

export async function insertFilled(tx: AccountsDb, range: Range, group: Group): Promise<number> {
  const columns = sql.join(group.columns.split(',').map((column) => sql.ref(column)));
  const { numAffectedRows = 0n } = await sql`insert into ${sql.table(group.table_name)} (${columns})
    select ${columns} from (${filled(tx, range, group)}) as filled`.execute(tx);
  return Number(numAffectedRows);
}

/** Updates rows that are unchanged since the check. Returns the number of updated rows. */
export async function updateFilled(tx: AccountsDb, range: Range, group: Group): Promise<number> {
  const { table_name: table, guard } = group;
  const set = group.columns
    .split(',')
    .filter((column) => column !== 'id')
    .map((column) => sql`${sql.ref(column)} = filled.${sql.ref(column)}`);
  const { numAffectedRows = 0n } = await sql`update ${sql.table(table)} set ${sql.join(set)}
    from (${filled(tx, range, group)}) as filled where ${sql.ref(`${table}.id`)} = filled.staged_id
      and ${sql.ref(`${table}.${guard}`)} is not distinct from filled.staged_was`.execute(tx);
  return Number(numAffectedRows);
}

export async function clearFilled(tx: AccountsDb, range: Range, group: Group): Promise<void> {
  await sql`delete from ${sql.table(group.table_name)} where ${sql.ref(group.guard)} in
    (select staged.row_id from import_rows as staged where ${within(range)} and ${ofGroup(group)})`.execute(tx);
}

export const readFollowing = (tx: AccountsDb, { id, from, to }: Range): Promise<{ body: string }[]> =>
  tx
    .selectFrom('import_rows')
    .select('body')
    .where('job_id', '=', id)
    .where('line', '>=', from)
    .where('line', '<=', to)
    .where('op', '=', 'follow')
    .orderBy('line')
    .orderBy('position')
    .execute();

export async function deleteStaged(tx: AccountsDb, { id, from, to }: Range): Promise<void> {
  await tx
    .deleteFrom('import_rows')
    .where('job_id', '=', id)
    .where('line', '>=', from)
    .where('line', '<=', to)
    .execute();
}
