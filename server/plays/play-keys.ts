import { randomBytes, randomInt } from 'node:crypto';
import { DAY_MS } from '#domain/durations.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { Config } from '../config/config.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { SecretBox } from '../keys/purpose-keys.ts';
import { createSecretBox } from '../keys/secret-box.ts';
import type { NetworkMemory, NetworkSnapshot } from '../network/snapshot/network-memory.ts';
import { deletePlayKeys, insertPlayKey, retirePlayKeys } from './play-keys-queries.ts';
import type { PlayKeys } from './play-token.ts';

/** How many days a retired key still verifies plays: the maximum delay of a report, plus one day. */
export const VERIFIED_DAYS = 31;
const SECRET_BYTES = 32;

export type PlayKeyBook = {
  /**
   * Returns the keys in this network snapshot. A rotation in any process replaces the snapshot. Creates the first key
   * if there is none.
   */
  of(snapshot: NetworkSnapshot): Promise<PlayKeys>;
};

type Needs = {
  readonly accounts: AccountsDb;
  readonly config: Pick<Config, 'keys'>;
  readonly network: NetworkMemory;
  readonly now: () => number;
};

export function createPlayKeys({ accounts, config, network, now }: Needs): PlayKeyBook {
  const box = createSecretBox(config, 'plays');
  const known = new WeakMap<NetworkSnapshot, Promise<PlayKeys>>();

  async function read(snapshot: NetworkSnapshot): Promise<PlayKeys> {
    const keys = await openKeys(snapshot);
    if (keys !== null) return keys;
    // There is no key yet, or SESSION_SECRET was replaced and the old keys can't be decrypted.
    await accounts.transaction().execute((tx) => renew(tx, newKey(box, now()), snapshot));
    const made = await openKeys((await network.current()).snapshot);
    if (made === null)
      throw new Error('the key that signs plays cannot be decrypted: SESSION_SECRET differs between processes');
    return made;
  }

  async function openKeys(snapshot: NetworkSnapshot): Promise<PlayKeys | null> {
    const secrets = new Map<number, Buffer>();
    let signing: PlayKeys['signing'] | null = null;
    for (const { id, sealed, retired_at: retiredMs } of await snapshot.playKeys()) {
      const opened = box.open(sealed);
      if (opened === null || (retiredMs !== null && retiredMs <= now() - VERIFIED_DAYS * DAY_MS)) continue;
      const secret = Buffer.from(opened, 'base64url');
      secrets.set(id, secret);
      if (retiredMs === null) signing = { id, secret };
    }
    return signing === null ? null : { signing, secrets };
  }

  return {
    of: (snapshot) => {
      const kept = known.get(snapshot);
      if (kept !== undefined) return kept;
      const keys = read(snapshot);
      known.set(snapshot, keys);
      keys.catch(() => known.delete(snapshot));
      return keys;
    },
  };
}

/**
 * Inserts a key. Retires the old key only if this snapshot contains it, because a key that another process has created
 * since is valid.
 */
async function renew(tx: AccountsDb, key: NewKey, snapshot: NetworkSnapshot): Promise<void> {
  const unreadable = (await snapshot.playKeys()).some(({ retired_at: retiredMs }) => retiredMs === null);
  if (unreadable) await retirePlayKeys(tx, key.made_at);
  await insertPlayKey(tx, key);
}

type Rotation = Omit<Needs, 'network'> & {
  readonly author: { readonly actorId: string | null; readonly actor: string; readonly ip: string };
};

/**
 * Creates a new key that signs in every process from now on. Plays signed with the old key stay valid until their
 * reports would be too late anyway.
 */
export async function rotatePlayKey({ accounts, config, now, author }: Rotation): Promise<void> {
  const nowMs = now();
  const key = newKey(createSecretBox(config, 'plays'), nowMs);
  await accounts.transaction().execute(async (tx) => {
    await retirePlayKeys(tx, nowMs);
    await deletePlayKeys(tx, nowMs - VERIFIED_DAYS * DAY_MS);
    await insertPlayKey(tx, key);
    await writeAudit(tx, { ...author, at: nowMs, action: 'play-key.rotated', subject: 'plays', detail: {} });
  });
}

type NewKey = { readonly id: number; readonly sealed: string; readonly made_at: number };

const newKey = (box: SecretBox, nowMs: number): NewKey => ({
  id: randomInt(1, 2 ** 32),
  sealed: box.seal(randomBytes(SECRET_BYTES).toString('base64url')),
  made_at: nowMs,
});
