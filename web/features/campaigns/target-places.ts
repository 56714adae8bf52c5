import type { TargetPlaces, Targets } from '#contract/flight-parts.ts';

/** The lists of a targeting rule that contain ids. */
export const NAMED_PLACES = [
  { list: 'customers', label: 'Customers' },
  { list: 'venues', label: 'Venues' },
  { list: 'outlets', label: 'Outlets' },
] as const;

/** The ids of a rule, prefixed by their kind, as one list of choices. */
export const placeKeys = (places: TargetPlaces): string[] =>
  NAMED_PLACES.flatMap(({ list }) => (places[list] ?? []).map((id) => `${list}:${id}`));

/** Replaces the ids of a rule by such a list of choices. */
export function withPlaceKeys(places: TargetPlaces, keys: readonly string[]): TargetPlaces {
  const { customers: _, venues: _venues, outlets: _outlets, ...others } = places;
  const named = NAMED_PLACES.flatMap(({ list }) => {
    const ids = keys.filter((key) => key.startsWith(`${list}:`)).map((key) => key.slice(list.length + 1));
    return ids.length === 0 ? [] : [[list, ids] as const];
  });
  return { ...others, ...Object.fromEntries(named) };
}

export function withWords(
  places: TargetPlaces,
  list: 'venue_types' | 'states',
  words: readonly string[],
): TargetPlaces {
  const { [list]: _, ...others } = places;
  return words.length === 0 ? others : { ...others, [list]: [...words] };
}

/** Drops exclusions that name no place. */
export function withoutEmpty({ except, ...places }: Targets): Targets {
  return except === undefined || Object.keys(except).length === 0 ? places : { ...places, except };
}
