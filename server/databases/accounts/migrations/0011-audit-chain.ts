import { type Kysely, PostgresAdapter, sql } from 'kysely';
import { CHAIN_START, type ChainedEntry, chainHash } from '../audit-chain.ts';

type Tables = {
  audit_log: ChainedEntry & { id: number; hash: string };
  audit_chain: { id: number; seq: number; hash: string };
};

const COLUMNS = ['id', 'at', 'actor_id', 'actor', 'action', 'subject', 'detail', 'ip'] as const;

const REFUSAL = 'the audit log is append-only';

/** Numbers and chains the existing entries, then makes the log append-only. */
export const auditChain = {
  async up(db: Kysely<unknown>): Promise<void> {
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
    for (const statement of [
      'alter table audit_log add column seq int8',
      'alter table audit_log add column hash text',
      'create table audit_chain (id int4 primary key, seq int8 not null, hash text not null)',
    ])
      await sql.raw(statement).execute(db);
    const typed = db as Kysely<Tables>;
    let head = { seq: 0, hash: CHAIN_START };
    for (const row of await typed.selectFrom('audit_log').select(COLUMNS).orderBy('id').execute()) {
      const seq = head.seq + 1;
      head = { seq, hash: chainHash(head.hash, { ...row, seq }) };
      await typed.updateTable('audit_log').set(head).where('id', '=', row.id).execute();
    }
    await typed
      .insertInto('audit_chain')
      .values({ id: 1, ...head })
      .execute();
    await sql.raw('create unique index audit_log_seq on audit_log (seq)').execute(db);
    await sql.raw('create index audit_log_action on audit_log (action)').execute(db);
    for (const statement of isPostgres ? POSTGRES : SQLITE) await sql.raw(statement).execute(db);
  },
};

const SQLITE: readonly string[] = ['update', 'delete'].map(
  (change) =>
    `create trigger audit_log_no_${change} before ${change} on audit_log begin select raise(abort, '${REFUSAL}'); end`,
);

const POSTGRES: readonly string[] = [
  `create function refuse_audit_change() returns trigger language plpgsql as $$ begin raise exception '${REFUSAL}'; end $$`,
  'create trigger audit_log_no_change before update or delete or truncate on audit_log for each statement execute function refuse_audit_change()',
];
