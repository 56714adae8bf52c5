import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeyPurpose } from './key-purposes.ts';
import type { Key, PurposeKeys, SecretBox } from './purpose-keys.ts';

const ALGORITHM = 'aes-256-gcm';

/**
 * Creates a box that uses AES-256-GCM with one purpose's keys. A value has the form `key id.iv.text.tag`, and stays
 * readable after the key is rotated.
 */
export const createSecretBox = ({ keys }: { readonly keys: PurposeKeys }, purpose: KeyPurpose): SecretBox =>
  boxOf({ current: () => keys.current(purpose), find: (id) => keys.find(purpose, id) });

type Source = { current(): Key; find(id: string): Key | null };

/** Creates a box for keys that have no purpose, such as those derived from the root secret. */
export function boxOf({ current, find }: Source): SecretBox {
  return {
    prefix: () => `${current().id}.`,
    seal(text) {
      const { id, bytes } = current();
      const iv = randomBytes(12);
      const cipher = createCipheriv(ALGORITHM, bytes, iv);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return [id, ...[iv, body, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join('.');
    },
    open(sealed) {
      const [id = '', ...parts] = sealed.split('.');
      const [iv, body, tag] = parts.map((part) => Buffer.from(part, 'base64url'));
      const key = find(id);
      if (!key || !iv || !body || !tag) return null;
      try {
        const decipher = createDecipheriv(ALGORITHM, key.bytes, iv).setAuthTag(tag);
        return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}
