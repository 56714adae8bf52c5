import type { PlannedVenue } from './planned-network.ts';
import { type Category, STREETS, VENUE_WORDS } from './sample-data/property-customers.ts';
import { US_CITIES } from './sample-data/us-cities.gen.ts';
import type { SeededRandom } from './seeded-random.ts';

/** One town or many: an airport, an arena or a library stands in one place, a hotel group does not. */
const OUTLETS_PER_VENUE: Readonly<Record<Category, number>> = {
  hotel: 8,
  airport: 12,
  cafe: 3,
  library: 6,
  gym: 6,
  arena: 10,
  rental: 3,
};
const ONE_TOWN: ReadonlySet<Category> = new Set<Category>(['airport', 'arena', 'library']);

/** As many venues as the outlets need, at real towns of the contiguous US. */
export function planVenues(random: SeededRandom, category: Category, outlets: number): PlannedVenue[] {
  const count = Math.max(1, Math.round(outlets / OUTLETS_PER_VENUE[category]));
  const home = random.pick(US_CITIES);
  const used = new Set<string>();
  return Array.from({ length: count }, () => {
    const [city, state, lat, lng, timeZone] = ONE_TOWN.has(category) ? home : random.pick(US_CITIES);
    const [first, second] = spread(random, ONE_TOWN.has(category) ? 0.01 : 0.03);
    return {
      id: random.uuid(),
      name: freeName(used, city, category),
      address: `${random.whole(1, 990)} ${random.pick(STREETS)}`,
      city,
      state,
      timeZone,
      lat: Number((lat + first).toFixed(6)),
      lng: Number((lng + second).toFixed(6)),
    };
  });
}

/** Close to the middle of town, so that a place by the sea stays ashore. */
const spread = (random: SeededRandom, degrees: number) =>
  [(random.fraction() - 0.5) * degrees, (random.fraction() - 0.5) * degrees] as const;

function freeName(used: Set<string>, city: string, category: Category): string {
  const words = VENUE_WORDS[category];
  for (let number = 0; ; number += 1) {
    const round = Math.floor(number / words.length);
    const name = `${city} ${words[number % words.length]}${round > 0 ? ` ${round + 1}` : ''}`;
    if (used.has(name)) continue;
    used.add(name);
    return name;
  }
}
