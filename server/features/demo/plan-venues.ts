import type { SeededRandom } from '../../lib/seeded-random.ts';
import type { PlannedVenue } from './planned-network.ts';
import { type Category, STREETS, VENUE_WORDS } from './sample-data/property-customers.ts';
import { US_CITIES } from './sample-data/us-cities.gen.ts';

const OUTLETS_PER_VENUE: Readonly<Record<Category, number>> = {
  hotel: 8,
  airport: 12,
  cafe: 3,
  library: 6,
  gym: 6,
  arena: 10,
  rental: 3,
};

const CITIES = new Map<string, (typeof US_CITIES)[number]>(US_CITIES.map((city) => [`${city[0]} ${city[1]}`, city]));

/** Some venues have no known position, so that the demo also shows how the map handles them. */
const UNMAPPED_OF_256 = 5;

type VenuePlan = { readonly category: Category; readonly outlets: number; readonly towns: readonly string[] };

/**
 * Plans the number of venues that the outlets need, in the owner's towns in turn. Throws a RangeError for a town that
 * is not in the list.
 */
export function planVenues(random: SeededRandom, { category, outlets, towns }: VenuePlan): PlannedVenue[] {
  const count = Math.max(1, Math.round(outlets / OUTLETS_PER_VENUE[category]));
  const used = new Set<string>();
  const first = random.whole(0, VENUE_WORDS[category].length - 1);
  return Array.from({ length: count }, (_, index) => {
    const town = towns[index % towns.length] ?? '';
    const city = CITIES.get(town);
    if (city === undefined) throw new RangeError(`'${town}' is not among the cities of the sample data`);
    const [name, state, lat, lng, timeZone] = city;
    const [north, east] = spread(random, towns.length === 1 ? 0.008 : 0.02);
    const id = random.uuid();
    const isMapped = Number.parseInt(id.slice(0, 2), 16) >= UNMAPPED_OF_256;
    return {
      id,
      name: freeName(used, name, { category, first: towns.length === 1 ? 0 : first + index }),
      address: `${random.whole(1, 990)} ${random.pick(STREETS)}`,
      city: name,
      state,
      timeZone,
      lat: isMapped ? Number((lat + north).toFixed(6)) : null,
      lng: isMapped ? Number((lng + east).toFixed(6)) : null,
    };
  });
}

/** Close to the middle of town, so that a place by the sea stays ashore. */
const spread = (random: SeededRandom, degrees: number) =>
  [(random.fraction() - 0.5) * degrees, (random.fraction() - 0.5) * degrees] as const;

function freeName(used: Set<string>, city: string, { category, first }: { category: Category; first: number }): string {
  const words = VENUE_WORDS[category];
  for (let number = 0; ; number += 1) {
    const round = Math.floor(number / words.length);
    const name = `${city} ${words[(first + number) % words.length]}${round > 0 ? ` ${round + 1}` : ''}`;
    if (used.has(name)) continue;
    used.add(name);
    return name;
  }
}
