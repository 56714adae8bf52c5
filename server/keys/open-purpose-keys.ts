import { randomBytes } from 'node:crypto';
import { HOUR_MS } from '#domain/durations.ts';
import { type AccountsDb, isPostgres } from '../databases/accounts/accounts-db.ts';
import { grouped } from '../lib/grouped.ts';
import { KEY_PURPOSES, type KeyPurpose, PURPOSE_NAMES } from './key-purposes.ts';
import type { Key, PurposeKeys, SecretBox } from './purpose-keys.ts';
import { findPurposeKeys, hasAccounts, insertPurposeKey, type PurposeKeyRow } from './purpose-keys-queries.ts';
import { createWrapping, formerKeys, isEncrypted, type RootSecrets } from './root-secret.ts';

type Needs = {
  readonly accounts: AccountsDb;
  readonly config: RootSecrets;
  readonly now: () => number;
  /**
   * Whether to create new keys if `SESSION_SECRET` cannot decrypt the existing ones. Not for commands, because their
   * environment may have the wrong secret.
   */
  readonly replacesLost?: boolean;
};

/** The first key version in an upgraded installation. Earlier, the root secret itself signed (`formerKeys`). */
const AFTER_FORMER = 1;
/** The first key version in a new installation, which never accepts the root secret itself. */
const FIRST = 2;
/**
 * How long an upgrade may take. During an upgrade, processes of the former version are still running, which can only
 * read values that the former keys signed or encrypted.
 */
const UPGRADE_MS = HOUR_MS;

type Known = Key & { readonly version: number; readonly activeFrom: number };

/**
 * Opens the keys for all purposes. Each key is random and stored encrypted with the root secret
 * (docs/threat-model.md#keys-by-purpose).
 * 1. Read the stored keys. A purpose without keys gets its first key; if several processes try, one of them stores it.
 * 2. `current` returns the newest active key; `find` also searches older keys.
 * 3. `refresh` reads the keys again. A rotation stores a key a minute before it is used, so that each process reads the
 * key in time.
 */
export async function openPurposeKeys({ accounts, config, now, replacesLost = false }: Needs): Promise<PurposeKeys> {
  const wrapping = createWrapping(config);
  let known = new Map<string, readonly Known[]>();

  async function refresh(): Promise<PurposeKeyRow[]> {
    const rows = await findPurposeKeys(accounts);
    const opened = rows.flatMap((row): (Known & { readonly purpose: string })[] => {
      const text = wrapping.open(row.sealed);
      // A process with a newer root secret has re-encrypted this key. The key itself is unchanged.
      const before = known.get(row.purpose)?.find(({ id }) => id === row.id);
      const bytes = text === null ? before?.bytes : Buffer.from(text, 'base64url');
      const { id, purpose, version, active_from: activeFrom } = row;
      return bytes === undefined ? [] : [{ id, purpose, version, activeFrom, bytes }];
    });
    known = grouped(opened, ({ purpose }) => purpose);
    return rows;
  }

  async function makeMissing(rows: readonly PurposeKeyRow[]): Promise<void> {
    const isUpgrade = rows.length === 0 && (await hasAccounts(accounts));
    const overlapMs = isUpgrade && isPostgres(accounts) ? UPGRADE_MS : 0;
    for (const purpose of PURPOSE_NAMES) {
      const stored = rows.filter((row) => row.purpose === purpose).map(({ version }) => version);
      const newest = stored.at(-1);
      const isLost = newest !== undefined && !known.has(purpose);
      if (newest !== undefined && !(isLost && replacesLost)) continue;
      const first = isUpgrade ? AFTER_FORMER : FIRST;
      const version = newest === undefined ? first : newest + 1;
      await insertPurposeKey(accounts, newKey(wrapping, { purpose, version, nowMs: now(), delayMs: overlapMs }));
    }
  }

  await makeMissing(await refresh());
  await refresh();

  /** Returns whether a key that was replaced at that time is still accepted. */
  const isInTime = (purpose: KeyPurpose, replacedMs: number | undefined): boolean =>
    replacedMs === undefined || now() < replacedMs + KEY_PURPOSES[purpose].acceptedForMs;

  function findFormer(purpose: KeyPurpose, id: string): Key | null {
    const first = known.get(purpose)?.find(({ version }) => version === AFTER_FORMER);
    const hadFormer = isEncrypted(purpose) || (first !== undefined && isInTime(purpose, first.activeFrom));
    return hadFormer ? (formerKeys(config, purpose).find((key) => key.id === id) ?? null) : null;
  }

  return {
    wrapping,
    refresh: async () => void (await refresh()),
    current(purpose) {
      const keys = known.get(purpose) ?? [];
      const active = keys.findLast(({ activeFrom }) => activeFrom <= now());
      if (active !== undefined) return active;
      const [first] = keys;
      if (first === undefined) throw new Error('SESSION_SECRET does not match this installation.');
      return first.version === AFTER_FORMER ? formerKeys(config, purpose)[0] : first;
    },
    find(purpose, id) {
      const keys = known.get(purpose) ?? [];
      const at = keys.findIndex((key) => key.id === id);
      const key = keys[at];
      if (key === undefined) return findFormer(purpose, id);
      return isEncrypted(purpose) || isInTime(purpose, keys[at + 1]?.activeFrom) ? key : null;
    },
    retired(purpose) {
      const keys = known.get(purpose) ?? [];
      return keys.filter((_, at) => !isInTime(purpose, keys[at + 1]?.activeFrom)).map(({ id }) => id);
    },
  };
}

type NewKey = {
  readonly purpose: KeyPurpose;
  readonly version: number;
  readonly nowMs: number;
  /** How long other processes have to read the key before it is used. */
  readonly delayMs: number;
};

export const newKey = (wrapping: SecretBox, { purpose, version, nowMs, delayMs }: NewKey): PurposeKeyRow => ({
  id: randomBytes(4).toString('hex'),
  purpose,
  version,
  sealed: wrapping.seal(randomBytes(32).toString('base64url')),
  made_at: nowMs,
  active_from: nowMs + delayMs,
});
