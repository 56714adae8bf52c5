import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { chainHash } from '../databases/accounts/audit-chain.ts';

export type AuditEntry = {
  readonly at: number;
  /** Who did it: a user's id and e-mail, or null and the name of a command. */
  readonly actorId: string | null;
  readonly actor: string;
  /** Dotted, such as `session.started`. */
  readonly action: string;
  readonly subject: string;
  /** Facts without secrets; what changed as `{ field: { before, after } }`. */
  readonly detail: Readonly<Record<string, unknown>>;
  readonly ip: string;
};

/**
 * Waits for one's turn to write the audit log, and keeps it to the end of the transaction: for a change that has to be
 * alone, such as one that must leave an administrator.
 */
export async function takeAuditTurn(tx: AccountsDb): Promise<void> {
  await tx
    .updateTable('audit_chain')
    .set((eb) => ({ seq: eb.ref('seq') }))
    .where('id', '=', 1)
    .execute();
}

/**
 * Appends to the audit log; call it with the transaction of the change it is about (docs/threat-model.md#g6). Entries are numbered without
 * gaps and each carries a hash over the one before it: writers take turns, in whatever process they are.
 */
export const writeAudit = (accounts: AccountsDb, entry: AuditEntry): Promise<void> => writeAudits(accounts, [entry]);

/** Appends many at once, some hundreds at most. */
export async function writeAudits(accounts: AccountsDb, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  if (accounts.isTransaction) await append(accounts, entries);
  else await accounts.transaction().execute((tx) => append(tx, entries));
}

async function append(tx: AccountsDb, entries: readonly AuditEntry[]): Promise<void> {
  // The row's lock is held to the end of the transaction: nobody else takes the same numbers.
  const chain = await tx
    .updateTable('audit_chain')
    .set((eb) => ({ seq: eb('seq', '+', entries.length) }))
    .where('id', '=', 1)
    .returning(['seq', 'hash'])
    .executeTakeFirstOrThrow();
  let { hash } = chain;
  const rows = entries.map(({ actorId, detail, ...rest }, index) => {
    const seq = chain.seq - entries.length + 1 + index;
    const row = { ...rest, seq, actor_id: actorId, detail: JSON.stringify(detail) };
    hash = chainHash(hash, row);
    return { ...row, hash };
  });
  await tx.insertInto('audit_log').values(rows).execute();
  await tx.updateTable('audit_chain').set({ hash }).where('id', '=', 1).execute();
}
