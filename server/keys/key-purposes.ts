import { DAY_MS } from '#domain/durations.ts';

/** The maximum of the `SESSION_HOURS` setting. */
const LONGEST_SESSION_MS = 30 * DAY_MS;
/** `Max-Age` of the cookies in `sign-in/known-browser.ts`, and how long unsubscribe links work at least. */
const YEAR_MS = 365 * DAY_MS;
/** The maximum life of a preview link (`contract/creatives.ts`). */
const LONGEST_PREVIEW_MS = 30 * DAY_MS;
/**
 * How long an old key is accepted for decryption. Rows are re-encrypted within minutes, but a command that waits for
 * the server may contain an older value.
 */
const ENCRYPTED_MS = 31 * DAY_MS;

/**
 * The purpose of each of the installation's keys. Each purpose has its own keys, so that a signature or ciphertext for
 * one purpose is invalid for another. The threat model shows this table, and a test compares both
 * (docs/threat-model.md#keys-by-purpose).
 */
export const KEY_PURPOSES = {
  sessions: { use: 'signs', protects: 'session tokens', acceptedForMs: LONGEST_SESSION_MS },
  'known-browsers': {
    use: 'signs',
    protects: 'cookies of browsers that signed in before or opened a report link',
    acceptedForMs: YEAR_MS,
  },
  'unsubscribe-links': {
    use: 'signs',
    protects: 'links that stop a kind of email',
    acceptedForMs: YEAR_MS,
  },
  'ad-previews': { use: 'signs', protects: 'links to previews of ads', acceptedForMs: LONGEST_PREVIEW_MS },
  'second-factors': { use: 'encrypts', protects: 'seeds of one-time codes', acceptedForMs: ENCRYPTED_MS },
  'bank-accounts': {
    use: 'encrypts',
    protects: 'payout accounts and the account that payouts are made from',
    acceptedForMs: ENCRYPTED_MS,
  },
  webhooks: { use: 'encrypts', protects: 'secrets that sign webhook calls', acceptedForMs: ENCRYPTED_MS },
  plays: { use: 'encrypts', protects: 'the keys that sign plays', acceptedForMs: ENCRYPTED_MS },
  'mailed-links': { use: 'encrypts', protects: 'links in emails that are not sent yet', acceptedForMs: ENCRYPTED_MS },
  visitors: {
    use: 'encrypts',
    protects: 'the salt of erased visitors, and erasure requests',
    acceptedForMs: ENCRYPTED_MS,
  },
} as const satisfies Record<string, Purpose>;

type Purpose = {
  /** Values encrypted with an old key are re-encrypted. Signed values stay valid until they expire. */
  readonly use: 'signs' | 'encrypts';
  readonly protects: string;
  /** How long an old key is accepted after a new key has replaced it. */
  readonly acceptedForMs: number;
};

export type KeyPurpose = keyof typeof KEY_PURPOSES;
export const PURPOSE_NAMES = Object.keys(KEY_PURPOSES) as readonly KeyPurpose[];

/**
 * Files that may read `SESSION_SECRET`, the root of all keys, with the reason. A test rejects every other file: new
 * uses need a purpose above.
 */
export const ROOT_SECRET_FILES: Readonly<Record<string, string>> = {
  'server/config/config.ts': 'reads the setting',
  'server/start/installation-secret.ts': 'keeps the secret of a demo in PostgreSQL',
  'server/keys/root-secret.ts': 'derives what encrypts the keys in the store',
  'server/copies/backup-keys.ts': 'derives the keys of backups, which must open before there is a store',
  'server/copies/kept-files.ts': 'keeps the file of the secret out of backups that it encrypts',
  'server/copies/restore.ts': 'compares it with the one in the backup',
};
