import { DAY_MS } from '#domain/durations.ts';
import { CONTACT_DAYS } from '#domain/uptime.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { deleteEndedBefore } from './alerts-queries.ts';
import { deleteCallsBefore } from './webhook-queries.ts';

/** Long enough to see why a call failed, and to repeat it. */
const CALLS_DAYS = 90;

/** Deletes alerts together with the contacts they came from, counted from their end. Active alerts stay. */
export async function forgetAlerts(accounts: AccountsDb, nowMs: number): Promise<void> {
  await deleteCallsBefore(accounts, nowMs - CALLS_DAYS * DAY_MS);
  await deleteEndedBefore(accounts, nowMs - CONTACT_DAYS * DAY_MS);
}
