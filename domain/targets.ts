import type { TargetPlaces, Targets } from '#contract/flight-parts.ts';

/** The data that a rule is matched against: an outlet at its current venue. Its position is null if unknown. */
export type TargetPlace = {
  readonly outletId: string;
  readonly venueId: string;
  readonly customerId: string;
  readonly venueType: string;
  readonly state: string;
  readonly lat: number | null;
  readonly lng: number | null;
};

/** Normalizes a venue type or state, which users enter as free text. */
const wordKey = (word: string): string => word.trim().toLowerCase();

const EARTH_KM = 6_371.0088;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Returns the great-circle distance in kilometers. */
export function distanceKm(one: { lat: number; lng: number }, other: { lat: number; lng: number }): number {
  const [dLat, dLng] = [radians(other.lat - one.lat), radians(other.lng - one.lng)];
  const part =
    Math.sin(dLat / 2) ** 2 + Math.cos(radians(one.lat)) * Math.cos(radians(other.lat)) * Math.sin(dLng / 2) ** 2;
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(part)));
}

type Filter = (place: TargetPlace) => boolean;

function anyOf({ customers, venues, outlets, venue_types: types, states, circle }: TargetPlaces): Filter | null {
  const filters: Filter[] = [];
  const among = (names: readonly string[] | undefined, of: (place: TargetPlace) => string) => {
    if (names === undefined || names.length === 0) return;
    const set = new Set(names);
    filters.push((place) => set.has(of(place)));
  };
  among(outlets, ({ outletId }) => outletId);
  among(venues, ({ venueId }) => venueId);
  among(customers, ({ customerId }) => customerId);
  among(types?.map(wordKey), ({ venueType }) => wordKey(venueType));
  among(states?.map(wordKey), ({ state }) => wordKey(state));
  if (circle !== undefined)
    filters.push(({ lat, lng }) => lat !== null && lng !== null && distanceKm(circle, { lat, lng }) <= circle.km);
  if (filters.length === 0) return null;
  return (place) => filters.some((filter) => filter(place));
}

/** Returns a filter for the outlets that a flight's rule matches (docs/business-rules.md#campaigns). */
export function targetFilter({ except, ...places }: Targets): Filter {
  const [wanted, unwanted] = [anyOf(places), except === undefined ? null : anyOf(except)];
  return (place) => (wanted === null || wanted(place)) && !(unwanted?.(place) ?? false);
}

/** Parses the stored rule; '' matches everything. Only the server writes it, so it is always well-formed. */
export const readTargetRule = (stored: string): Targets => (stored === '' ? {} : (JSON.parse(stored) as Targets));

/** Writes a rule in canonical form: sorted and without empty lists, so that equal rules have equal texts. */
export function writeTargetRule({ except, ...places }: Targets): string {
  const shown = { ...tidy(places), ...(except === undefined || isNothing(except) ? {} : { except: tidy(except) }) };
  return Object.keys(shown).length === 0 ? '' : JSON.stringify(shown);
}

const LISTS = ['customers', 'venues', 'outlets', 'venue_types', 'states'] as const;

const isNothing = (places: TargetPlaces): boolean => Object.keys(tidy(places)).length === 0;

function tidy(places: TargetPlaces): TargetPlaces {
  const lists = LISTS.flatMap((name) => {
    const named = [...new Set(places[name])].sort();
    return named.length === 0 ? [] : [[name, named] as const];
  });
  return { ...Object.fromEntries(lists), ...(places.circle === undefined ? {} : { circle: places.circle }) };
}
