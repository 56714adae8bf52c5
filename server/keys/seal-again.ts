import { counted } from '#domain/counted.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { type KeyPurpose, PURPOSE_NAMES } from './key-purposes.ts';
import type { PurposeKeys, SecretBox } from './purpose-keys.ts';
import { deletePurposeKeys } from './purpose-keys-queries.ts';
import { isEncrypted } from './root-secret.ts';
import { SEALED } from './sealed-columns.ts';
import { countSealedWith, findSealedBefore, type SealedColumn, storeSealed } from './sealed-queries.ts';
import { createSecretBox } from './secret-box.ts';

const ROWS_AT_ONCE = 500;

/**
 * Re-encrypts values that were encrypted with older keys, after a key rotation or a change of `SESSION_SECRET`.
 * Afterwards, the previous secret may be removed. Called at each start and every few minutes. Values that no key
 * decrypts stay unchanged. Returns one line for each kind of undecryptable value, for the startup log.
 */
export async function sealAgain(accounts: AccountsDb, keys: PurposeKeys): Promise<string[]> {
  const lines: string[] = [];
  for (const { purpose, lost, ...column } of SEALED) {
    const box = purpose === 'root' ? keys.wrapping : createSecretBox({ keys }, purpose);
    const unread = await sealColumnAgain(accounts, box, column);
    if (unread === 0 || lost === null) continue;
    const [what, remedy] = lost;
    lines.push(
      `${counted(unread, what)} cannot be decrypted, because SESSION_SECRET was changed. Start once with the old value in SESSION_SECRET_PREVIOUS. If it is lost, ${remedy}.`,
    );
  }
  return lines;
}

/** Re-encrypts a column. Returns the number of rows that no key decrypts. */
async function sealColumnAgain(accounts: AccountsDb, box: SecretBox, column: SealedColumn): Promise<number> {
  let unread = 0;
  for (let after: string | number | null = null; ; ) {
    const rows = await findSealedBefore(accounts, column, { prefix: box.prefix(), after, limit: ROWS_AT_ONCE });
    if (rows.length === 0) return unread;
    await accounts.transaction().execute(async (tx) => {
      for (const row of rows) {
        const text = box.open(row.sealed);
        if (text === null) unread += 1;
        else await storeSealed(tx, column, row, box.seal(text));
      }
    });
    after = rows.at(-1)?.key ?? null;
  }
}

/**
 * Removes expired keys, and returns their IDs. Keeps an encryption key that a value still needs. `isNeeded` checks
 * values that are not in columns.
 */
export async function removeOldKeys(
  accounts: AccountsDb,
  keys: PurposeKeys,
  isNeeded: (id: string) => Promise<boolean>,
): Promise<readonly string[]> {
  const over: string[] = [];
  for (const purpose of PURPOSE_NAMES) {
    for (const id of keys.retired(purpose)) {
      if (isEncrypted(purpose) && ((await isInColumn(accounts, purpose, id)) || (await isNeeded(id)))) continue;
      over.push(id);
    }
  }
  await deletePurposeKeys(accounts, over);
  return over;
}

async function isInColumn(accounts: AccountsDb, of: KeyPurpose, id: string): Promise<boolean> {
  for (const { purpose, ...column } of SEALED)
    if (purpose === of && (await countSealedWith(accounts, column, `${id}.`)) > 0) return true;
  return false;
}
