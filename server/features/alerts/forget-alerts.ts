import { DAY_MS } from '#domain/durations.ts';
import { CONTACT_DAYS } from '#domain/uptime.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { deleteEndedBefore } from './alerts-queries.ts';
import { deleteCallsBefore } from './webhook-queries.ts';

/** Long enough to see why a receiver was not told, and to have it told again. */
const CALLS_DAYS = 90;

/** Alerts go with the contacts they were found in, counted from their end; one that stands stays. */
export async function forgetAlerts(accounts: AccountsDb, nowMs: number): Promise<void> {
  await deleteCallsBefore(accounts, nowMs - CALLS_DAYS * DAY_MS);
  await deleteEndedBefore(accounts, nowMs - CONTACT_DAYS * DAY_MS);
}
