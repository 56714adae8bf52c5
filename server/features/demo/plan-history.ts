import { v5 as nameId } from 'uuid';
import type { FaultKind, OutletEvent } from '#contract/ingest.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/durations.ts';
import { wallClock } from '#domain/zoned-day.ts';
import { eightHexDigits } from '../../lib/eight-hex-digits.ts';
import { type SeededRandom, seededRandom } from '../../lib/seeded-random.ts';
import type { PlannedFlight, PlannedNetwork, PlannedOutlet } from './planned-network.ts';
import { DAY_RHYTHMS, EVENT_CHANCE, SEASONS } from './sample-data/day-rhythms.ts';
import type { Category } from './sample-data/property-customers.ts';

/** One outlet in `METERED_ONE_IN` meters its energy. The energy of the other outlets is estimated. */
const METERED_ONE_IN = 8;
/** Share of views that show a house ad: one in twelve. */
const HOUSE_ADS = 1 / 12;
/**
 * On one day in 400, a crowd starts views at an outlet faster than the outlet can show ads. Most of these views are
 * invalid.
 */
const CROWD_ONE_IN = 400;
const CROWD_VIEWS = 40;
const CROWD_PEOPLE = 3;
/** Minimum time between a view and its flight's end, because the burn of a later view would happen after the end. */
const LAST_VIEW_BEFORE_END_MS = 5 * MINUTE_MS;

type Place = {
  readonly outlet: PlannedOutlet;
  readonly category: Category;
  readonly ownerId: string;
  readonly metered: boolean;
};

type HistoryDay = {
  readonly seed: string;
  readonly now: number;
  readonly day: number;
  readonly days: number;
  /** Nothing happened before this time (epoch ms). */
  readonly beginMs?: number | null;
};

/**
 * Plans the events that the network's outlets reported on one day of its history, as they would have sent them. Days
 * count from 0. The last of `days` ends at `now`, and days below 0 are earlier. The same seed and day give the same
 * events with the same ids, so that a seed can be resumed.
 */
export function planDay(network: PlannedNetwork, { seed, now, day, days, beginMs }: HistoryDay): OutletEvent[] {
  const random = seededRandom(seed, 'history', day);
  const dayStart = now - (days - day) * DAY_MS;
  const curveOf = createDayCurves(seed, dayStart);
  const zones = new Map(network.owners.flatMap(({ venues }) => venues.map(({ id, timeZone }) => [id, timeZone])));
  const chooseFlight = createFlightChoice(network, dayStart);
  const events: OutletEvent[] = [];
  for (const place of placesOf(network)) {
    const { outlet } = place;
    const until = Math.min(now, outlet.silentFrom ?? now);
    const since = Math.max(beginMs ?? 0, outlet.installedAt);
    if (since >= dayStart + DAY_MS) continue;
    const curve = curveOf({ ...place, timeZone: zones.get(venueAt(outlet, dayStart)) ?? 'UTC' });
    const mood = 0.8 + 0.4 * random.fraction();
    for (let count = poisson(random, mood * outlet.viewsPerDay * (curve.at(-1) ?? 0)); count > 0; count -= 1) {
      const at = dayStart + instantOn(random, curve);
      if (at >= since && at < until)
        addView(events, random, { place, at, until, flight: chooseFlight(random, outlet, at) });
    }
    if (random.whole(1, CROWD_ONE_IN) > 1) continue;
    const people = Array.from({ length: CROWD_PEOPLE }, () => planVisitor(random, venueAt(outlet, dayStart)));
    let crowdAt = dayStart + instantOn(random, curve);
    for (let left = CROWD_VIEWS; left > 0; left -= 1) {
      crowdAt += random.whole(2_000, 7_000);
      const shown = { place, at: crowdAt, until, flight: chooseFlight(random, outlet, crowdAt) };
      if (crowdAt >= since && crowdAt < until) addView(events, random, { ...shown, visitor: random.pick(people) });
    }
  }
  return events;
}

