import type { Transaction } from 'kysely';
import { shownEui } from '#domain/eui.ts';
import { zonedDay } from '#domain/zoned-day.ts';
import type { EventsReader } from '#event-store/event-store.ts';
import type { ChangeContext } from '../../administration/change-context.ts';
import type { Noted, RowVersion } from '../../administration/optimistic-lock.ts';
import type { AccountsSchema } from '../../databases/accounts/schema.ts';
import { AppError, FieldError } from '../../http/app-error.ts';
import { shownInstant } from '../../lib/read-instant.ts';
import {
  deleteAssignment,
  endAssignment,
  findPlaces,
  insertAssignment,
  type PlaceRow,
} from '../../network/assignment-queries.ts';
import { checkedInstant } from '../../network/checked-fields.ts';
import { type Destination, placeDetail, placeOutlet } from '../../network/place-outlet.ts';
import { changeOutletRow } from './change-outlet.ts';
import { destinationOf, type Placing } from './destination.ts';
import { hasEventsSince } from './outlets-events-queries.ts';
import { findOutletKey, type OutletRow } from './outlets-queries.ts';

type MoveContext = ChangeContext & { readonly events: EventsReader };

/**
 * Moves an outlet to another venue or customer, from a date in the venue's time zone. A place that began on the same
 * day is treated as a mistake: it is replaced if nothing was counted there.
 */
export async function moveOutlet(
  context: MoveContext,
  { id, version, correct = false, ...placing }: Placing & RowVersion & { readonly correct?: boolean },
): Promise<void> {
  await changeOutletRow(context, { id, version }, async ({ tx, stored }) => {
    const destination = await destinationOf(tx, placing);
    const fromMs = checkedInstant(placing.from, destination.timeZone);
    if (stored.retired_at !== null) {
      throw new AppError('conflict', `The outlet ${shownEui(stored.eui)} is retired. Return it to service first.`);
    }
    const [last, previous] = await findPlaces(tx, stored.id);
    const isElsewhere = last !== undefined && last.venue_id !== destination.venueId;
    const replaces = last !== undefined && (correct || (isElsewhere && beginsOn(last, placing.from, fromMs)));
    return replaces
      ? replacePlace(tx, context, stored, { last, previous, destination, fromMs })
      : placeOutlet(tx, stored, destination, fromMs);
  });
}

/** Whether the place began at that time, or on that day in its time zone. */
const beginsOn = ({ from_at, time_zone }: PlaceRow, day: string, fromMs: number): boolean =>
  from_at === fromMs || zonedDay(from_at, time_zone).date === day;

type Replacing = {
  readonly last: PlaceRow;
  readonly previous: PlaceRow | undefined;
  readonly destination: Destination;
  readonly fromMs: number;
};

async function replacePlace(
  tx: Transaction<AccountsSchema>,
  context: MoveContext,
  stored: OutletRow,
  { last, previous, destination, fromMs }: Replacing,
): Promise<Noted> {
  if (previous !== undefined && fromMs <= previous.from_at) {
    const since = shownInstant(previous.from_at, previous.time_zone);
    throw new FieldError({
      from: `The outlet was at '${previous.venue}' from ${since} until then. Enter a later date.`,
    });
  }
  await refuseCounted(tx, context, stored, last, Math.min(fromMs, last.from_at));
  if (previous !== undefined) await refuseCounted(tx, context, stored, previous, fromMs);
  await deleteAssignment(tx, last.id);
  // The previous place ends where the new one begins. A gap between them stays.
  if (previous?.to_at != null && (previous.to_at === last.from_at || previous.to_at > fromMs))
    await endAssignment(tx, previous.id, fromMs);
  const { customerId, customer, venueId, venue } = destination;
  await insertAssignment(tx, { outlet_id: stored.id, customer_id: customerId, venue_id: venueId, from_at: fromMs });
  const detail = placeDetail(last, { customer, venue, from_at: fromMs, time_zone: destination.timeZone });
  return { action: 'outlet.place-corrected', subject: shownEui(stored.eui), detail };
}

/**
 * Throws if events were counted at the place, because counted events stay with their customer
 * (docs/threat-model.md#c7).
 */
async function refuseCounted(
  tx: Transaction<AccountsSchema>,
  { events }: MoveContext,
  stored: OutletRow,
  place: PlaceRow,
  fromMs: number,
): Promise<void> {
  const outletKey = await findOutletKey(tx, stored.id);
  if (!(await hasEventsSince(events, { customerKey: place.customer_key, outletKey, fromMs }))) return;
  const since = shownInstant(fromMs, place.time_zone);
  throw new FieldError(
    {
      from: `Events of this outlet since ${since} belong to '${place.customer}' and can’t be moved. Enter a later date.`,
    },
    'conflict',
  );
}
