import type { CustomerKind } from '#contract/customers.ts';
import type { VenueInput } from '#contract/venues.ts';
import { parseSharePpm } from '#domain/money.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { AppError, FieldError } from '../../http/app-error.ts';
import { endKeysAfterLateEvents } from '../../network/change-access-keys.ts';
import { type ChangeContext, changedFields } from '../../network/change-context.ts';
import { checkedInstant, checkedText, requiredText } from '../../network/checked-fields.ts';
import { type Claim, claimVersion } from '../../network/claim-version.ts';
import { insertCustomer, updateCustomer } from '../../network/site-queries.ts';
import { addShare } from '../../network/version-queries.ts';
import { checkedVenue, insertNewVenue } from './change-venue.ts';
import {
  type CustomerRow,
  countOpenFlights,
  countStandingOutlets,
  findNamesake,
  setRetired,
} from './customers-queries.ts';

type Naming = { readonly name: string; readonly category: string };

const checkedNaming = ({ name, category }: Naming): Naming => ({
  name: requiredText('name', name, 200),
  category: checkedText('category', category, 60).toLowerCase(),
});

async function refuseNamesake(accounts: ChangeContext['accounts'], name: string, exceptId = ''): Promise<void> {
  const other = await findNamesake(accounts, name, exceptId);
  if (other !== undefined) throw new FieldError({ name: `There is a customer '${other.name}' already.` }, 'conflict');
}

type NewCustomer = Naming & { readonly kind: CustomerKind; readonly venue?: VenueInput };

/** A customer, and its first venue where one is given. Answers the id. */
export async function addCustomer(context: ChangeContext, given: NewCustomer): Promise<string> {
  const { accounts, now, author } = context;
  const wanted = { ...checkedNaming(given), kind: given.kind };
  if (given.venue !== undefined && wanted.kind === 'advertiser') {
    throw new FieldError({ kind: 'An advertiser has no venues.' });
  }
  const venue = given.venue === undefined ? null : checkedVenueOf(given.venue);
  return accounts.transaction().execute(async (tx) => {
    await refuseNamesake(tx, wanted.name);
    const id = await insertCustomer(tx, wanted, now());
    await writeAudit(tx, { ...author, at: now(), action: 'customer.created', subject: wanted.name, detail: wanted });
    if (venue !== null) await insertNewVenue(tx, context, { id, name: wanted.name }, venue);
    return id;
  });
}

function checkedVenueOf(given: VenueInput): VenueInput {
  try {
    return checkedVenue(given);
  } catch (error) {
    throw error instanceof FieldError ? error.below('venue') : error;
  }
}

export async function renameCustomer(
  { accounts, now, author }: ChangeContext,
  stored: CustomerRow,
  given: Naming & { readonly version: number },
): Promise<void> {
  const wanted = checkedNaming(given);
  await accounts.transaction().execute(async (tx) => {
    const version = await claimVersion(tx, 'customers', { id: stored.id, version: given.version }, now());
    await refuseNamesake(tx, wanted.name, stored.id);
    await updateCustomer(tx, stored.id, wanted, version);
    const detail = changedFields<Naming>({ name: stored.name, category: stored.category }, wanted);
    await writeAudit(tx, { ...author, at: now(), action: 'customer.changed', subject: stored.name, detail });
  });
}

/** A customer without outlets and flights leaves the lists; its history stays, and its name is free again. */
export async function retireCustomer(
  { accounts, now, author }: ChangeContext,
  stored: CustomerRow,
  claim: Claim,
): Promise<void> {
  const nowMs = now();
  await accounts.transaction().execute(async (tx) => {
    await claimVersion(tx, 'customers', claim, nowMs);
    if (stored.deleted_at !== null) throw new AppError('conflict', `'${stored.name}' is retired already.`);
    const outlets = await countStandingOutlets(tx, stored.id, nowMs);
    if (outlets > 0) {
      const them = outlets === 1 ? '1 outlet stands' : `${outlets} outlets stand`;
      throw new AppError('conflict', `${them} at '${stored.name}', now or later. Move or retire them first.`);
    }
    const flights = await countOpenFlights(tx, stored.id, nowMs);
    if (flights > 0) {
      const them = flights === 1 ? '1 flight runs' : `${flights} flights run`;
      throw new AppError('conflict', `${them} for '${stored.name}', now or later. Let them end first.`);
    }
    await setRetired(tx, stored.id, nowMs);
    await endKeysAfterLateEvents(tx, 'customer_id', stored.id, nowMs);
    const detail = { status: { before: 'active', after: 'retired' } };
    await writeAudit(tx, { ...author, at: nowMs, action: 'customer.retired', subject: stored.name, detail });
  });
}

export async function restoreCustomer(
  { accounts, now, author }: ChangeContext,
  stored: CustomerRow,
  claim: Claim,
): Promise<void> {
  await accounts.transaction().execute(async (tx) => {
    await claimVersion(tx, 'customers', claim, now());
    if (stored.deleted_at === null) throw new AppError('conflict', `'${stored.name}' is active already.`);
    await refuseNamesake(tx, stored.name, stored.id);
    await setRetired(tx, stored.id, null);
    const detail = { status: { before: 'retired', after: 'active' } };
    await writeAudit(tx, { ...author, at: now(), action: 'customer.restored', subject: stored.name, detail });
  });
}

/** An owner's share from a date in `zone` on; what was counted before keeps its amounts. */
export async function setCustomerShare(
  { accounts, now, author }: ChangeContext,
  stored: CustomerRow,
  given: { readonly share: string; readonly from: string; readonly zone: string },
): Promise<void> {
  const sharePpm = parseSharePpm(given.share);
  if (sharePpm === null) throw new FieldError({ share: `'${given.share}' is no share; write 0.3 or 30%.` });
  const fromMs = checkedInstant(given.from, given.zone);
  if (stored.kind === 'advertiser') {
    throw new AppError('conflict', `'${stored.name}' is an advertiser; shares are for owners.`);
  }
  await accounts.transaction().execute(async (tx) => {
    const added = await addShare(tx, { customerId: stored.id, sharePpm, fromMs });
    if (added === 'conflict') {
      throw new FieldError({ from: 'Another share begins at that moment; choose a later date.' }, 'conflict');
    }
    if (added === 'unchanged') return;
    const before = stored.share_ppm === null ? null : stored.share_ppm / 1_000_000;
    const from = new Date(fromMs).toISOString();
    const detail = { share: { before, after: sharePpm / 1_000_000 }, from, time_zone: given.zone };
    await writeAudit(tx, { ...author, at: now(), action: 'share.set', subject: stored.name, detail });
  });
}
