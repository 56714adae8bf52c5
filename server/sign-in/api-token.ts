import { createHash, randomBytes } from 'node:crypto';

const MARK = 'vbt_';
/** How much of a token is kept readable, so that its owner knows it again. */
const PREFIX_LENGTH = 9;

/** Whether a credential is an API token, good or not; nothing else begins like this. */
export const isApiToken = (token: string): boolean => token.startsWith(MARK);

export const apiTokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

/** A new token of 256 random bits: as sent once to whoever makes it, and as it is kept. */
export function createApiToken(): { token: string; hash: string; prefix: string } {
  const token = MARK + randomBytes(32).toString('base64url');
  return { token, hash: apiTokenHash(token), prefix: token.slice(0, PREFIX_LENGTH) };
}
