import { DAY_MS } from '#domain/durations.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { forgetMails } from './mail-queries.ts';

/** How long mails are kept: long enough to investigate a mail that did not arrive. */
const KEPT_MS = 90 * DAY_MS;

/** Deletes the tokens of expired links, and mails older than the retention period. */
export const forgetOldMails = (accounts: AccountsDb, now: number): Promise<void> =>
  forgetMails(accounts, { endedBefore: now, createdBefore: now - KEPT_MS });
