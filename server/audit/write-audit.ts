import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { chainHash } from '../databases/accounts/audit-chain.ts';

export type AuditEntry = {
  readonly at: number;
  /** The user's ID, or null for a command. `actor` is the user's email or the command's name. */
  readonly actorId: string | null;
  readonly actor: string;
  /** Dotted, such as `session.started`. */
  readonly action: string;
  readonly subject: string;
  /** Facts about the action, without secrets. Changes are `{ field: { before, after } }`. */
  readonly detail: Readonly<Record<string, unknown>>;
  readonly ip: string;
};

/**
 * Locks the audit log until the end of the transaction. For changes that must not run concurrently, for example because
 * they must not remove the last administrator.
 */
export async function takeAuditTurn(tx: AccountsDb): Promise<void> {
  await tx
    .updateTable('audit_chain')
    .set((eb) => ({ seq: eb.ref('seq') }))
    .where('id', '=', 1)
    .execute();
}

/**
 * Appends an entry to the audit log. Pass the transaction of the recorded change (docs/threat-model.md#g6). Entries are
 * numbered without gaps, and each entry contains a hash that includes the previous hash. Writers in all processes take
 * turns.
 */
export const writeAudit = (accounts: AccountsDb, entry: AuditEntry): Promise<void> => writeAudits(accounts, [entry]);

/** Appends up to a few hundred entries. */
export async function writeAudits(accounts: AccountsDb, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  if (accounts.isTransaction) await append(accounts, entries);
  else await accounts.transaction().execute((tx) => append(tx, entries));
}

async function append(tx: AccountsDb, entries: readonly AuditEntry[]): Promise<void> {
  // The row lock lasts until the end of the transaction, so no other writer takes the same numbers.
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
