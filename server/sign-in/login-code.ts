import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { hashToken, randomToken } from '../lib/random-token.ts';

/** Lifetime of a one-time login code (docs/threat-model.md#b5). */
const LOGIN_CODE_SECONDS = 60;

type Terms = {
  readonly seconds?: number;
  /** SHA-256 of the token of the browser that began the sign-in. In that browser, no further click is needed. */
  readonly browserHash?: string;
  /** How the session began, for the list of sessions. */
  readonly method?: string;
};

/** Creates a one-time code that signs the user in at /login?token=…; only its hash is stored. */
export async function createLoginCode(
  accounts: AccountsDb,
  userId: string,
  now: number,
  { seconds = LOGIN_CODE_SECONDS, browserHash, method = 'link' }: Terms = {},
): Promise<string> {
  const code = randomToken();
  await accounts
    .insertInto('login_codes')
    .values({
      id: hashToken(code),
      user_id: userId,
      created_at: now,
      expires_at: now + seconds * 1000,
      used_at: null,
      browser_hash: browserHash ?? null,
      method,
    })
    .execute();
  return code;
}
