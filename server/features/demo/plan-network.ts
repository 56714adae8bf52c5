import { DAY_MS, HOUR_MS } from '#domain/durations.ts';
import { type SeededRandom, seededRandom } from '../../lib/seeded-random.ts';
import { DEMO_ACCOUNTS } from './demo-accounts.ts';
import { planSponsors } from './plan-sponsors.ts';
import { planVenues } from './plan-venues.ts';
import {
  type DemoScale,
  FULL_SCALE,
  type PlannedNetwork,
  type PlannedOutlet,
  type PlannedVenue,
} from './planned-network.ts';
import { type Category, OUTLET_WORDS, PROPERTY_CUSTOMERS } from './sample-data/property-customers.ts';

/**
 * Views per day of a usual outlet; airports and arenas are busier. Together about 350,000 views in the last 30 days.
 */
const DAILY_VIEWS: Readonly<Record<Category, number>> = {
  hotel: 8,
  airport: 17,
  cafe: 10,
  library: 8,
  gym: 8,
  arena: 12,
  rental: 4,
};
/**
 * All outlets have existed at least this number of days. One in ten was there from the beginning, and half of those of
 * owners with a demo account.
 */
const ROLLED_OUT_DAYS = 30;
const PILOT = 0.1;
const OWN_PILOT = 0.5;
/** The number of the others doubled every ten days. */
const DOUBLED_DAYS = 10;
const MOVED_OUTLETS = 6;

/**
 * Plans the demo network as pure data: the same seed and instant give the same network. Dates lie around `now` (epoch
 * ms).
 */
export function planNetwork(seed: string, now: number, scale: DemoScale = FULL_SCALE): PlannedNetwork {
  const random = seededRandom(seed, 'owners');
  const named = Object.entries(PROPERTY_CUSTOMERS).flatMap(([category, customers]) =>
    customers.map(([name, count, ...towns]) => ({ category: category as Category, name, count, towns })),
  );
  const linked = (name: string) => DEMO_ACCOUNTS.some(({ customer }) => customer === name);
  const chosen = [...named].sort((a, b) => Number(linked(b.name)) - Number(linked(a.name))).slice(0, scale.owners);
  const owners = chosen.map((owner) => planOwner(random, seed, { ...owner, now }));
  moveSome(owners, now);
  const venues = owners.flatMap((owner) => owner.venues.map(({ id }) => id));
  return { owners, sponsors: planSponsors(seededRandom(seed, 'sponsors'), now, venues) };
}

type OwnerPlan = {
  readonly category: Category;
  readonly name: string;
  readonly count: number;
  readonly towns: readonly string[];
  readonly now: number;
};

function planOwner(random: SeededRandom, seed: string, { category, name, count, towns, now }: OwnerPlan) {
  const installed = seededRandom(seed, 'installed', name);
  const isLinked = DEMO_ACCOUNTS.some(({ customer }) => customer === name);
  const own = seededRandom(seed, name);
  const venues = planVenues(own, { category, outlets: count, towns });
  const outlets = Array.from({ length: count }, (_, index) => ({
    ...planOutlet(own, { category, index, venues, now }),
    installedAt: now - installedDays(installed, isLinked ? OWN_PILOT : PILOT) * DAY_MS,
  }));
  return { id: random.uuid(), name, category, shares: planShares(random, now), venues, outlets };
}

function planOutlet(
  random: SeededRandom,
  { category, index, venues, now }: { category: Category; index: number; venues: readonly PlannedVenue[]; now: number },
): Omit<PlannedOutlet, 'installedAt'> {
  const venue = venues[index % venues.length];
  if (!venue) throw new RangeError('an owner without a venue');
  const condition = random.fraction();
  const unknownPlace = random.fraction() < 0.03;
  const near = (place: number | null) =>
    place === null || unknownPlace ? null : Number((place + (random.fraction() - 0.5) * 0.004).toFixed(6));
  return {
    id: random.uuid(),
    eui: `70b3d5${random.hex(10)}`,
    label: `${random.pick(OUTLET_WORDS[category])} ${Math.floor(index / venues.length) + 1}`,
    venueId: venue.id,
    lat: near(venue.lat),
    lng: near(venue.lng),
    idle: condition < 0.02,
    poorLine: condition >= 0.06 && condition < 0.075,
    silentFrom: condition >= 0.02 && condition < 0.06 ? now - silenceOf(random) : null,
    viewsPerDay: DAILY_VIEWS[category] * popularity(random),
    burnRate: 0.5 + 0.35 * random.fraction(),
    clickRate: 0.015 + 0.03 * random.fraction(),
    movedFrom: null,
  };
}

/**
 * Returns the relative traffic of an outlet. Front desks and gates are busy, corners are not. The average is 1, half of
 * the outlets are below 0.7, and one in twenty is above 2.8 (log-normal).
 */
function popularity(random: SeededRandom): number {
  const gauss = Math.sqrt(-2 * Math.log(1 - random.fraction())) * Math.cos(2 * Math.PI * random.fraction());
  return Math.min(6, Math.exp(0.85 * gauss - 0.36));
}

/** Returns for how many days an outlet has existed. */
function installedDays(random: SeededRandom, pilot: number): number {
  const dice = random.fraction();
  if (dice < pilot) return Number.POSITIVE_INFINITY;
  return ROLLED_OUT_DAYS + DOUBLED_DAYS * Math.log2((1 - pilot) / Math.max(dice - pilot, 1e-9));
}

/** Half of the silent outlets are late (under a day), half are offline. */
const silenceOf = (random: SeededRandom): number =>
  random.fraction() < 0.5 ? random.whole(1, 18) * HOUR_MS : random.whole(2, 12) * DAY_MS;

/** Most owners have the usual share. A few contracts differ, and some of them changed during the month. */
function planShares(random: SeededRandom, now: number): { ppm: number; validFrom: number }[] {
  const dice = random.fraction();
  if (dice > 0.22) return [];
  const first = { ppm: random.pick([250_000, 350_000, 400_000]), validFrom: now - 400 * DAY_MS };
  return dice < 0.06 ? [first, { ppm: first.ppm + 25_000, validFrom: now - 11 * DAY_MS }] : [first];
}

/** Moves some outlets ten days ago, in the middle of a day, from the second owner to the third. */
function moveSome(
  owners: { id: string; venues: readonly PlannedVenue[]; outlets: PlannedOutlet[] }[],
  now: number,
): void {
  const [, from, to] = owners;
  const [oldVenue] = from?.venues ?? [];
  if (!from || !to || !oldVenue) return;
  to.outlets = to.outlets.map((outlet, index) =>
    index < MOVED_OUTLETS
      ? { ...outlet, movedFrom: { customerId: from.id, venueId: oldVenue.id, at: now - 10.4 * DAY_MS } }
      : outlet,
  );
}
