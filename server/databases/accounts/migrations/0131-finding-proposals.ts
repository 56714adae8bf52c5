import { type Kysely, sql } from 'kysely';

/** A credit that an administrator proposed for a finding: JSON, with author and time; '' without one. */
export const findingProposals = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw("alter table traffic_findings add column proposal text not null default ''").execute(db);
    await sql.raw('alter table traffic_findings add column proposed_at int8').execute(db);
    await sql.raw('alter table traffic_findings add column proposed_by text').execute(db);
    await sql.raw('alter table traffic_findings add column proposed_by_id text').execute(db);
  },
};
