import { type Kysely, sql } from 'kysely';

const STATEMENTS: readonly string[] = [
  `create table maintenance_jobs (
    id text not null primary key,
    kind text not null,
    payload text not null,
    state text not null check (state in ('waiting', 'running', 'done', 'failed')),
    holder text,
    until_at int8 not null,
    tries integer not null,
    result text not null,
    failure text,
    requested_at int8 not null,
    ended_at int8
  )`,
  'create index maintenance_jobs_open on maintenance_jobs (requested_at) where ended_at is null',
  `create table erased_visitors (
    hash text not null primary key,
    version integer not null,
    erased_at int8 not null
  )`,
  `create table erased_visitor_list (
    id integer not null primary key check (id = 1),
    version integer not null
  )`,
  'insert into erased_visitor_list (id, version) values (1, 0)',
];

/**
 * Jobs that commands hand over to the process that has the events store open, and visitors whose data must not return.
 */
export const erasedVisitors = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
