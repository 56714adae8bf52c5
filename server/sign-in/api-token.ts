import { createHash, randomBytes } from 'node:crypto';
import { APPROVED_SCOPE, TOKEN_SCOPES, type TokenScope } from '#contract/token-scopes.ts';

const MARK = 'vbt_';
/** Number of a token's characters that stay readable, so that its owner recognizes the token. */
const PREFIX_LENGTH = 9;

/** Returns whether a credential is an API token, valid or not. No other credential begins like this. */
export const isApiToken = (token: string): boolean => token.startsWith(MARK);

export const apiTokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Creates a token of 256 random bits. Returns the text that its creator receives once, and the values to store. */
export function createApiToken(): { token: string; hash: string; prefix: string } {
  const token = MARK + randomBytes(32).toString('base64url');
  return { token, hash: apiTokenHash(token), prefix: token.slice(0, PREFIX_LENGTH) };
}

export const storedScopes = (scopes: readonly TokenScope[]): string => scopes.join(' ');

/** Returns the scopes of a stored token. Names that this version does not know grant nothing. */
export function readScopes(stored: string): readonly TokenScope[] {
  const names = new Set(stored.split(' '));
  return TOKEN_SCOPES.filter((scope) => names.has(scope));
}

/** Returns whether a second administrator has to approve a token before it works. */
export const needsApproval = (scopes: readonly TokenScope[]): boolean => scopes.includes(APPROVED_SCOPE);

export const storedAddresses = (addresses: readonly string[]): string => addresses.join(' ');

/** Returns the addresses and networks of a stored token. If there are none, the token may be used from anywhere. */
export const readAddresses = (stored: string): readonly string[] => stored.split(' ').filter(Boolean);
