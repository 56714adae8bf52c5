import type { TargetPlaces, Targets } from '#contract/flight-parts.ts';

/** What a rule names by ids. */
export const NAMED_PLACES = [
  { list: 'customers', label: 'Customers' },
  { list: 'venues', label: 'Venues' },
  { list: 'outlets', label: 'Outlets' },
] as const;

/** Its ids with the kind of each, as one list of choices. */
export const placeKeys = (places: TargetPlaces): string[] =>
  NAMED_PLACES.flatMap(({ list }) => (places[list] ?? []).map((id) => `${list}:${id}`));

/** The other way round. */
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

/** Exclusions that name nothing are none. */
export function withoutEmpty({ except, ...places }: Targets): Targets {
  return except === undefined || Object.keys(except).length === 0 ? places : { ...places, except };
}
