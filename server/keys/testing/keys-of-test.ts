import { createHash } from 'node:crypto';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { KeyPurpose } from '../key-purposes.ts';
import { openPurposeKeys } from '../open-purpose-keys.ts';
import type { PurposeKeys } from '../purpose-keys.ts';
import { sealAgain } from '../seal-again.ts';
import { boxOf } from '../secret-box.ts';

type Process = { readonly secret?: string; readonly previous?: string | null; readonly now?: () => number };

/** Returns the keys of a server with this root secret after its start. */
export async function keysAtStart(accounts: AccountsDb, { secret, previous, now }: Process = {}): Promise<PurposeKeys> {
  const config = { sessionSecret: secret ?? 'a'.repeat(40), previousSessionSecret: previous ?? null };
  const keys = await openPurposeKeys({ accounts, config, now: now ?? (() => 0), replacesLost: true });
  await sealAgain(accounts, keys);
  return keys;
}

/** Returns keys without a store: one key per purpose, and different keys for each secret. */
export function fixedKeys(secret: string): PurposeKeys {
  const hashOf = (text: string) => createHash('sha256').update(`${secret} ${text}`).digest();
  const keyOf = (purpose: string) => ({ id: hashOf(`id of ${purpose}`).toString('hex', 0, 4), bytes: hashOf(purpose) });
  const find = (purpose: string, id: string) => (keyOf(purpose).id === id ? keyOf(purpose) : null);
  return {
    current: (purpose: KeyPurpose) => keyOf(purpose),
    find,
    retired: () => [],
    wrapping: boxOf({ current: () => keyOf('root'), find: (id) => find('root', id) }),
    refresh: async () => undefined,
  };
}
