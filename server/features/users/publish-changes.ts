import { type AuditEntry, takeAuditTurn, writeAudits } from '../../audit/write-audit.ts';
import type { Dependencies } from '../../dependencies.ts';
import { AppError } from '../../http/app-error.ts';
import type { CustomerBook } from '../../imports/customer-book.ts';
import type { ImportJob } from '../../imports/import-outcome.ts';
import type { Follow } from '../../imports/publish-job.ts';
import { changedMeanwhile } from '../../imports/staging.ts';
import { countOtherAdministrators, findAdministrators } from '../../people/last-administrator-queries.ts';
import { lapseApprovals, revokeApiTokensOf } from '../../sign-in/api-token-queries.ts';
import { endSessionsOfAll } from '../../sign-in/session-queries.ts';
import { actionOf, type diffOf, isGrave } from './change-user.ts';
import type { UserRow } from './users-queries.ts';

export type UserImportSettings = Pick<Dependencies, 'config' | 'mail' | 'now'> & {
  readonly author: Pick<AuditEntry, 'actorId' | 'actor' | 'ip'>;
};

/** The state of one pass over a file of accounts. */
export type Pass = {
  readonly job: ImportJob;
  readonly settings: UserImportSettings;
  readonly seen: (key: string, line: number) => number | undefined;
  readonly book: CustomerBook;
  /** Number of administrators that the file adds and removes. */
  promoted: number;
  demoted: number;
};

/** Whether the account is an administrator who can sign in. */
const isAdmin = ({ role, disabled, email_verified: verified, deleted_at: deletedAt }: UserRow): boolean =>
  role === 'admin' && disabled === 0 && verified === 1 && deletedAt === null;

/**
 * Counts the administrators that a change adds or removes. Throws if none who can sign in would remain
 * (docs/threat-model.md#a19).
 */
export async function countAdmins(pass: Pass, before: UserRow, after: UserRow): Promise<void> {
  if (isAdmin(before) === isAdmin(after)) return;
  if (isAdmin(after)) {
    pass.promoted += 1;
    return;
  }
  const others = await countOtherAdministrators(pass.job.db, before.id);
  if (others + pass.promoted - pass.demoted <= 0)
    throw new AppError('conflict', `${before.email} is the last administrator. Create another administrator first.`);
  pass.demoted += 1;
}

/** Passes the audit entry to the step that stores the change, with customer names instead of ids. */
export function noteChange(
  pass: Pass,
  { id, email }: UserRow,
  diff: ReturnType<typeof diffOf>,
  customerName: (id: string) => string | undefined,
): void {
  const { customer_id: customer, ...rest } = diff;
  const nameOf = (id: unknown) => (typeof id === 'string' ? (customerName(id) ?? id) : '');
  const named = customer && { customer: { before: nameOf(customer.before), after: nameOf(customer.after) } };
  pass.job.staging.follow({
    id,
    action: actionOf(diff),
    subject: email,
    detail: JSON.stringify({ id, ...rest, ...named }),
    ends_sessions: isGrave(diff) ? 'yes' : '',
  });
}

type NotedChange = { id: string; action: string; subject: string; detail: string; ends_sessions: string };

/**
 * Locks administrators while the job stores a file that removes some, because together with another change, the file
 * could remove the last administrator.
 */
export async function holdAdministrators({ job, demoted }: Pass): Promise<void> {
  if (demoted === 0) return;
  for (const { id, updated_at: was } of await findAdministrators(job.db))
    job.staging.expect('users', id, 'updated_at', was);
}

/** Throws if no administrator who can sign in would remain. */
export async function checkAdministrators({ job, promoted, demoted }: Pass): Promise<void> {
  if (demoted === 0) return;
  if ((await countOtherAdministrators(job.db, '')) + promoted - demoted <= 0) throw changedMeanwhile();
}

/** Applies the consequences of changed rights, and writes the audit log. */
export const followChanges: Follow = async (tx, { author, at }, rows) => {
  const changes = rows as readonly NotedChange[];
  await takeAuditTurn(tx);
  const grave = changes.filter((change) => change.ends_sessions === 'yes').map(({ id }) => id);
  const ended = await endSessionsOfAll(tx, grave, at);
  const disabled = changes.filter(({ action }) => action === 'user.disabled').map(({ id }) => id);
  await lapseApprovals(tx, grave);
  await revokeApiTokensOf(tx, disabled, at);
  const entries = changes.map(({ id, action, subject, detail }) => {
    const sessionsEnded = ended.get(id) ?? 0;
    const facts = {
      ...(JSON.parse(detail) as object),
      ...(sessionsEnded > 0 ? { sessions_ended: sessionsEnded } : {}),
    };
    return { ...author, at, action, subject, detail: facts };
  });
  await writeAudits(tx, entries);
};
