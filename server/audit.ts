import type { AccountsDb } from './databases/accounts/accounts-db.ts';

export type AuditEntry = {
  readonly at: number;
  /** Who did it: a user's id and e-mail, or null and the name of a command. */
  readonly actorId: string | null;
  readonly actor: string;
  /** Dotted, such as `session.started`. */
  readonly action: string;
  readonly subject: string;
  /** Facts without secrets. */
  readonly detail: Readonly<Record<string, unknown>>;
  readonly ip: string;
};

/** Appends to the audit log; call it with the transaction of the change it is about (security G6). */
export async function writeAudit(accounts: AccountsDb, entry: AuditEntry): Promise<void> {
  const { actorId, detail, ...rest } = entry;
  await accounts
    .insertInto('audit_log')
    .values({ ...rest, actor_id: actorId, detail: JSON.stringify(detail) })
    .execute();
}
