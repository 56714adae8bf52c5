import type { KeyPurpose } from './key-purposes.ts';

/**
 * Encrypts values that the server must be able to read again, such as the seed of a second factor. A copy of the store
 * therefore does not reveal these values.
 */
export type SecretBox = {
  /** Returns the prefix of all newly encrypted values. Values with other prefixes were encrypted with older keys. */
  prefix(): string;
  seal(text: string): string;
  /** Returns null if the key is unknown or the value was tampered with. */
  open(sealed: string): string | null;
};

/** A key. Each value that the key signed or encrypted contains its `id`. */
export type Key = { readonly id: string; readonly bytes: Buffer };

/** This installation's keys by purpose, as last read by this process. */
export type PurposeKeys = {
  /** Returns the key for new values. Throws if `SESSION_SECRET` decrypts none of the purpose's keys. */
  current(purpose: KeyPurpose): Key;
  /** Returns a key that is still accepted, or null. A key that encrypts never expires here. */
  find(purpose: KeyPurpose, id: string): Key | null;
  /** The box that encrypts keys in their own tables with the root secret. */
  readonly wrapping: SecretBox;
  /** Returns the IDs of keys that were replaced so long ago that no value should need them. */
  retired(purpose: KeyPurpose): readonly string[];
  /** Reads the keys again, because another process may have rotated a key. */
  refresh(): Promise<void>;
};