const placesOf = ({ owners }: PlannedNetwork): Place[] =>
  owners.flatMap(({ id: ownerId, category, outlets }) =>
    outlets
      .filter(({ idle }) => !idle)
      .map((outlet, index) => ({ outlet, category, ownerId, metered: index % METERED_ONE_IN === 0 })),
  );

const venueAt = ({ venueId, movedFrom }: PlannedOutlet, at: number): string =>
  movedFrom !== null && at < movedFrom.at ? movedFrom.venueId : venueId;

/** Draws a Poisson-distributed number with Knuth's algorithm. Expected values here are below two hundred. */
function poisson(random: SeededRandom, expected: number): number {
  const limit = Math.exp(-expected);
  let count = 0;
  for (let product = random.fraction(); product > limit; product *= random.fraction()) count += 1;
  return count;
}

/** Returns milliseconds since the day's start, distributed by the curve. */
function instantOn(random: SeededRandom, curve: DayCurve): number {
  const mark = random.fraction() * (curve.at(-1) ?? 0);
  const hour = curve.findIndex((upTo) => mark < upTo);
  return Math.max(0, hour) * HOUR_MS + random.whole(0, HOUR_MS - 1);
}

/** Creates a choice among the flights that run at a given time and may run at the outlet's venue. */
function createFlightChoice({ sponsors }: PlannedNetwork, dayStart: number) {
  const flights = sponsors
    .flatMap(({ campaigns }) => campaigns.flatMap((campaign) => campaign.flights))
    .filter(({ startsAt, endsAt }) => startsAt < dayStart + DAY_MS && endsAt > dayStart);
  const open = new Map<string, PlannedFlight[]>();
  const openAt = (venueId: string) => {
    const known = open.get(venueId);
    if (known) return known;
    const here = flights.filter(({ venueIds }) => venueIds.length === 0 || venueIds.includes(venueId));
    open.set(venueId, here);
    return here;
  };
  return (random: SeededRandom, outlet: PlannedOutlet, at: number): PlannedFlight | undefined => {
    const here = openAt(venueAt(outlet, at));
    if (here.length === 0 || random.fraction() < HOUSE_ADS) return undefined;
    const flight = random.pick(here);
    return at >= flight.startsAt && at < flight.endsAt - LAST_VIEW_BEFORE_END_MS ? flight : undefined;
  };
}

type ViewPlan = {
  readonly place: Place;
  readonly at: number;
  readonly until: number;
  readonly flight: PlannedFlight | undefined;
  /** A random visitor by default. */
  readonly visitor?: Visitor;
};

function addView(
  events: OutletEvent[],
  random: SeededRandom,
  { place, at, until, flight, visitor: known }: ViewPlan,
): void {
  const { outlet, metered } = place;
  const id = random.uuid();
  const visitor = known ?? planVisitor(random, venueAt(outlet, at));
  const sent = flight ? { flight: flight.code, cryptic: random.hex(8) } : {};
  const common = { eui: outlet.eui, ...visitor, ...sent };
  const energy = metered ? { energy_wh: random.whole(9, 62) } : {};
  events.push({ id, type: 'view', timestamp: isoInstant(at), ...common, ...energy });
  if (!flight) return;
  const follow = (type: 'click' | 'burn', afterMs: number) => {
    const followAt = at + afterMs;
    // Nothing follows after the outlet changes owner, stops reporting, or the history ends.
    const isMoved = outlet.movedFrom !== null && at < outlet.movedFrom.at && followAt >= outlet.movedFrom.at;
    if (followAt >= until || isMoved) return;
    events.push({ id: random.uuid(), type, timestamp: isoInstant(followAt), view_id: id, ...common });
  };
  if (random.fraction() < outlet.clickRate) follow('click', random.whole(3_000, 14_000));
  // A view is burned if its ad was watched to its end.
  const watchedMs = flight.creative.seconds * SECOND_MS;
  if (random.fraction() < outlet.burnRate) follow('burn', watchedMs + random.whole(0, 12_000));
}

const isoInstant = (at: number): string => new Date(at).toISOString();

