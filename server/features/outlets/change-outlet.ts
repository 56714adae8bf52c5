import { OUTLET_FIELDS, type SentOf, valuesIn } from '#contract/editable-fields.ts';
import { shownEui } from '#domain/eui.ts';
import type { ChangeContext } from '../../administration/change-context.ts';
import {
  changedFields,
  isEmpty,
  type Noted,
  type RowVersion,
  type UpdateContext,
  updateWithVersion,
} from '../../administration/optimistic-lock.ts';
import { AppError } from '../../http/app-error.ts';
import { deleteAssignment, findPlaces, reopenAssignment } from '../../network/assignment-queries.ts';
import { endKeysAfterLateEvents } from '../../network/change-access-keys.ts';
import { checkedValues, checkPosition } from '../../network/checked-fields.ts';
import { placeDetail } from '../../network/place-outlet.ts';
import { type OutletFields, updateOutlet } from '../../network/site-queries.ts';
import { findOutlet, type OutletRow, setRetired } from './outlets-queries.ts';

/** Converts the fields to stored form. Throws if a field is invalid. */
export function checkedFields(given: OutletFields): OutletFields {
  checkPosition(given);
  return checkedValues(OUTLET_FIELDS, given);
}

/** Changes an outlet and writes its audit entry. */
export const changeOutletRow = (
  context: ChangeContext,
  claim: RowVersion,
  change: (turn: UpdateContext<OutletRow>) => Promise<Noted | null>,
): Promise<void> =>
  updateWithVersion(context, { table: 'outlets', claim, read: (tx, id) => findOutlet(tx, id, context.now()) }, change);

export async function changeOutlet(
  context: ChangeContext,
  { id, version, ...given }: SentOf<typeof OUTLET_FIELDS> & RowVersion,
): Promise<void> {
  await changeOutletRow(context, { id, version }, async ({ tx, stored }) => {
    const before = valuesIn(OUTLET_FIELDS, stored);
    const wanted = checkedFields({ ...before, ...given });
    const detail = changedFields<OutletFields>(before, wanted);
    if (isEmpty(detail)) return null;
    await updateOutlet(tx, id, wanted);
    return { action: 'outlet.changed', subject: shownEui(stored.eui), detail };
  });
}

/** Cancels a future move. The previous place continues. */
export const cancelMove = (context: ChangeContext, claim: RowVersion): Promise<void> =>
  changeOutletRow(context, claim, async ({ tx, stored, nowMs }) => {
    const [planned, before] = await findPlaces(tx, stored.id);
    if (planned === undefined || before === undefined || planned.from_at <= nowMs) {
      throw new AppError('conflict', 'This outlet has no future move to cancel.');
    }
    await deleteAssignment(tx, planned.id);
    if (before.to_at === planned.from_at) await reopenAssignment(tx, before.id);
    return { action: 'outlet.move-cancelled', subject: shownEui(stored.eui), detail: placeDetail(planned, before) };
  });

/** Takes an outlet out of service. Its reports from now on are rejected; late events from before still count. */
export const retireOutlet = (context: ChangeContext, claim: RowVersion): Promise<void> =>
  changeOutletRow(context, claim, async ({ tx, stored, nowMs }) => {
    if (stored.retired_at !== null) throw new AppError('conflict', 'The outlet is already retired.');
    await setRetired(tx, stored.id, nowMs);
    await endKeysAfterLateEvents(tx, 'outlet_id', stored.id, nowMs);
    const detail = { status: { before: 'in service', after: 'retired' } };
    return { action: 'outlet.retired', subject: shownEui(stored.eui), detail };
  });

export const reinstateOutlet = (context: ChangeContext, claim: RowVersion): Promise<void> =>
  changeOutletRow(context, claim, async ({ tx, stored }) => {
    if (stored.retired_at === null) throw new AppError('conflict', 'The outlet is already in service.');
    if (stored.deleted_at !== null) {
      throw new AppError('conflict', `The customer '${stored.customer ?? ''}' is retired. Restore it first.`);
    }
    await setRetired(tx, stored.id, null);
    const detail = { status: { before: 'retired', after: 'in service' } };
    return { action: 'outlet.reinstated', subject: shownEui(stored.eui), detail };
  });
