import { normalEui, shownEui } from '#domain/eui.ts';
import { writeAudit } from '../../audit.ts';
import { AppError, FieldError } from '../../http/app-error.ts';
import { endKeysAfterLateEvents } from '../../network/access-keys.ts';
import { deleteAssignment, findDestination, findPlaces, reopenAssignment } from '../../network/assignment-queries.ts';
import { type ChangeContext, changedFields } from '../../network/change-context.ts';
import { checkedInstant, checkedPosition, checkedText } from '../../network/checked-fields.ts';
import { type Claim, claimVersion } from '../../network/claim-version.ts';
import { type Destination, namedPlace, placeOutlet } from '../../network/place-outlet.ts';
import { insertOutlet, type OutletFields, updateOutlet } from '../../network/site-queries.ts';
import { findOutletByEui, type OutletRow, setRetired } from './accounts-queries.ts';

type Placing = { readonly customer_id: string; readonly venue_id: string; readonly from: string };

const checkedFields = ({ label, ...position }: OutletFields): OutletFields => ({
  label: checkedText('label', label, 100),
  ...checkedPosition(position),
});

async function destinationOf(accounts: ChangeContext['accounts'], { customer_id, venue_id }: Placing) {
  const found = await findDestination(accounts, venue_id);
  if (found === undefined || found.customer_id !== customer_id) {
    throw new FieldError({ venue_id: 'This customer has no such venue; choose one of its venues.' });
  }
  if (found.deleted_at !== null)
    throw new FieldError({ customer_id: `'${found.customer}' is retired; restore it first.` }, 'conflict');
  const destination: Destination = {
    ...{ customerId: found.customer_id, customer: found.customer, venueId: found.venue_id, venue: found.venue },
    timeZone: found.time_zone,
  };
  return destination;
}

/** Answers the id. */
export async function addOutlet(
  context: ChangeContext,
  { eui: given, customer_id, venue_id, from, ...fields }: OutletFields & Placing & { readonly eui: string },
): Promise<string> {
  const { accounts, now, author } = context;
  const eui = normalEui(given);
  const wanted = { eui, ...checkedFields(fields) };
  const destination = await destinationOf(accounts, { customer_id, venue_id, from });
  const fromMs = checkedInstant(from, destination.timeZone);
  return accounts.transaction().execute(async (tx) => {
    const known = await findOutletByEui(tx, eui);
    if (known !== undefined) {
      const retired = known.retired_at === null ? '' : ', which is retired; put it into service again';
      throw new FieldError({ eui: `There is an outlet ${shownEui(eui)} already${retired}.` }, 'conflict');
    }
    const id = await insertOutlet(tx, wanted, now());
    const entry = { ...author, at: now(), action: 'outlet.created', subject: shownEui(eui) };
    await writeAudit(tx, { ...entry, detail: wanted });
    await placeOutlet(tx, context, { id, eui }, destination, fromMs);
    return id;
  });
}

export async function changeOutlet(
  { accounts, now, author }: ChangeContext,
  stored: OutletRow,
  { version: asked, ...given }: OutletFields & { readonly version: number },
): Promise<void> {
  const wanted = checkedFields(given);
  const { label, lat, lng } = stored;
  await accounts.transaction().execute(async (tx) => {
    const version = await claimVersion(tx, 'outlets', { id: stored.id, version: asked }, now());
    await updateOutlet(tx, stored.id, wanted, version);
    const detail = changedFields<OutletFields>({ label, lat, lng }, wanted);
    await writeAudit(tx, { ...author, at: now(), action: 'outlet.changed', subject: shownEui(stored.eui), detail });
  });
}

/** Puts an outlet at another venue or customer from a date in the venue's time zone on. */
export async function moveOutlet(
  context: ChangeContext,
  stored: OutletRow,
  { version, ...placing }: Placing & { readonly version: number },
): Promise<void> {
  const { accounts, now } = context;
  const destination = await destinationOf(accounts, placing);
  const fromMs = checkedInstant(placing.from, destination.timeZone);
  await accounts.transaction().execute(async (tx) => {
    await claimVersion(tx, 'outlets', { id: stored.id, version }, now());
    if (stored.retired_at !== null) {
      throw new AppError('conflict', `The outlet ${shownEui(stored.eui)} is retired; put it into service first.`);
    }
    await placeOutlet(tx, context, stored, destination, fromMs);
  });
}

/** Takes back a move that has not happened yet: the place before it goes on. */
export async function cancelMove(
  { accounts, now, author }: ChangeContext,
  stored: OutletRow,
  claim: Claim,
): Promise<void> {
  const nowMs = now();
  await accounts.transaction().execute(async (tx) => {
    await claimVersion(tx, 'outlets', claim, nowMs);
    const [planned, before] = await findPlaces(tx, stored.id);
    if (planned === undefined || before === undefined || planned.from_at <= nowMs) {
      throw new AppError('conflict', 'No move of this outlet lies ahead; what has happened stays.');
    }
    await deleteAssignment(tx, planned.id);
    if (before.to_at === planned.from_at) await reopenAssignment(tx, before.id);
    const goesOn = namedPlace(before);
    const detail = changedFields<typeof goesOn>(namedPlace(planned), goesOn);
    const subject = shownEui(stored.eui);
    await writeAudit(tx, { ...author, at: nowMs, action: 'outlet.move-cancelled', subject, detail });
  });
}

/** Out of service: what the outlet reports from now on is refused; late events of before still count. */
export async function retireOutlet(
  { accounts, now, author }: ChangeContext,
  stored: OutletRow,
  claim: Claim,
): Promise<void> {
  const nowMs = now();
  await accounts.transaction().execute(async (tx) => {
    await claimVersion(tx, 'outlets', claim, nowMs);
    if (stored.retired_at !== null) throw new AppError('conflict', 'The outlet is retired already.');
    await setRetired(tx, stored.id, nowMs);
    await endKeysAfterLateEvents(tx, 'outlet_id', stored.id, nowMs);
    const detail = { status: { before: 'in service', after: 'retired' } };
    await writeAudit(tx, { ...author, at: nowMs, action: 'outlet.retired', subject: shownEui(stored.eui), detail });
  });
}

export async function reinstateOutlet(
  { accounts, now, author }: ChangeContext,
  stored: OutletRow,
  claim: Claim,
): Promise<void> {
  await accounts.transaction().execute(async (tx) => {
    await claimVersion(tx, 'outlets', claim, now());
    if (stored.retired_at === null) throw new AppError('conflict', 'The outlet is in service already.');
    if (stored.deleted_at !== null) {
      throw new AppError('conflict', `Its customer '${stored.customer ?? ''}' is retired; restore it first.`);
    }
    await setRetired(tx, stored.id, null);
    const detail = { status: { before: 'retired', after: 'in service' } };
    const subject = shownEui(stored.eui);
    await writeAudit(tx, { ...author, at: now(), action: 'outlet.reinstated', subject, detail });
  });
}
