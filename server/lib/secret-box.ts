import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

type Secrets = { readonly sessionSecret: string; readonly previousSessionSecret: string | null };

/** Seals what the server must read again, such as the seed of a second factor, so that a copy of the store does not tell it. */
export type SecretBox = {
  /** How everything begins that is sealed now; what begins otherwise was sealed with an earlier secret. */
  readonly prefix: string;
  seal(text: string): string;
  /** Null when it was sealed with a secret that is no longer configured, or changed since. */
  open(sealed: string): string | null;
};

const ALGORITHM = 'aes-256-gcm';

/** AES-256-GCM with a key derived from the session secret; what was sealed with the previous one can still be read. */
export function createSecretBox({ sessionSecret, previousSessionSecret }: Secrets): SecretBox {
  const current = keyOf(sessionSecret);
  const keys = new Map([current, ...(previousSessionSecret === null ? [] : [keyOf(previousSessionSecret)])]);
  return {
    prefix: `${current[0]}.`,
    seal(text) {
      const [id, key] = current;
      const iv = randomBytes(12);
      const cipher = createCipheriv(ALGORITHM, key, iv);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return [id, ...[iv, body, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join('.');
    },
    open(sealed) {
      const [id = '', ...parts] = sealed.split('.');
      const [iv, body, tag] = parts.map((part) => Buffer.from(part, 'base64url'));
      const key = keys.get(id);
      if (!key || !iv || !body || !tag) return null;
      try {
        const decipher = createDecipheriv(ALGORITHM, key, iv).setAuthTag(tag);
        return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}

const keyOf = (secret: string): [id: string, key: Buffer] => [
  createHash('sha256').update(`box:${secret}`).digest('hex').slice(0, 8),
  Buffer.from(hkdfSync('sha256', secret, 'voltboard', 'secret-box', 32)),
];
