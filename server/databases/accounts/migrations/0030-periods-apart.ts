import { type Kysely, PostgresAdapter, sql } from 'kysely';

const OPEN_END = '9000000000000000';

type Periods = { readonly table: string; readonly owner: string; readonly of: string; readonly message: string };

const PERIODS: readonly Periods[] = [
  {
    table: 'outlet_assignments',
    owner: 'outlet_id',
    of: 'outlets',
    message: 'assignments of one outlet must not overlap',
  },
  { table: 'flight_pauses', owner: 'flight_id', of: 'flights', message: 'pauses of one flight must not overlap' },
];

/**
 * Periods of one outlet or flight never overlap, even if two transactions write at once. Neither sees the other's row,
 * so they serialize on the row of the outlet or flight. (An exclusion constraint over text and range needs an extension
 * that a plain user may not have.)
 */
export const periodsApart = {
  async up(db: Kysely<unknown>): Promise<void> {
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
    const statements = isPostgres ? postgresStatements() : sqliteStatements();
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const overlapping = ({ table, owner }: Periods) => `select 1 from ${table} other
  where other.${owner} = new.${owner} and other.id <> new.id
    and other.from_at < coalesce(new.to_at, ${OPEN_END}) and coalesce(other.to_at, ${OPEN_END}) > new.from_at`;

/** SQLite has a single writer. Only the table without a trigger gets one. */
function sqliteStatements(): string[] {
  return PERIODS.filter(({ table }) => table === 'flight_pauses').flatMap((periods) =>
    ['insert', 'update'].map(
      (change) => `create trigger pauses_apart_${change} before ${change} on ${periods.table}
        when exists (${overlapping(periods)}) begin select raise(abort, '${periods.message}'); end`,
    ),
  );
}

/** Each statement of the function sees what was committed while it waited. */
function postgresStatements(): string[] {
  const functions = PERIODS.map(
    (periods) => `create function refuse_overlap_of_${periods.table}() returns trigger language plpgsql as $$ begin
      perform 1 from ${periods.of} where id = new.${periods.owner} for no key update;
      if exists (${overlapping(periods)}) then raise exclusion_violation using message = '${periods.message}'; end if;
      return new;
    end $$`,
  );
  const triggers = PERIODS.map(
    ({ table }) => `create trigger ${table}_apart before insert or update on ${table}
      for each row execute function refuse_overlap_of_${table}()`,
  );
  return [
    ...functions,
    'drop trigger assignments_apart on outlet_assignments',
    'drop function refuse_overlapping_assignment()',
    ...triggers,
  ];
}
