import { type Kysely, PostgresAdapter, sql } from 'kysely';

const NO_LONGER_REQUIRED = ['objection_id', 'outlet_id', 'day', 'invalid'];

const POSTGRES = NO_LONGER_REQUIRED.map((column) => `alter table adjustments alter column ${column} drop not null`);

/**
 * SQLite cannot alter a column, so the table is rebuilt. References to its rows are checked at the end of the
 * transaction.
 */
const SQLITE: readonly string[] = [
  'pragma defer_foreign_keys = on',
  'create table adjustments_before as select * from adjustments',
  'drop table adjustments',
  `create table adjustments (
    id text not null primary key, objection_id text references objections (id), made_at int8 not null,
    made_by text not null, reason text not null, outlet_id text references outlets (id), day text, invalid text
  )`,
  `insert into adjustments (id, objection_id, made_at, made_by, reason, outlet_id, day, invalid)
    select id, objection_id, made_at, made_by, reason, outlet_id, day, invalid from adjustments_before`,
  'drop table adjustments_before',
  'create unique index adjustments_of_objection on adjustments (objection_id)',
  'create index adjustments_of_day on adjustments (outlet_id, day, invalid)',
];

/** Adjustments that administrators make without an objection. They need no outlet, day or judgement. */
export const ownAdjustments = {
  async up(db: Kysely<unknown>): Promise<void> {
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
    for (const statement of isPostgres ? POSTGRES : SQLITE) await sql.raw(statement).execute(db);
  },
};