type Visitor = { readonly fingerprint: string; readonly ip: string };

const REGULARS_PER_VENUE = 40;
const TRAVELLERS = 6_000;

/**
 * Plans the visitor for a view in the venue. A third of all visitors are regulars of the venue, some travel and appear
 * at many venues, and most visit only once. The same visitor has the same fingerprint and address. Addresses are from
 * the ranges reserved for documentation (RFC 5737, RFC 3849).
 */
function planVisitor(random: SeededRandom, venueId: string): Visitor {
  const dice = random.fraction();
  if (dice < 0.33) return visitorOf(Number.parseInt(venueId.slice(0, 8), 16), random.whole(1, REGULARS_PER_VENUE));
  if (dice < 0.4) return visitorOf(0, random.whole(1, TRAVELLERS));
  return visitorOf(random.whole(1, 2 ** 32 - 1), random.whole(1, 2 ** 32 - 1));
}

function visitorOf(group: number, number: number): Visitor {
  const word = mixed(group, number);
  const fingerprint = [word, mixed(word, number), mixed(number, word), mixed(word, group)].map(eightHexDigits).join('');
  return { fingerprint, ip: addressOf(word) };
}

/** Returns a visitor's address. One visitor in four uses IPv6. */
function addressOf(word: number): string {
  if (word % 4 === 0)
    return `2001:db8:${((word >>> 8) & 0xffff).toString(16)}::${((word >>> 16) & 0xffff).toString(16)}`;
  return `${['192.0.2', '198.51.100', '203.0.113'][word % 3]}.${1 + ((word >>> 8) % 254)}`;
}

