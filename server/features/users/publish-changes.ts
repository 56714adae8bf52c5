import { type AuditEntry, takeAuditTurn, writeAudits } from '../../audit.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { Dependencies } from '../../dependencies.ts';
import { AppError } from '../../http/app-error.ts';
import type { ImportJob } from '../../imports/import-outcome.ts';
import { changedMeanwhile } from '../../imports/staging.ts';
import { countOtherAdministrators } from '../../last-administrator-queries.ts';
import { endSessionsOfAll } from '../../session-queries.ts';
import type { UserRow } from './accounts-queries.ts';
import { actionOf, type diffOf, isGrave } from './change-user.ts';

export type UserImportSettings = Pick<Dependencies, 'config' | 'mail' | 'now'> & {
  readonly author: Pick<AuditEntry, 'actorId' | 'actor' | 'ip'>;
};

/** What one pass over a file of accounts remembers. */
export type Pass = {
  readonly job: ImportJob;
  readonly settings: UserImportSettings;
  readonly seen: (key: string, line: number) => number | undefined;
  readonly relied: Set<string>;
  /** Administrators whom the file makes and takes out. */
  promoted: number;
  demoted: number;
  noted: number;
};

/** An administrator who can sign in. */
const isAdmin = ({ role, disabled, email_verified: verified, deleted_at: deletedAt }: UserRow): boolean =>
  role === 'admin' && disabled === 0 && verified === 1 && deletedAt === null;

/** The last administrator who can sign in stays one (docs/threat-model.md#a19). */
export async function countAdmins(pass: Pass, before: UserRow, after: UserRow): Promise<void> {
  if (isAdmin(before) === isAdmin(after)) return;
  if (isAdmin(after)) {
    pass.promoted += 1;
    return;
  }
  const others = await countOtherAdministrators(pass.job.db, before.id);
  if (others + pass.promoted - pass.demoted <= 0)
    throw new AppError('conflict', `${before.email} is the last administrator. Make another one first.`);
  pass.demoted += 1;
}

/** Keeps the entry of the audit log, with names of customers instead of their ids. */
export function noteChange(
  pass: Pass,
  { id, email }: UserRow,
  diff: ReturnType<typeof diffOf>,
  customerName: (id: string) => string | undefined,
): void {
  const { customer_id: customer, ...rest } = diff;
  const nameOf = (cid: unknown) => (typeof cid === 'string' ? (customerName(cid) ?? cid) : '');
  const named = customer && { customer: { before: nameOf(customer.before), after: nameOf(customer.after) } };
  pass.job.staging.keep('changes', {
    id,
    position: pass.noted,
    action: actionOf(diff),
    subject: email,
    detail: JSON.stringify({ id, ...rest, ...named }),
    ends_sessions: isGrave(diff) ? 'yes' : '',
  });
  pass.noted += 1;
}

type NotedChange = { id: string; action: string; subject: string; detail: string; ends_sessions: string };

/** What follows from changed rights, and the audit log. */
export async function publishChanges(tx: AccountsDb, { job, settings, demoted }: Pass): Promise<void> {
  const { author } = settings;
  const at = job.nowMs;
  await takeAuditTurn(tx);
  if (demoted > 0 && (await countOtherAdministrators(tx, '')) === 0) throw changedMeanwhile();
  for await (const page of job.staging.list(tx, 'changes')) {
    const changes = page as unknown as readonly NotedChange[];
    const grave = changes.filter((change) => change.ends_sessions === 'yes').map(({ id }) => id);
    const ended = await endSessionsOfAll(tx, grave, at);
    const entries = changes.map(({ id, action, subject, detail }) => {
      const sessionsEnded = ended.get(id) ?? 0;
      const facts = { ...(JSON.parse(detail) as object), ...(sessionsEnded > 0 ? { sessionsEnded } : {}) };
      return { ...author, at, action, subject, detail: facts };
    });
    await writeAudits(tx, entries);
  }
}
