import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/durations.ts';
import type { PriceModel } from '#domain/money.ts';
import { type SeededRandom, seededRandom } from '../../lib/seeded-random.ts';
import { US_CITIES } from '../../network/us-cities.gen.ts';
import { DEMO_ACCOUNTS } from './demo-accounts.ts';
import {
  type DemoScale,
  FULL_SCALE,
  type PlannedCampaign,
  type PlannedFlight,
  type PlannedNetwork,
  type PlannedOutlet,
  type PlannedSponsor,
  type PlannedVenue,
} from './planned-network.ts';
import {
  type Category,
  OUTLET_WORDS,
  PROPERTY_CUSTOMERS,
  STREETS,
  VENUE_WORDS,
} from './sample-data/property-customers.ts';
import { SPONSORS } from './sample-data/sponsors.ts';

/** Lowest and highest price of each model, in micro-dollars per 1,000 views, per click, per burn and per view. */
const PRICES: Readonly<Record<PriceModel, readonly [least: number, most: number]>> = {
  cpm: [80_000_000, 180_000_000],
  cpc: [7_000_000, 14_000_000],
  cpb: [450_000, 950_000],
  flat: [250_000, 550_000],
};
const MODELS: readonly PriceModel[] = ['cpm', 'cpm', 'cpb', 'cpb', 'cpc', 'flat'];

/** Plans twelve advertisers with forty campaigns: most run, some have ended, and some have not started. */
function planSponsors(random: SeededRandom, now: number, venueIds: readonly string[]): PlannedSponsor[] {
  return SPONSORS.map(([name, short, campaigns]) => ({
    id: random.uuid(),
    name,
    campaigns: campaigns.map((campaign, index) =>
      planCampaign(random, { name: campaign, code: `${short}-${index + 1}`, index, now, venueIds }),
    ),
  }));
}

type CampaignPlan = {
  readonly name: string;
  readonly code: string;
  readonly index: number;
  readonly now: number;
  readonly venueIds: readonly string[];
};

function planCampaign(random: SeededRandom, plan: CampaignPlan): PlannedCampaign {
  const flights = Array.from({ length: plan.index === 0 ? 2 : 1 }, (_, number) => planFlight(random, plan, number));
  return { id: random.uuid(), name: plan.name, flights };
}

function planFlight(
  random: SeededRandom,
  { name, code, index, now, venueIds }: CampaignPlan,
  number: number,
): PlannedFlight {
  const [startsAt, endsAt] = period(random, index, now);
  const model = random.pick(MODELS);
  const [least, most] = PRICES[model];
  const priceMicros = random.whole(least, most);
  const raised = random.fraction() < 0.2;
  const targeted = index > 0 && random.fraction() < 0.25;
  return {
    id: random.uuid(),
    code: `${code}${'AB'[number] ?? ''}`,
    startsAt,
    endsAt,
    budgetMicros: random.whole(200, 4_000) * 100_000_000,
    model,
    prices: [
      { priceMicros, validFrom: startsAt },
      ...(raised && startsAt < now - 13 * DAY_MS && endsAt > now
        ? [{ priceMicros: Math.round(priceMicros * 1.08), validFrom: midnight(now - 12 * DAY_MS) }]
        : []),
    ],
    venueIds: targeted ? venueIds.filter(() => random.fraction() < 0.35) : [],
    creative: {
      id: random.uuid(),
      name: `${name}, ${random.pick(['wide', 'close', 'at dusk'])}`,
      seconds: random.pick([15, 20, 30]),
    },
  };
}

/**
 * Returns when a campaign starts and ends. A sponsor's first campaign has run since the pilot, the second for the
 * entire month. The third may have ended, and the fourth may be in the future.
 */
function period(random: SeededRandom, index: number, now: number): [startsAt: number, endsAt: number] {
  const days = (count: number) => midnight(now + count * DAY_MS);
  if (index === 2 && random.fraction() < 0.6) return [days(-random.whole(50, 90)), days(-random.whole(3, 12))];
  if (index >= 3 && random.fraction() < 0.6) return [days(random.whole(4, 20)), days(random.whole(40, 90))];
  const [least, most] = index === 0 ? [130, 170] : [45, 120];
  return [days(-random.whole(least, most)), days(random.whole(20, 120))];
}

/**
 * Returns the preceding midnight in New York's winter time. The sponsors' contracts begin and end at midnight there.
 */
const midnight = (at: number): number => Math.floor((at - 5 * HOUR_MS) / DAY_MS) * DAY_MS + 5 * HOUR_MS;

/**
 * Daily views of an average outlet in each category; airports and arenas are busier. All outlets together have about
 * 210,000 views in the last 30 days. The history covers four months at this volume, so a higher one would delay the
 * demo's first start.
 */
