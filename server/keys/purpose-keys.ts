import type { KeyPurpose } from './key-purposes.ts';

/**
 * Encrypts values that the server must read again, such as the seed of a second factor. A copy of the store does not
 * reveal them.
 */
export type SecretBox = {
  /** Prefix of all newly encrypted values. Other prefixes belong to older keys. */
  prefix(): string;
  seal(text: string): string;
  /** Null if the key is unknown or the value was changed. */
  open(sealed: string): string | null;
};

/** `id` names the key in each value that it signed or encrypted. */
export type Key = { readonly id: string; readonly bytes: Buffer };

/** The keys of this installation by purpose, as this process has read them. */
export type PurposeKeys = {
  /** Signs and encrypts new values. Throws if `SESSION_SECRET` opens no key of the purpose. */
  current(purpose: KeyPurpose): Key;
  /** A key that is still accepted; null if it is unknown or expired. */
  find(purpose: KeyPurpose, id: string): Key | null;
  /** Encrypts keys that have their own tables, with the root secret. */
  readonly wrapping: SecretBox;
  /** Ids of keys that were replaced long ago. No value that they signed or encrypted should be left. */
  retired(purpose: KeyPurpose): readonly string[];
  /** Reads the keys again; another process may have rotated one. */
  refresh(): Promise<void>;
};
