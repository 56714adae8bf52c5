import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * Part of the message to a rejected caller. `server/databases/store-refusals.ts` recognizes the error by its code, or
 * by these words.
 */
const REFUSAL = 'an import that is being stored holds this';

const TABLES = [
  `create table import_jobs (
    id text primary key, kind text not null, file_name text not null, actor_id text, actor text not null, ip text not null,
    state text not null, turn int4, holder text not null, until_at int8 not null,
    lines_done int8 not null, lines_total int8 not null, published_line int8,
    action text not null, detail text not null, at int8 not null, result text, failure text,
    started_at int8 not null, ended_at int8, is_clean int4 not null)`,
  'create unique index import_jobs_turn on import_jobs (turn)',
  'create index import_jobs_kind on import_jobs (kind, started_at)',
  `create table import_rows (
    job_id text not null, line int8 not null, position int8 not null, op text not null, table_name text not null,
    guard text not null, columns text not null, row_id text, was int8, body text not null, holds text, takes text,
    primary key (job_id, line, position))`,
  'create index import_rows_holds on import_rows (holds) where holds is not null',
  'create index import_rows_takes on import_rows (takes) where takes is not null',
];

type Guard = {
  readonly table: string;
  readonly event: 'insert' | 'update' | 'delete';
  /** For an update: only if one of these columns changes. */
  readonly of?: readonly string[];
  readonly claim: 'holds' | 'takes';
  readonly key: string;
};

const held = (table: string, guard: string, of: readonly string[]): Guard => ({
  table,
  of,
  event: 'update',
  claim: 'holds',
  key: `'${table}.${guard} ' || old.id`,
});
const taken = (table: string, event: 'insert' | 'update', key: string, of?: readonly string[]): Guard => ({
  table,
  event,
  claim: 'takes',
  ...(of ? { of } : {}),
  key: `'${table} ' || ${key}`,
});

/**
 * The rows that an import depends on, and the names that it will use. No other writer changes or takes them during the
 * import.
 */
const GUARDS: readonly Guard[] = [
  held('customers', 'deleted_at', ['deleted_at']),
  held('customers', 'updated_at', ['updated_at', 'deleted_at']),
  held('venues', 'updated_at', ['updated_at']),
  held('outlets', 'retired_at', ['retired_at']),
  held('outlets', 'updated_at', ['updated_at', 'retired_at']),
  held('flights', 'updated_at', ['updated_at']),
  held('users', 'updated_at', ['updated_at', 'deleted_at', 'role', 'disabled']),
  { table: 'users', event: 'delete', claim: 'holds', key: `'users.updated_at ' || old.id` },
  taken('customers', 'insert', 'new.name_key'),
  taken('customers', 'update', 'new.name_key', ['name_key', 'deleted_at']),
  taken('venues', 'insert', `new.customer_id || ' ' || new.name_key`),
  taken('venues', 'update', `new.customer_id || ' ' || new.name_key`, ['customer_id', 'name_key']),
  taken('outlets', 'insert', 'new.eui'),
  taken('outlet_assignments', 'insert', 'new.outlet_id'),
  taken('outlet_assignments', 'update', 'old.outlet_id', ['to_at', 'from_at']),
  { table: 'outlet_assignments', event: 'delete', claim: 'takes', key: `'outlet_assignments ' || old.outlet_id` },
  taken('owner_shares', 'insert', `new.customer_id || ' ' || new.valid_from`),
  taken('flights', 'insert', 'lower(new.code)'),
  taken('flight_prices', 'insert', `new.flight_id || ' ' || new.valid_from`),
  taken('users', 'insert', 'new.email_key'),
  taken('users', 'update', 'new.email_key', ['email_key', 'deleted_at']),
];

/**
 * Imports as jobs. The lines of a file wait in `import_rows`, and short steps write them to their tables. While a job
 * has the turn, its lines are claims that these triggers enforce. A step releases the turn and takes it again within
 * its transaction, so the triggers never reject the import's own writes.
 */
export const importJobs = {
  async up(db: Kysely<unknown>): Promise<void> {
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
    for (const statement of TABLES) await sql.raw(statement).execute(db);
    for (const [index, guard] of GUARDS.entries()) {
      for (const statement of isPostgres ? onPostgres(guard, index) : onSqlite(guard, index))
        await sql.raw(statement).execute(db);
    }
  },
};

const isClaimed = ({ claim, key }: Guard): string => `exists (select 1 from import_jobs j where j.turn = 1
  and exists (select 1 from import_rows r where r.${claim} = ${key} and r.job_id = j.id))`;
const isChanged = ({ of = [] }: Guard): string =>
  of.map((column) => `old.${column} is distinct from new.${column}`).join(' or ');
const eventOf = ({ event, of, table }: Guard): string => `${event}${of ? ` of ${of.join(', ')}` : ''} on ${table}`;

function onSqlite(guard: Guard, index: number): string[] {
  const when = guard.of ? `(${isChanged(guard)}) and ${isClaimed(guard)}` : isClaimed(guard);
  return [
    `create trigger import_guard_${index} before ${eventOf(guard)} for each row when ${when}
      begin select raise(abort, '${REFUSAL}'); end`,
  ];
}

function onPostgres(guard: Guard, index: number): string[] {
  const when = guard.of ? `when (${isChanged(guard)})` : '';
  return [
    `create function refuse_import_guard_${index}() returns trigger language plpgsql as $$ begin
      if ${isClaimed(guard)} then raise exception using errcode = 'VB409', message = '${REFUSAL}'; end if;
      return ${guard.event === 'delete' ? 'old' : 'new'};
    end $$`,
    `create trigger import_guard_${index} before ${eventOf(guard)} for each row ${when}
      execute function refuse_import_guard_${index}()`,
  ];
}
