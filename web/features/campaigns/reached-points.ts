import type * as Type from 'typebox';
import type { getFlightOutlets } from '#contract/flights.ts';
import { type MapPoint, spreadOf } from '../../map/map-points.ts';

export type Reached = Type.Static<(typeof getFlightOutlets)['schema']['response'][200]>['reached'];

/** Converts the reached outlets to points of a map. Spreads the outlets of one venue. */
export function reachedPoints({ eui, lat, lng, label, venue, venues }: Reached): MapPoint[] {
  const atVenue = new Map<number, number>();
  return eui.flatMap((one, at) => {
    const place = venues[venue[at] ?? -1];
    const [y, x] = [lat[at], lng[at]];
    if (place === undefined || y === undefined || x === undefined) return [];
    const nth = atVenue.get(venue[at] ?? -1) ?? 0;
    atVenue.set(venue[at] ?? -1, nth + 1);
    return [
      {
        eui: one,
        lat: y,
        lng: x,
        located: true,
        position: 'outlet' as const,
        status: 'online' as const,
        lastSeenMs: null,
        label: label[at] ?? '',
        venue: place.name,
        customer: place.customer,
        offset: spreadOf(nth),
      },
    ];
  });
}

export type ReachedVenue = Reached['venues'][number] & { readonly outlets: number };

/** The venues with their numbers of reached outlets, highest first. */
export function reachedVenues({ venue, venues }: Reached): ReachedVenue[] {
  const counts = new Map<number, number>();
  for (const at of venue) counts.set(at, (counts.get(at) ?? 0) + 1);
  return venues
    .map((one, at) => ({ ...one, outlets: counts.get(at) ?? 0 }))
    .sort((a, b) => b.outlets - a.outlets || a.name.localeCompare(b.name));
}