/** Mixes two numbers into a 32-bit number (the final step of MurmurHash3). */
function mixed(first: number, second: number): number {
  let hash = Math.imul(first ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(second ^ 0x7f4a7c15, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * A day's visitors relative to an average day: `upTo[hour]` is the sum until the end of that hour. The last value is
 * for the entire day.
 */
type DayCurve = readonly number[];

type CurvePlace = { readonly category: Category; readonly timeZone: string; readonly ownerId: string };

/**
 * Creates curves for the 24 hours from `dayStart` (epoch ms), in the venue's local time. Each kind of place has one
 * cached curve.
 */
function createDayCurves(seed: string, dayStart: number): (place: CurvePlace) => DayCurve {
  const known = new Map<string, DayCurve>();
  return (place) => {
    // Only arenas differ by owner, because each has its own events.
    const key = `${place.category} ${place.timeZone} ${place.category === 'arena' ? place.ownerId : ''}`;
    const curve = known.get(key) ?? planCurve(seed, dayStart, place);
    known.set(key, curve);
    return curve;
  };
}

function planCurve(seed: string, dayStart: number, { category, timeZone, ownerId }: CurvePlace): DayCurve {
  const rhythm = DAY_RHYTHMS[category];
  let sum = 0;
  return Array.from({ length: 24 }, (_, hour) => {
    // The middle of the hour, because the history may begin at any minute.
    const local = wallClock(dayStart + (hour + 0.5) * HOUR_MS, timeZone);
    const weekday = local.weekday % 7;
    const hours = weekday === 0 || weekday === 6 ? rhythm.weekend : rhythm.working;
    const season = seasonFactor(SEASONS[category], local.date);
    const event = category === 'arena' ? eventFactor(seed, ownerId, { date: local.date, weekday }) : 1;
    sum += (season * event * (rhythm.weekday[weekday] ?? 1) * (hours[local.hour] ?? 0)) / total(hours);
    return sum;
  });
}

/** Returns a date's traffic relative to an average day of the year, on a line between the middles of two months. */
function seasonFactor(months: readonly number[], date: string): number {
  const [, month = 1, day = 1] = date.split('-').map(Number);
  const at = month - 1 + (day - 15) / 30;
  const before = Math.floor(at);
  const [from = 1, to = 1] = [before, before + 1].map((one) => months[(one + 12) % 12]);
  return from + (to - from) * (at - before);
}

/** Returns the factor for an arena, which is full on event evenings and nearly empty on others. */
function eventFactor(seed: string, ownerId: string, { date, weekday }: { date: string; weekday: number }): number {
  const random = seededRandom(seed, 'event', ownerId, date);
  return random.fraction() < (EVENT_CHANCE[weekday] ?? 0) ? random.whole(18, 32) / 10 : 0.1;
}

const total = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

const BEAT_MINUTES = 5;
const HALF = 30;
/**
 * One outlet in `OUTAGE_ONE_IN` had an outage, at night, when few people look. One outlet in `FAULT_ONE_IN` reported
 * another fault.
 */
const OUTAGE_ONE_IN = 9;
const FAULT_ONE_IN = 7;
const FAULTS = ['surge', 'overload', 'overheating', 'tamper', 'short_circuit'] as const satisfies FaultKind[];
/**
 * Namespace of the fault IDs. They are derived from a fault's content, so that a resumed seed stores no fault twice.
 */
const FAULT_IDS = '6f1c6f0e-2f0b-4c8e-9d8e-2f6a4b3c5d7e';

export type PlannedContacts = {
  readonly hours: readonly { readonly hour: number; readonly first_half: number; readonly second_half: number }[];
  readonly faults: readonly { readonly id: string; readonly kind: FaultKind; readonly atMs: number }[];
};

type ContactDays = { readonly seed: string; readonly now: number; readonly days: number };

/** Plans when an outlet was in contact, every five minutes of the history, and which faults it reported. */
export function planContacts(outlet: PlannedOutlet, { seed, now, days }: ContactDays): PlannedContacts {
  const random = seededRandom(seed, 'contacts', outlet.eui);
  const [fromMs, toMs] = [now - days * DAY_MS, Math.min(now, outlet.silentFrom ?? now)];
  const outage = random.whole(1, OUTAGE_ONE_IN) === 1 ? planOutage(random, now, days) : null;
  const faults: { kind: FaultKind; atMs: number }[] = [];
  if (outage !== null)
    faults.push({ kind: 'power_lost', atMs: outage.fromMs }, { kind: 'power_back', atMs: outage.toMs });
  if (random.whole(1, FAULT_ONE_IN) === 1)
    faults.push({ kind: random.pick(FAULTS), atMs: now - random.whole(2 * 60, days * 24 * 60) * MINUTE_MS });
  if (outlet.overheatedAt !== null) faults.push({ kind: 'overheating', atMs: outlet.overheatedAt });
  const phase = random.whole(0, BEAT_MINUTES - 1);
  const hours = new Map<number, { hour: number; first_half: number; second_half: number }>();
  for (
    let atMs = Math.ceil(fromMs / HOUR_MS) * HOUR_MS + phase * MINUTE_MS;
    atMs < toMs;
    atMs += BEAT_MINUTES * MINUTE_MS
  ) {
    if (outage !== null && atMs >= outage.fromMs && atMs < outage.toMs) continue;
    const hour = Math.floor(atMs / HOUR_MS);
    const minute = (atMs - hour * HOUR_MS) / MINUTE_MS;
    const row = hours.get(hour) ?? { hour, first_half: 0, second_half: 0 };
    if (minute < HALF) row.first_half |= 1 << minute;
    else row.second_half |= 1 << (minute - HALF);
    hours.set(hour, row);
  }
  return {
    hours: [...hours.values()],
    faults: faults
      .filter(({ atMs }) => atMs < toMs)
      .map((fault) => ({ ...fault, id: nameId(`${outlet.eui} ${fault.kind} ${fault.atMs}`, FAULT_IDS) })),
  };
}

function planOutage(random: SeededRandom, now: number, days: number) {
  const day = random.whole(1, Math.max(1, days - 1));
  const fromMs = Math.floor((now - day * DAY_MS) / DAY_MS) * DAY_MS + 8 * HOUR_MS + random.whole(0, 59) * MINUTE_MS;
  return { fromMs, toMs: fromMs + random.whole(40, 200) * MINUTE_MS };
}
