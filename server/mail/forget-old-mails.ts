import { DAY_MS } from '#domain/durations.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { forgetMails } from './mail-queries.ts';

/** Long enough to answer "I never got it". */
const KEPT_MS = 90 * DAY_MS;

/** Tokens of links that ended go, and so do mails that nobody will ask about any more. */
export const forgetOldMails = (accounts: AccountsDb, now: number): Promise<void> =>
  forgetMails(accounts, { endedBefore: now, createdBefore: now - KEPT_MS });
