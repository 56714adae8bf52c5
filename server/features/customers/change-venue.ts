import { noValues, type ValuesOf, VENUE_FIELDS, valuesIn } from '#contract/editable-fields.ts';
import type { VenueInput } from '#contract/venues.ts';
import type { ChangeContext } from '../../administration/change-context.ts';
import { insertWithAudit, type NewTurn } from '../../administration/insert-with-audit.ts';
import { changedFields, isEmpty, type RowVersion, updateWithVersion } from '../../administration/optimistic-lock.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { AppError, FieldError } from '../../http/app-error.ts';
import { checkedTimeZone, checkedValues, checkPosition } from '../../network/checked-fields.ts';
import { insertVenue, updateVenue } from '../../network/site-queries.ts';
import { type CustomerRow, findVenue, findVenueNamesake } from './customers-queries.ts';

type WrittenVenue = ValuesOf<typeof VENUE_FIELDS> & { readonly time_zone: string };

/** Converts a venue to stored form, with the values of `before` for missing fields. Throws if a field is invalid. */
export function checkedVenue(sent: VenueInput, before = noValues(VENUE_FIELDS)): WrittenVenue {
  const given = { ...before, ...sent };
  checkPosition(given);
  return { ...checkedValues(VENUE_FIELDS, given), time_zone: checkedTimeZone(given.time_zone.trim(), given) };
}

async function refuseNamesake(accounts: ChangeContext['accounts'], customerId: string, name: string, exceptId = '') {
  if ((await findVenueNamesake(accounts, customerId, name, exceptId)) === undefined) return;
  throw new FieldError({ name: `This customer already has a venue '${name}'. Choose another name.` }, 'conflict');
}

/** Inserts a venue and returns its id. */
export async function insertNewVenue(
  { tx, nowMs, note }: NewTurn,
  customer: Pick<CustomerRow, 'id' | 'name'>,
  wanted: WrittenVenue,
): Promise<string> {
  await refuseNamesake(tx, customer.id, wanted.name);
  const id = await insertVenue(tx, { customer_id: customer.id, ...wanted }, nowMs);
  const subject = `${customer.name} > ${wanted.name}`;
  await note({ action: 'venue.created', subject, detail: wanted });
  return id;
}

/** Adds a venue and returns its id. */
export async function addVenue(context: ChangeContext, customer: CustomerRow, given: VenueInput): Promise<string> {
  if (customer.kind === 'advertiser') {
    throw new AppError('conflict', `'${customer.name}' is an advertiser. Only owners can have venues.`);
  }
  const wanted = checkedVenue(given);
  return insertWithAudit(context, (turn) => insertNewVenue(turn, customer, wanted));
}

/** Changes a venue. Past events keep their days: a new time zone applies only from now on. */
export async function changeVenue(
  context: ChangeContext,
  { id, version, ...given }: VenueInput & RowVersion,
): Promise<void> {
  const read = (tx: AccountsDb) => findVenue(tx, id);
  await updateWithVersion(context, { table: 'venues', claim: { id, version }, read }, async ({ tx, stored }) => {
    const before = { ...valuesIn(VENUE_FIELDS, stored), time_zone: stored.time_zone };
    const wanted = checkedVenue(given, before);
    const detail = changedFields<WrittenVenue>(before, wanted);
    if (isEmpty(detail)) return null;
    await refuseNamesake(tx, stored.customer_id, wanted.name, id);
    await updateVenue(tx, id, wanted);
    return { action: 'venue.changed', subject: stored.name, detail };
  });
}
