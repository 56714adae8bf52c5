import { type Kysely, PostgresAdapter, sql } from 'kysely';

const REFUSAL = 'the audit log is append-only';
const ERASING = `exists (select 1 from settings where name = 'audit_erasure')`;

/**
 * An erasure may rewrite what names a person. It sets `audit_erasure` within its transaction, keeps numbers and hashes,
 * and records in the log what it rewrote. Nothing else may change an entry, and none may be deleted.
 */
export const auditErasure = {
  async up(db: Kysely<unknown>): Promise<void> {
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
    for (const statement of isPostgres ? POSTGRES : SQLITE) await sql.raw(statement).execute(db);
  },
};

const SQLITE: readonly string[] = [
  'drop trigger audit_log_no_update',
  `create trigger audit_log_no_update before update on audit_log
   when not ${ERASING} or new.seq <> old.seq or new.hash <> old.hash
   begin select raise(abort, '${REFUSAL}'); end`,
];

const POSTGRES: readonly string[] = [
  `create or replace function refuse_audit_change() returns trigger language plpgsql as $$ begin
     if TG_OP = 'UPDATE' and ${ERASING} then return null; end if;
     raise exception '${REFUSAL}';
   end $$`,
];
