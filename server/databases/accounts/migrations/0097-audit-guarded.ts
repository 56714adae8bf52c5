import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** In SQLite an insert can replace an existing row, which fires no trigger on deletes or updates. */
const GUARD = `create trigger audit_log_no_replace before insert on audit_log
  when exists (select 1 from audit_log where id = new.id or seq = new.seq)
  begin select raise(abort, 'the audit log is append-only'); end`;

export const auditGuarded = {
  async up(db: Kysely<unknown>): Promise<void> {
    if (!(db.getExecutor().adapter instanceof PostgresAdapter)) await sql.raw(GUARD).execute(db);
  },
};
