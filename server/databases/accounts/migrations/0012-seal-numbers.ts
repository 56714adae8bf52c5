import { type Kysely, PostgresAdapter, sql } from 'kysely';

const marks = (number: string) =>
  `create table late_marks (id ${number}, week text not null, state int4 not null, since_at int8 not null)`;

/**
 * Seals have numbers that are never reused, and are published with the list of weeks in one row. Older seals have no
 * numbers: all weeks are sealed again from their raw rows (`dirty_weeks` is no longer used).
 */
export const sealNumbers = {
  async up(db: Kysely<unknown>): Promise<void> {
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
    for (const statement of [
      `alter table event_seals add column weeks text not null default '{}'`,
      'update event_seals set generation = 0, watermark_at = 0',
      'create table seal_numbers (id int4 primary key, last int8 not null)',
      'insert into seal_numbers (id, last) values (1, 0)',
      'create table seal_lease (id int4 primary key, holder text not null, until_at int8 not null)',
      `insert into seal_lease (id, holder, until_at) values (1, '', 0)`,
      'create table retired_seals (number int8 primary key, retired_at int8 not null)',
      marks(isPostgres ? 'bigserial primary key' : 'integer primary key autoincrement'),
      'create index late_marks_week on late_marks (week)',
    ])
      await sql.raw(statement).execute(db);
  },
};
