import { DAY_MS } from '#domain/durations.ts';
import { takeAuditTurn, writeAudit } from '../../audit/write-audit.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { Dependencies } from '../../dependencies.ts';
import { AppError } from '../../http/app-error.ts';
import { type DomainMail, domainMail } from './domain-mails.ts';
import {
  type DomainRow,
  findDomain,
  findDueDomains,
  findHolder,
  findManagers,
  updateDomain,
} from './single-sign-on-queries.ts';

/** How long a verified claim stays valid after its record disappears. */
export const GRACE_MS = 7 * DAY_MS;

/** Returns the TXT record that proves a claim. */
export const recordOf = ({ domain, token }: Pick<DomainRow, 'domain' | 'token'>) => ({
  name: `_voltboard.${domain}`,
  value: `voltboard-verification=${token}`,
});

type CheckDependencies = Pick<Dependencies, 'accounts' | 'mail' | 'now' | 'resolveTxt'>;
type Author = { readonly actorId: string | null; readonly actor: string; readonly ip: string };

/** Whether DNS has the record. Throws `AppError('unavailable')` if DNS does not respond. */
export async function hasRecord({ resolveTxt }: Pick<Dependencies, 'resolveTxt'>, row: DomainRow): Promise<boolean> {
  const { name, value } = recordOf(row);
  try {
    return (await resolveTxt(name)).some((record) => record.trim() === value);
  } catch {
    throw new AppError('unavailable', 'DNS didn’t respond. Try again in a moment.', 30);
  }
}

/**
 * Stores the result of a claim's DNS check. The first success verifies the claim, unless another organization holds the
 * domain. A verified claim without its record ends after a week, and so does the single sign-on requirement
 * (docs/threat-model.md#a24). Managers get a mail when the record is missing and when the claim ends.
 */
export async function settleCheck(
  { accounts, mail, now }: CheckDependencies,
  id: string,
  { isFound, author }: { readonly isFound: boolean; readonly author: Author },
): Promise<void> {
  await accounts.transaction().execute(async (tx) => {
    // Serializes checks: if two organizations prove one domain simultaneously, the second check sees the result of the
    // first.
    await takeAuditTurn(tx);
    const row = await findDomain(tx, id);
    if (row === undefined) return;
    const at = now();
    const note = (action: string) =>
      writeAudit(tx, { ...author, at, action, subject: row.domain, detail: { customer: row.customer_name } });
    if (isFound) {
      if (row.verified_at === null) {
        if ((await findHolder(tx, row.domain)) !== undefined)
          throw new AppError(
            'conflict',
            'Another organization has already verified this domain. Ask an administrator.',
          );
        await note('domain.verified');
      }
      return updateDomain(tx, id, { verified_at: row.verified_at ?? at, checked_at: at, missing_since: null });
    }
    if (row.verified_at === null) return updateDomain(tx, id, { checked_at: at });
    const since = row.missing_since ?? at;
    if (at - since < GRACE_MS) {
      if (row.missing_since === null) {
        await note('domain.missing');
        await mailManagers(tx, mail, row, 'missing');
      }
      return updateDomain(tx, id, { checked_at: at, missing_since: since });
    }
    await note('domain.lapsed');
    await mailManagers(tx, mail, row, 'lapsed');
    return updateDomain(tx, id, { checked_at: at, verified_at: null, missing_since: null, sso_only: 0 });
  });
}

/** Checks every verified claim once a day. If DNS does not respond, the claim stays unchanged. */
export async function checkDueDomains(dependencies: CheckDependencies): Promise<void> {
  const { accounts, now } = dependencies;
  for (const row of await findDueDomains(accounts, now() - DAY_MS)) {
    const isFound = await hasRecord(dependencies, row).catch(() => null);
    if (isFound === null) continue;
    await settleCheck(dependencies, row.id, { isFound, author: { actorId: null, actor: 'domain check', ip: '' } });
  }
}

async function mailManagers(
  tx: AccountsDb,
  mail: CheckDependencies['mail'],
  row: DomainRow,
  kind: DomainMail,
): Promise<void> {
  for (const to of await findManagers(tx, row.customer_id))
    await mail.send(tx, domainMail(kind, { to, row, record: recordOf(row) }));
}
