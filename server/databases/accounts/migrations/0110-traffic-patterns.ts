import { type Kysely, sql } from 'kysely';

/** Modes of the statistical rules, and their findings. At most one finding per rule, outlet and flight is open. */
export const trafficPatterns = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema
      .alterTable('traffic_rules')
      .addColumn('patterns', 'text', (column) => column.notNull().defaultTo('{}'))
      .execute();
    await sql
      .raw(`create table traffic_findings (
        id text not null primary key, rule text not null, mode text not null, outlet_key int8 not null,
        flight_key int8 not null, first_at int8 not null, last_at int8 not null, seen_at int8 not null,
        events int8 not null, ended_at int8, adjustment_id text
      )`)
      .execute(db);
    await sql
      .raw(`create unique index traffic_findings_lasting on traffic_findings (rule, outlet_key, flight_key)
        where ended_at is null`)
      .execute(db);
    await sql.raw('create index traffic_findings_seen on traffic_findings (seen_at)').execute(db);
  },
};
