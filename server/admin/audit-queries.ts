import type { AccountsDb } from '../databases/accounts/accounts-db.ts';

/** One line of the audit log (security G6), written in the transaction that it tells of. `detail` holds no secret. */
export async function audit(
  accounts: AccountsDb,
  entry: { readonly atMs: number; readonly action: string; readonly subject: string; readonly detail: object },
): Promise<void> {
  const { atMs: at, action, subject } = entry;
  const detail = JSON.stringify(entry.detail);
  await accounts
    .insertInto('audit_log')
    .values({ at, actor_id: null, actor: 'command line', action, subject, detail, ip: '' })
    .execute();
}
