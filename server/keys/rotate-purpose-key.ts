import { MINUTE_MS } from '#domain/durations.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { KEY_PURPOSES, type KeyPurpose } from './key-purposes.ts';
import { newKey } from './open-purpose-keys.ts';
import type { PurposeKeys } from './purpose-keys.ts';
import { deleteKeysBefore, findPurposeKeys, insertPurposeKey } from './purpose-keys-queries.ts';

/**
 * Delay between storing a key and using it. Processes read the keys every ten seconds, so each process has read a new
 * key before any process uses it.
 */
export const PUBLISH_MS = MINUTE_MS;

type Rotation = {
  readonly accounts: AccountsDb;
  readonly keys: PurposeKeys;
  readonly purpose: KeyPurpose;
  readonly now: () => number;
  readonly author: { readonly actorId: string | null; readonly actor: string; readonly ip: string };
  /** Whether to use the new key immediately and reject everything that older keys signed. Only for keys that sign. */
  readonly revokes: boolean;
};

/** Stores the next key for a purpose. Returns the time from which it is used, in epoch milliseconds. */
export async function rotatePurposeKey({ accounts, keys, purpose, now, author, revokes }: Rotation): Promise<number> {
  if (revokes && KEY_PURPOSES[purpose].use === 'encrypts')
    throw new Error('A key that encrypts cannot be revoked: what it encrypted could not be read.');
  // Throw if the environment has a different root secret, because then no server could decrypt the new key.
  keys.current(purpose);
  const nowMs = now();
  const delayMs = revokes ? 0 : PUBLISH_MS;
  await accounts.transaction().execute(async (tx) => {
    const action = revokes ? 'purpose-key.revoked' : 'purpose-key.rotated';
    // This also locks the audit log, so that the second of two concurrent rotations sees the version of the first.
    await writeAudit(tx, { ...author, at: nowMs, action, subject: purpose, detail: {} });
    const versions = (await findPurposeKeys(tx)).filter((row) => row.purpose === purpose).map((row) => row.version);
    const version = (versions.at(-1) ?? 0) + 1;
    await insertPurposeKey(tx, newKey(keys.wrapping, { purpose, version, nowMs, delayMs }));
    if (revokes) await deleteKeysBefore(tx, purpose, version);
  });
  return nowMs + delayMs;
}
