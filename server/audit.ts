import type { AccountsDb } from './databases/accounts/accounts-db.ts';
import { chainHash } from './databases/accounts/audit-chain.ts';

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
 * Appends to the audit log; call it with the transaction of the change it is about (security G6). Entries are numbered without
 * gaps and each carries a hash over the one before it: writers take turns, in whatever process they are.
 */
export async function writeAudit(accounts: AccountsDb, entry: AuditEntry): Promise<void> {
  if (accounts.isTransaction) await append(accounts, entry);
  else await accounts.transaction().execute((tx) => append(tx, entry));
}

async function append(tx: AccountsDb, { actorId, detail, ...rest }: AuditEntry): Promise<void> {
  // The row's lock is held to the end of the transaction: nobody else takes the same number.
  const { seq, hash: before } = await tx
    .updateTable('audit_chain')
    .set((eb) => ({ seq: eb('seq', '+', 1) }))
    .where('id', '=', 1)
    .returning(['seq', 'hash'])
    .executeTakeFirstOrThrow();
  const row = { ...rest, seq, actor_id: actorId, detail: JSON.stringify(detail) };
  const hash = chainHash(before, row);
  await tx
    .insertInto('audit_log')
    .values({ ...row, hash })
    .execute();
  await tx.updateTable('audit_chain').set({ hash }).where('id', '=', 1).execute();
}
