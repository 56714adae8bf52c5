import { type Kysely, sql } from 'kysely';

/**
 * The position up to which the audit log was delivered to the receiver of `AUDIT_STREAM_URL`: one row, which the
 * sending process leases.
 */
export const auditStream = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(`create table audit_stream (
        id int8 not null primary key,
        delivered_seq int8 not null,
        delivered_at int8,
        holder text not null,
        leased_until int8 not null,
        attempts int8 not null,
        next_at int8 not null,
        failing_since int8,
        last_error text not null
      )`)
      .execute(db);
    await sql.raw(`insert into audit_stream values (1, 0, null, '', 0, 0, 0, null, '')`).execute(db);
  },
};
