import { isClosedAt, localTime, type OpeningHours, readOpeningHours } from '#domain/opening-hours.ts';
import { createDayFinder } from '#domain/zoned-day.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';

type VenueHours = { readonly hours: OpeningHours; readonly timeZone: string };

/**
 * Returns the opening hours of the venues where outlets currently are, by outlet key. Omits venues without opening
 * hours.
 */
async function findHours(accounts: AccountsDb, nowMs: number): Promise<ReadonlyMap<number, VenueHours>> {
  const rows = await accounts
    .selectFrom('outlet_assignments as place')
    .innerJoin('outlets as outlet', 'outlet.id', 'place.outlet_id')
    .innerJoin('venues as venue', 'venue.id', 'place.venue_id')
    .select(['outlet.key', 'venue.opening_hours', 'venue.time_zone'])
    .where('venue.opening_hours', '!=', '')
    .where('place.from_at', '<=', nowMs)
    .where((where) => where.or([where('place.to_at', 'is', null), where('place.to_at', '>', nowMs)]))
    .execute();
  return new Map(
    rows.flatMap(({ key, opening_hours: text, time_zone: timeZone }): [number, VenueHours][] => {
      const hours = readOpeningHours(text) ?? [];
      return hours.length === 0 ? [] : [[key, { hours, timeZone }]];
    }),
  );
}

/** Returns a function that reports whether an outlet's current venue was closed at a given time. */
export async function findClosedHours(
  accounts: AccountsDb,
  nowMs: number,
): Promise<(outletKey: number, atMs: number) => boolean> {
  const venues = await findHours(accounts, nowMs);
  const dayOf = createDayFinder();
  return (outletKey, atMs) => {
    const venue = venues.get(outletKey);
    return venue !== undefined && isClosedAt(venue.hours, localTime(atMs, dayOf(atMs, venue.timeZone)));
  };
}
