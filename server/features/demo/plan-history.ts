import { DateTime } from 'luxon';
import type { OutletEvent } from '#contract/ingest.ts';
import { DAY_MS, type PlannedFlight, type PlannedNetwork, type PlannedOutlet } from './planned-network.ts';
import { DAY_RHYTHMS } from './sample-data/day-rhythms.ts';
import type { Category } from './sample-data/property-customers.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';

const HOUR_MS = 3_600_000;
/** One in eight outlets meters its energy; the others are estimated. */
const METERED_ONE_IN = 8;

type Place = {
  readonly outlet: PlannedOutlet;
  readonly category: Category;
  readonly zones: ReadonlyMap<string, string>;
  readonly metered: boolean;
};

/**
 * What the network's outlets reported on one day of its history, as they would have sent it. Day `day` of `days` ends at
 * `now` minus the days after it; the same seed and day, the same events with the same ids, so that a seed can be resumed.
 */
export function planDay(
  network: PlannedNetwork,
  { seed, now, day, days }: { seed: string; now: number; day: number; days: number },
): OutletEvent[] {
  const random = seededRandom(seed, 'history', day);
  const dayStart = now - (days - day) * DAY_MS;
  const flights = network.sponsors.flatMap(({ campaigns }) => campaigns.flatMap((campaign) => campaign.flights));
  const events: OutletEvent[] = [];
  const clocks = new Map<string, { hour: number; weekday: number }>();
  for (const place of placesOf(network)) {
    const until = Math.min(now, place.outlet.silentFrom ?? now);
    const mood = 0.8 + 0.4 * random.fraction();
    for (let hour = 0; hour < 24; hour += 1) {
      const from = dayStart + hour * HOUR_MS;
      const venueId = venueAt(place.outlet, from);
      const expected = mood * expectedViews(place, localClock(clocks, place.zones.get(venueId) ?? 'UTC', from));
      for (let count = poisson(random, expected); count > 0; count -= 1) {
        const at = from + random.whole(0, HOUR_MS - 1);
        if (at < until)
          addView(events, random, {
            place,
            at,
            until,
            flight: chooseFlight(random, flights, venueAt(place.outlet, at), at),
          });
      }
    }
  }
  return events;
}

function placesOf({ owners }: PlannedNetwork): Place[] {
  const zones = new Map(owners.flatMap(({ venues }) => venues.map(({ id, timeZone }) => [id, timeZone] as const)));
  return owners.flatMap(({ category, outlets }) =>
    outlets
      .filter(({ idle }) => !idle)
      .map((outlet, index) => ({ outlet, category, zones, metered: index % METERED_ONE_IN === 0 })),
  );
}

const venueAt = ({ venueId, movedFrom }: PlannedOutlet, at: number): string =>
  movedFrom !== null && at < movedFrom.at ? movedFrom.venueId : venueId;

function localClock(known: Map<string, { hour: number; weekday: number }>, zone: string, at: number) {
  const key = `${zone} ${at}`;
  const hit = known.get(key);
  if (hit) return hit;
  const { hour, weekday } = DateTime.fromMillis(at, { zone });
  const clock = { hour, weekday: weekday % 7 };
  known.set(key, clock);
  return clock;
}

function expectedViews({ outlet, category }: Place, { hour, weekday }: { hour: number; weekday: number }): number {
  const rhythm = DAY_RHYTHMS[category];
  const hours = weekday === 0 || weekday === 6 ? rhythm.weekend : rhythm.working;
  const sum = hours.reduce((a, b) => a + b, 0);
  return (outlet.viewsPerDay * (rhythm.weekday[weekday] ?? 1) * (hours[hour] ?? 0)) / sum;
}

/** Knuth's way; expectations here are below ten. */
function poisson(random: SeededRandom, expected: number): number {
  const limit = Math.exp(-expected);
  let count = 0;
  for (let product = random.fraction(); product > limit; product *= random.fraction()) count += 1;
  return count;
}

/** A running flight that may run at the venue; one view in twelve shows a house ad. */
function chooseFlight(
  random: SeededRandom,
  flights: readonly PlannedFlight[],
  venueId: string,
  at: number,
): PlannedFlight | undefined {
  if (random.fraction() < 1 / 12) return undefined;
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const flight = random.pick(flights);
    const runs = at >= flight.startsAt && at < flight.endsAt - 5 * 60_000;
    if (runs && (flight.venueIds.length === 0 || flight.venueIds.includes(venueId))) return flight;
  }
  return undefined;
}

type ViewPlan = {
  readonly place: Place;
  readonly at: number;
  readonly until: number;
  readonly flight: PlannedFlight | undefined;
};

function addView(events: OutletEvent[], random: SeededRandom, { place, at, until, flight }: ViewPlan): void {
  const { outlet, metered } = place;
  const id = random.uuid();
  const visitor = visitorOf(random, outlet);
  const sent = flight ? { flight: flight.code, cryptic: random.hex(8) } : {};
  const common = { eui: outlet.eui, ...visitor, ...sent };
  events.push({
    id,
    type: 'view',
    timestamp: isoInstant(at),
    ...common,
    ...(metered ? { energy_wh: random.whole(9, 62) } : {}),
  });
  if (!flight) return;
  const follow = (type: 'click' | 'burn', afterMs: number) => {
    // What would lie behind the change of owner or the end of the history is left out with its view's follow-ups.
    const followAt = at + afterMs;
    if (followAt >= until || (outlet.movedFrom !== null && at < outlet.movedFrom.at && followAt >= outlet.movedFrom.at))
      return;
    events.push({ id: random.uuid(), type, timestamp: isoInstant(followAt), view_id: id, ...common });
  };
  if (random.fraction() < outlet.clickRate) follow('click', random.whole(3_000, 14_000));
  if (random.fraction() < outlet.burnRate) follow('burn', random.whole(15_000, 32_000));
}

const isoInstant = (at: number): string => new Date(at).toISOString();

/** A third are guests who come back to the same outlet. Addresses are from the ranges kept for documentation. */
function visitorOf(random: SeededRandom, { eui }: PlannedOutlet): { fingerprint: string; ip: string } {
  const number = random.fraction() < 0.35 ? random.whole(1, 25) : random.whole(1_000, 900_000);
  const word = (Math.imul(number, 2_654_435_761) >>> 0).toString(16).padStart(8, '0');
  const fingerprint = `${eui}${word}${word.split('').reverse().join('')}`;
  if (number % 5 === 0) return { fingerprint, ip: `2001:db8:${(number % 65_536).toString(16)}::${word.slice(0, 4)}` };
  return { fingerprint, ip: `${['192.0.2', '198.51.100', '203.0.113'][number % 3]}.${number % 254}` };
}
