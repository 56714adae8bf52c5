import type { Transaction } from 'kysely';
import type { VenueInput } from '#contract/venues.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import type { AccountsSchema } from '../../databases/accounts/schema.ts';
import { AppError, FieldError } from '../../http/app-error.ts';
import { type ChangeContext, changedFields } from '../../network/change-context.ts';
import { checkedPosition, checkedText, checkedTimeZone, requiredText } from '../../network/checked-fields.ts';
import { claimVersion } from '../../network/claim-version.ts';
import { insertVenue, renameVenue, updateVenue } from '../../network/site-queries.ts';
import { type CustomerRow, findVenueNamesake, type VenueRow } from './customers-queries.ts';

/** A venue as it is stored; throws what is wrong with it. */
export function checkedVenue(given: VenueInput): VenueInput {
  const position = checkedPosition(given);
  return {
    name: requiredText('name', given.name, 200),
    type: checkedText('type', given.type, 60).toLowerCase(),
    address: checkedText('address', given.address, 200),
    city: checkedText('city', given.city, 100),
    state: checkedText('state', given.state, 60),
    time_zone: checkedTimeZone(given.time_zone.trim(), position),
    ...position,
  };
}

async function refuseNamesake(accounts: ChangeContext['accounts'], customerId: string, name: string, exceptId = '') {
  if ((await findVenueNamesake(accounts, customerId, name, exceptId)) === undefined) return;
  throw new FieldError({ name: `The customer has a venue '${name}' already.` }, 'conflict');
}

/** In the transaction of whoever adds it. Answers the id. */
export async function insertNewVenue(
  tx: Transaction<AccountsSchema>,
  { now, author }: Pick<ChangeContext, 'now' | 'author'>,
  customer: Pick<CustomerRow, 'id' | 'name'>,
  wanted: VenueInput,
): Promise<string> {
  await refuseNamesake(tx, customer.id, wanted.name);
  const id = await insertVenue(tx, { customer_id: customer.id, ...wanted }, now());
  const subject = `${customer.name} > ${wanted.name}`;
  await writeAudit(tx, { ...author, at: now(), action: 'venue.created', subject, detail: wanted });
  return id;
}

/** Answers the id. */
export async function addVenue(context: ChangeContext, customer: CustomerRow, given: VenueInput): Promise<string> {
  if (customer.kind === 'advertiser') {
    throw new AppError('conflict', `'${customer.name}' is an advertiser; venues belong to owners.`);
  }
  const wanted = checkedVenue(given);
  return context.accounts.transaction().execute((tx) => insertNewVenue(tx, context, customer, wanted));
}

/** What was counted keeps its days: a new time zone holds for what happens from now on. */
export async function changeVenue(
  { accounts, now, author }: ChangeContext,
  stored: VenueRow,
  { version: asked, ...given }: VenueInput & { readonly version: number },
): Promise<void> {
  const wanted = checkedVenue(given);
  const { name, type, address, city, state, time_zone, lat, lng } = stored;
  await accounts.transaction().execute(async (tx) => {
    const version = await claimVersion(tx, 'venues', { id: stored.id, version: asked }, now());
    await refuseNamesake(tx, stored.customer_id, wanted.name, stored.id);
    const { name: newName, ...fields } = wanted;
    await updateVenue(tx, stored.id, fields, version);
    await renameVenue(tx, stored.id, newName);
    const detail = changedFields<VenueInput>({ name, type, address, city, state, time_zone, lat, lng }, wanted);
    await writeAudit(tx, { ...author, at: now(), action: 'venue.changed', subject: name, detail });
  });
}
