import type { CustomerKind } from '#contract/customers.ts';
import { CUSTOMER_FIELDS, noValues, type SentOf, valuesIn } from '#contract/editable-fields.ts';
import type { VenueInput } from '#contract/venues.ts';
import { counted, formFor } from '#domain/counted.ts';
import { parseSharePpm } from '#domain/money.ts';
import type { ChangeContext } from '../../administration/change-context.ts';
import { insertWithAudit } from '../../administration/insert-with-audit.ts';
import {
  changedFields,
  isEmpty,
  type Noted,
  type RowVersion,
  type UpdateContext,
  updateWithVersion,
} from '../../administration/optimistic-lock.ts';
import { AppError, FieldError } from '../../http/app-error.ts';
import { endKeysAfterLateEvents } from '../../network/change-access-keys.ts';
import { checkedInstant, checkedValues } from '../../network/checked-fields.ts';
import { type CustomerTexts, insertCustomer, updateCustomer } from '../../network/site-queries.ts';
import { addShare } from '../../network/version-queries.ts';
import { checkedVenue, insertNewVenue } from './change-venue.ts';
import { type CustomerRow, countOpenFlights, findCustomer, findNamesake, setRetired } from './customers-queries.ts';
import { countHeldOutlets } from './held-outlets-queries.ts';

async function refuseNamesake(accounts: ChangeContext['accounts'], name: string, exceptId = ''): Promise<void> {
  const other = await findNamesake(accounts, name, exceptId);
  if (other !== undefined)
    throw new FieldError({ name: `There’s already a customer '${other.name}'. Choose another name.` }, 'conflict');
}

type SentTexts = SentOf<typeof CUSTOMER_FIELDS>;
type NewCustomer = SentTexts & { readonly kind: CustomerKind; readonly venue?: VenueInput };

/** Adds a customer, and its first venue if one is given. Returns the customer's id. */
export async function addCustomer(context: ChangeContext, given: NewCustomer): Promise<string> {
  const wanted = { ...checkedValues(CUSTOMER_FIELDS, { ...noValues(CUSTOMER_FIELDS), ...given }), kind: given.kind };
  if (given.venue !== undefined && wanted.kind === 'advertiser') {
    throw new FieldError({ kind: 'Advertisers can’t have venues.' });
  }
  const venue = given.venue === undefined ? null : checkedVenueOf(given.venue);
  return insertWithAudit(context, async (turn) => {
    await refuseNamesake(turn.tx, wanted.name);
    const id = await insertCustomer(turn.tx, wanted, turn.nowMs);
    await turn.note({ action: 'customer.created', subject: wanted.name, detail: wanted });
    if (venue !== null) await insertNewVenue(turn, { id, name: wanted.name }, venue);
    return id;
  });
}

function checkedVenueOf(given: VenueInput): ReturnType<typeof checkedVenue> {
  try {
    return checkedVenue(given);
  } catch (error) {
    throw error instanceof FieldError ? error.below('venue') : error;
  }
}

const changeCustomerRow = (
  context: ChangeContext,
  claim: RowVersion,
  change: (turn: UpdateContext<CustomerRow>) => Promise<Noted | null>,
): Promise<void> =>
  updateWithVersion(
    context,
    { table: 'customers', claim, read: (tx, id) => findCustomer(tx, id, context.now()) },
    change,
  );

export async function renameCustomer(
  context: ChangeContext,
  { id, version, ...given }: SentTexts & RowVersion,
): Promise<void> {
  await changeCustomerRow(context, { id, version }, async ({ tx, stored }) => {
    const before = valuesIn(CUSTOMER_FIELDS, stored);
    const wanted = checkedValues(CUSTOMER_FIELDS, { ...before, ...given });
    const detail = changedFields<CustomerTexts>(before, wanted);
    if (isEmpty(detail)) return null;
    await refuseNamesake(tx, wanted.name, id);
    await updateCustomer(tx, id, wanted);
    return { action: 'customer.changed', subject: stored.name, detail };
  });
}

const OUTLETS_ARE = { one: 'outlet is', other: 'outlets are' };
const FLIGHTS_RUN = { one: 'flight runs', other: 'flights run' };
const THEM = { one: 'it', other: 'them' };
const THEY_END = { one: 'it ends', other: 'they end' };

/**
 * Retires a customer that has no current or future outlets and flights. The customer disappears from the lists, its
 * history stays, and its name becomes available again.
 */
export const retireCustomer = (context: ChangeContext, claim: RowVersion): Promise<void> =>
  changeCustomerRow(context, claim, async ({ tx, stored, nowMs }) => {
    if (stored.deleted_at !== null) throw new AppError('conflict', `'${stored.name}' is already retired.`);
    const wanted = { by: 'customer_id', ids: [stored.id], when: 'now or later', nowMs } as const;
    const outlets = (await countHeldOutlets(tx, wanted)).get(stored.id) ?? 0;
    if (outlets > 0) {
      const them = counted(outlets, OUTLETS_ARE);
      throw new AppError(
        'conflict',
        `${them} at '${stored.name}' now or in the future. Move or retire ${formFor(outlets, THEM)} first.`,
      );
    }
    const flights = await countOpenFlights(tx, stored.id, nowMs);
    if (flights > 0) {
      const them = counted(flights, FLIGHTS_RUN);
      throw new AppError(
        'conflict',
        `${them} for '${stored.name}' now or in the future. Wait until ${formFor(flights, THEY_END)}, or cancel ${formFor(flights, THEM)} first.`,
      );
    }
    await setRetired(tx, stored.id, nowMs);
    await endKeysAfterLateEvents(tx, 'customer_id', stored.id, nowMs);
    const detail = { status: { before: 'active', after: 'retired' } };
    return { action: 'customer.retired', subject: stored.name, detail };
  });

export const restoreCustomer = (context: ChangeContext, claim: RowVersion): Promise<void> =>
  changeCustomerRow(context, claim, async ({ tx, stored }) => {
    if (stored.deleted_at === null) throw new AppError('conflict', `'${stored.name}' is already active.`);
    await refuseNamesake(tx, stored.name, stored.id);
    await setRetired(tx, stored.id, null);
    const detail = { status: { before: 'retired', after: 'active' } };
    return { action: 'customer.restored', subject: stored.name, detail };
  });

type NewShare = RowVersion & { readonly share: string; readonly from: string; readonly zone: string };

/** Sets an owner's share from a date in `zone`. Earlier amounts and the customer's row version do not change. */
export async function setCustomerShare(context: ChangeContext, { id, ...given }: NewShare): Promise<void> {
  const sharePpm = parseSharePpm(given.share);
  if (sharePpm === null)
    throw new FieldError({ share: `'${given.share}' is not a share. Enter a value such as 0.3 or 30%.` });
  const fromMs = checkedInstant(given.from, given.zone);
  await changeCustomerRow(context, { id }, async ({ tx, stored }) => {
    if (stored.kind === 'advertiser') {
      throw new AppError('conflict', `'${stored.name}' is an advertiser. Only owners have a share.`);
    }
    const added = await addShare(tx, { customerId: id, sharePpm, fromMs });
    if (added === 'conflict') {
      throw new FieldError({ from: 'Another share already starts at that time. Choose a later date.' }, 'conflict');
    }
    if (added === 'unchanged') return null;
    const before = stored.share_ppm === null ? null : stored.share_ppm / 1_000_000;
    const from = new Date(fromMs).toISOString();
    const detail = { share: { before, after: sharePpm / 1_000_000 }, from, time_zone: given.zone };
    return { action: 'share.set', subject: stored.name, detail, leavesRow: true };
  });
}
