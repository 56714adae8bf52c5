import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Config } from '../config.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const keyOf = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'voltboard mail tokens', 32));

/**
 * Encrypts the token of a mailed link while the mail waits: the store has only the hash of a token (security A8), and a copy of
 * the store must not open accounts. Bound to its mail.
 */
export function createTokenSeal({
  sessionSecret,
  previousSessionSecret,
}: Pick<Config, 'sessionSecret' | 'previousSessionSecret'>) {
  const keys = [sessionSecret, previousSessionSecret].flatMap((secret) => (secret === null ? [] : [keyOf(secret)]));
  return {
    seal(token: string, mailId: string): string {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', keyOf(sessionSecret), nonce).setAAD(Buffer.from(mailId));
      const sealed = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    /** Null when the secret it was sealed with is gone. */
    open(text: string, mailId: string): string | null {
      const bytes = Buffer.from(text, 'base64url');
      for (const key of keys) {
        try {
          const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
            .setAAD(Buffer.from(mailId))
            .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
          const token = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
          return Buffer.concat([token, decipher.final()]).toString('utf8');
        } catch {
          // Sealed with another secret, or damaged.
        }
      }
      return null;
    },
  };
}
