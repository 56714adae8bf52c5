import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { hashToken, randomToken } from '../lib/random-token.ts';
import { insertAccountToken } from './account-token-queries.ts';

/** Lifetime of a mailed link by its purpose (docs/threat-model.md#a8). */
export const TOKEN_LIFE_MS = { verify: DAY_MS, reset: 30 * MINUTE_MS, invite: 7 * DAY_MS } as const;

export type TokenPurpose = keyof typeof TOKEN_LIFE_MS;

type TokenOrder = {
  readonly userId: string;
  readonly purpose: TokenPurpose;
  readonly now: number;
  /** Hash of the new password, which takes effect when the token is used (docs/threat-model.md#a3). */
  readonly passwordHash?: string;
  readonly askedFrom?: string;
};

/**
 * Creates the one-time token for a mailed link; only its hash is stored. `verify` tokens are for /verify-email. `reset`
 * and `invite` tokens are for /password-reset, where the user sets a password, which also verifies the address. Pass
 * the result to `mail.send` unchanged.
 */
export async function issueAccountToken(
  accounts: AccountsDb,
  order: TokenOrder,
): Promise<{ value: string; expiresAt: number }> {
  const { row, token } = makeAccountToken(order);
  await insertAccountToken(accounts, row);
  return token;
}

/** Creates a token, and its row to store. */
export function makeAccountToken({ userId, purpose, now, passwordHash, askedFrom = '' }: TokenOrder) {
  const value = randomToken();
  const expiresAt = now + TOKEN_LIFE_MS[purpose];
  const row = {
    id: hashToken(value),
    purpose,
    user_id: userId,
    password_hash: passwordHash ?? null,
    asked_from: askedFrom,
    created_at: now,
    expires_at: expiresAt,
    used_at: null,
  };
  return { row, token: { value, expiresAt } };
}
