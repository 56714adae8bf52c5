import type { AccountsDb } from '../databases/accounts/accounts-db.ts';

const CHAINED = ['seq', 'at', 'actor_id', 'actor', 'action', 'subject', 'detail', 'ip', 'hash'] as const;

/** Finds audit log entries after `seq`, in order. */
export const findEntriesAfter = (accounts: AccountsDb, seq: number, limit: number) =>
  accounts.selectFrom('audit_log').select(CHAINED).where('seq', '>', seq).orderBy('seq').limit(limit).execute();

export const findChainHead = (accounts: AccountsDb) =>
  accounts.selectFrom('audit_chain').select(['seq', 'hash']).where('id', '=', 1).executeTakeFirst();
