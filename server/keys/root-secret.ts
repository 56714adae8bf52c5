import { createHash, hkdfSync } from 'node:crypto';
import { KEY_PURPOSES, type KeyPurpose } from './key-purposes.ts';
import type { Key, SecretBox } from './purpose-keys.ts';
import { boxOf } from './secret-box.ts';

export type RootSecrets = { readonly sessionSecret: string; readonly previousSessionSecret: string | null };

/**
 * Creates the box that encrypts the keys in the store with `SESSION_SECRET`. The box also decrypts values encrypted
 * with the previous secret or by earlier versions.
 */
export function createWrapping({ sessionSecret, previousSessionSecret }: RootSecrets): SecretBox {
  const current = wrappingKey(sessionSecret);
  const secrets = secretsOf({ sessionSecret, previousSessionSecret });
  const keys = secrets.flatMap((secret) => [wrappingKey(secret), formerBoxKey(secret)]);
  return boxOf({ current: () => current, find: (id) => keys.find((key) => key.id === id) ?? null });
}

/**
 * Returns the keys of versions that used one secret for every purpose, newest first. Values of those versions stay
 * valid; the caller decides for how long.
 */
export function formerKeys(roots: RootSecrets, purpose: KeyPurpose): readonly [Key, ...Key[]] {
  const [current, ...others] = secretsOf(roots);
  const keyOf = FORMER[purpose] ?? formerBoxKey;
  return [keyOf(current), ...others.map(keyOf)];
}

/** The key ID of earlier tokens, which did not contain a key ID. */
export const FORMER_MARK_ID = '';

const FORMER: Partial<Record<KeyPurpose, (secret: string) => Key>> = {
  sessions: (secret) => ({ id: hashOf(`kid:${secret}`), bytes: Buffer.from(secret) }),
  'known-browsers': (secret) => ({ id: FORMER_MARK_ID, bytes: Buffer.from(secret) }),
};

const secretsOf = ({ sessionSecret, previousSessionSecret }: RootSecrets): readonly [string, ...string[]] => [
  sessionSecret,
  ...(previousSessionSecret === null ? [] : [previousSessionSecret]),
];

const wrappingKey = (secret: string): Key => ({
  id: derive(secret, 'key-wrapping-id').toString('hex').slice(0, 8),
  bytes: derive(secret, 'key-wrapping'),
});

const formerBoxKey = (secret: string): Key => ({ id: hashOf(`box:${secret}`), bytes: derive(secret, 'secret-box') });

const derive = (secret: string, label: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'voltboard', label, 32));

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);

/**
 * Returns whether the purpose encrypts. Old encrypted values stay readable without a limit, because possibly no key was
 * able to decrypt some rows when the others were re-encrypted.
 */
export const isEncrypted = (purpose: KeyPurpose): boolean => KEY_PURPOSES[purpose].use === 'encrypts';
