import { createHash, randomBytes } from 'node:crypto';
import type { AccountsDb } from './databases/accounts/accounts-db.ts';

/** How long a one-time login code is good (security B5). */
export const LOGIN_CODE_SECONDS = 60;

export const hashLoginCode = (code: string): string => createHash('sha256').update(code).digest('hex');

/** Makes a one-time code that signs the user in at /login?token=…; only its hash is stored. */
export async function createLoginCode(
  accounts: AccountsDb,
  userId: string,
  now: number,
  seconds = LOGIN_CODE_SECONDS,
): Promise<string> {
  const code = randomBytes(32).toString('base64url');
  await accounts
    .insertInto('login_codes')
    .values({
      id: hashLoginCode(code),
      user_id: userId,
      created_at: now,
      expires_at: now + seconds * 1000,
      used_at: null,
    })
    .execute();
  return code;
}
