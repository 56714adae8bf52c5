import { DAY_MS, HOUR_MS } from '#domain/durations.ts';
import { CONTACT_DAYS } from '#domain/uptime.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import {
  deleteFaultsBefore,
  deleteHoursBefore,
  deleteImplausibleBefore,
  findHighestOutletKey,
} from './service-queries.ts';

/** Number of outlets per query. Hours are stored by outlet, so every row that is read belongs to the query. */
const STEP = 1_000;

/** Deletes contact minutes, faults and implausible readings that are older than any query needs. */
export async function forgetContacts(accounts: AccountsDb, nowMs: number): Promise<void> {
  const beforeMs = nowMs - CONTACT_DAYS * DAY_MS;
  const highest = (await findHighestOutletKey(accounts)) ?? 0;
  for (let fromKey = 0; fromKey <= highest; fromKey += STEP) {
    const keys = { fromKey, toKey: fromKey + STEP };
    await deleteHoursBefore(accounts, keys, Math.floor(beforeMs / HOUR_MS));
    await deleteFaultsBefore(accounts, keys, beforeMs);
    await deleteImplausibleBefore(accounts, keys, beforeMs);
  }
}
