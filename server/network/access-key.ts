import { createHash, randomBytes } from 'node:crypto';

const PREFIX = 'vb_';
const SHOWN_CHARACTERS = 10;
const ACCESS_KEY = /^vb_[A-Za-z0-9_-]{43}$/;

/**
 * Creates a key for an outlet or gateway (256 bits). Only `hash` and `prefix` are stored; `key` is shown once
 * (docs/threat-model.md#f1).
 */
export function createAccessKey(): { key: string; hash: string; prefix: string } {
  const key = PREFIX + randomBytes(32).toString('base64url');
  return { key, hash: hashAccessKey(key), prefix: key.slice(0, SHOWN_CHARACTERS) };
}

/**
 * Returns the SHA-256 in hex, which is enough for a random 256-bit secret, and fast enough for a lookup on every call.
 */
export const hashAccessKey = (key: string): string => createHash('sha256').update(key).digest('hex');

/** Returns whether the text has the form of a key. Other bearer tokens are never looked up as keys. */
export const isAccessKey = (text: string): boolean => ACCESS_KEY.test(text);
