import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { findOutletKeys, storeContactHours, storeFaults } from './demo-queries.ts';
import { planContacts } from './plan-contacts.ts';
import type { PlannedNetwork } from './planned-network.ts';

type Seeding = { readonly seed: string; readonly now: number; readonly days: number };

/**
 * Stores the outlets' heartbeats, some 300,000 per month and hundred outlets, as minutes of contact. Stores their
 * faults too.
 */
export async function storeContacts(accounts: AccountsDb, network: PlannedNetwork, seeding: Seeding): Promise<void> {
  const keys = await findOutletKeys(accounts);
  for (const { outlets } of network.owners) {
    for (const outlet of outlets) {
      const key = keys.get(outlet.eui);
      if (outlet.idle || key === undefined) continue;
      const { hours, faults } = planContacts(outlet, seeding);
      await storeContactHours(
        accounts,
        hours.map((hour) => ({ outlet_key: key, ...hour })),
      );
      await storeFaults(
        accounts,
        faults.map(({ id, kind, atMs }) => ({ outlet_key: key, event_id: id, kind, at: atMs, received_at: atMs })),
      );
    }
  }
}