const DAILY_VIEWS: Readonly<Record<Category, number>> = {
  hotel: 5,
  airport: 10,
  cafe: 6,
  library: 5,
  gym: 5,
  arena: 7,
  rental: 3,
};
/**
 * Most outlets existed from the beginning, so that months compare. The others were installed one after the other
 * between these ages in days.
 */
const FIRST_OUTLETS = 0.8;
const YOUNGEST_DAYS = 30;
const OLDEST_DAYS = 110;
const MOVED_OUTLETS = 6;

/**
 * Plans the demo network as pure data: the same seed and time give the same network. Dates lie around `now` (epoch
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
  breakSome(owners, now);
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
  const own = seededRandom(seed, name);
  const venues = planVenues(own, { category, outlets: count, towns });
  const outlets = Array.from({ length: count }, (_, index) => ({
    ...planOutlet(own, { category, index, venues, now }),
    installedAt: now - installedDays(installed) * DAY_MS,
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
    silentFrom: condition >= 0.02 && condition < 0.04 ? now - silenceOf(random) : null,
    viewsPerDay: DAILY_VIEWS[category] * popularity(random),
    burnRate: 0.5 + 0.35 * random.fraction(),
    clickRate: 0.015 + 0.03 * random.fraction(),
    overheatedAt: null,
    movedFrom: null,
  };
}

/**
 * Returns an outlet's relative traffic. Front desks and gates are busy, corners are not. The average is 1, half of the
 * outlets are below 0.7, and one in twenty is above 2.8 (log-normal).
 */
function popularity(random: SeededRandom): number {
  const gauss = Math.sqrt(-2 * Math.log(1 - random.fraction())) * Math.cos(2 * Math.PI * random.fraction());
  return Math.min(6, Math.exp(0.85 * gauss - 0.36));
}

/** Returns for how many days an outlet has existed. */
function installedDays(random: SeededRandom): number {
  const dice = random.fraction();
  if (dice < FIRST_OUTLETS) return Number.POSITIVE_INFINITY;
  return YOUNGEST_DAYS + ((OLDEST_DAYS - YOUNGEST_DAYS) * (dice - FIRST_OUTLETS)) / (1 - FIRST_OUTLETS);
}

/** Returns how long an outlet has been silent. Half of the silent outlets are late (under a day), half are offline. */
const silenceOf = (random: SeededRandom): number =>
  random.fraction() < 0.5 ? random.whole(1, 18) * HOUR_MS : random.whole(2, 12) * DAY_MS;

/**
 * Plans an owner's shares. Most owners have the default share. A few contracts differ, and some of them changed during
 * the month.
 */
function planShares(random: SeededRandom, now: number): { ppm: number; validFrom: number }[] {
  const dice = random.fraction();
  if (dice > 0.22) return [];
  const first = { ppm: random.pick([250_000, 350_000, 400_000]), validFrom: now - 400 * DAY_MS };
  return dice < 0.06 ? [first, { ppm: first.ppm + 25_000, validFrom: now - 11 * DAY_MS }] : [first];
}

/** Moves some outlets from the second owner to the third, ten days ago in the middle of a day. */
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

/** When the outage of a whole venue began, and over which time its outlets fell silent. */
const OUTAGE_AGO_MS = 2.2 * HOUR_MS;
const OUTAGE_STEP_MS = 20 * SECOND_MS;
/** When an outlet last reported that it was too hot. A fault is over an hour after its last report. */
const OVERHEATED_AGO_MS = 5 * MINUTE_MS;

/** Lets the last venue of the first owner go offline, and an outlet of the second owner overheat. */
function breakSome(owners: { venues: readonly PlannedVenue[]; outlets: PlannedOutlet[] }[], now: number): void {
  const [dark, hot] = owners;
  const venue = dark?.venues.at(-1);
  if (dark !== undefined)
    dark.outlets = dark.outlets.map((outlet, index) =>
      outlet.venueId === venue?.id && !outlet.idle
        ? { ...outlet, poorLine: false, silentFrom: now - OUTAGE_AGO_MS + index * OUTAGE_STEP_MS }
        : outlet,
    );
  const overheated = hot?.outlets.find(({ idle, silentFrom }) => !idle && silentFrom === null);
  if (hot !== undefined)
    hot.outlets = hot.outlets.map((outlet) =>
      outlet === overheated ? { ...outlet, overheatedAt: now - OVERHEATED_AGO_MS } : outlet,
    );
}

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

/** Number of venues in 256 that have no known position, so that the demo also shows how the map handles such venues. */
const UNMAPPED_OF_256 = 5;

type VenuePlan = { readonly category: Category; readonly outlets: number; readonly towns: readonly string[] };

/**
 * Plans as many venues as the outlets need, in each of the owner's towns in turn. Throws a RangeError for a town that
 * is not in the list.
 */
function planVenues(random: SeededRandom, { category, outlets, towns }: VenuePlan): PlannedVenue[] {
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

/** Returns a random offset from the middle of town, small enough that a place by the sea stays ashore. */
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
