import { shownEui } from '#domain/eui.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { AppError } from '../../http/app-error.ts';
import { deleteAssignment, findPlaces, reopenAssignment } from '../../network/assignment-queries.ts';
import { endKeysAfterLateEvents } from '../../network/change-access-keys.ts';
import { type ChangeContext, changedFields } from '../../network/change-context.ts';
import { checkedPosition, checkedText } from '../../network/checked-fields.ts';
import { type Claim, claimVersion } from '../../network/claim-version.ts';
import { namedPlace } from '../../network/place-outlet.ts';
import { type OutletFields, updateOutlet } from '../../network/site-queries.ts';
import { type OutletRow, setRetired } from './outlets-queries.ts';

/** Label and position as they are stored; throws what is wrong with them. */
export const checkedFields = ({ label, ...position }: OutletFields): OutletFields => ({
  label: checkedText('label', label, 100),
  ...checkedPosition(position),
});

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
