import { type AuditFault, verifyAudit } from '../audit/verify-audit.ts';
import type { AdminContext } from './admin-context.ts';
import { AdminError } from './admin-error.ts';

/** Verifies the audit log. Throws an `AdminError` that names changed or missing entries. */
export async function verifyAuditCommand({ accounts, print }: AdminContext, notedHash?: string): Promise<void> {
  const { entries, last, faults, hasHash } = await verifyAudit(accounts, notedHash);
  if (faults.length > 0) throw new AdminError(faults.map(sentenceOf).join('\n'));
  if (!hasHash)
    throw new AdminError(`No entry has the hash ${notedHash}: the log was written anew since you noted it.`);
  print(`${entries} ${entries === 1 ? 'entry' : 'entries'}, none changed, none missing.`);
  print(`Last: entry ${last.seq}, hash ${last.hash}. Note it elsewhere; --hash proves later that it is still there.`);
}

function sentenceOf({ kind, from, to }: AuditFault): string {
  if (kind === 'changed') return `Entry ${from} of the audit log was changed.`;
  return from === to
    ? `Entry ${from} of the audit log is missing.`
    : `Entries ${from} to ${to} of the audit log are missing.`;
}
