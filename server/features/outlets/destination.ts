import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { FieldError } from '../../http/app-error.ts';
import { findDestination } from '../../network/assignment-queries.ts';
import type { Destination } from '../../network/place-outlet.ts';

/** An outlet's planned place and start date, as a form sends them. */
export type Placing = { readonly customer_id: string; readonly venue_id: string; readonly from: string };

/** Finds the customer's venue for an outlet. Throws a `FieldError` with the reason if the venue is not allowed. */
export async function destinationOf(accounts: AccountsDb, { customer_id, venue_id }: Placing): Promise<Destination> {
  const found = await findDestination(accounts, venue_id);
  if (found === undefined || found.customer_id !== customer_id) {
    throw new FieldError({ venue_id: 'Choose a venue of this customer.' });
  }
  if (found.deleted_at !== null)
    throw new FieldError({ customer_id: `'${found.customer}' is retired. Restore it first.` }, 'conflict');
  return {
    customerId: found.customer_id,
    customer: found.customer,
    venueId: found.venue_id,
    venue: found.venue,
    timeZone: found.time_zone,
  };
}
