import { createRequire } from 'node:module';
import { feature } from 'topojson-client';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#domain/durations.ts';
import { planNetwork } from './plan-network.ts';
import { reportingOutlets } from './planned-network.ts';

const SEED = 'a seed';
const NOW = Date.UTC(2026, 10, 21, 12);
const network = planNetwork(SEED, NOW);
const outlets = network.owners.flatMap((owner) => owner.outlets);
const venues = network.owners.flatMap((owner) => owner.venues);
const campaigns = network.sponsors.flatMap((sponsor) => sponsor.campaigns);
const flights = campaigns.flatMap((campaign) => campaign.flights);
const isOfTheMonth = (at: number) => at > NOW - 30 * DAY_MS && at < NOW;
const partOf = (count: number) => count / outlets.length;

describe('the planned network', () => {
  test('is the same for the same seed and different for another', () => {
    expect(planNetwork(SEED, NOW)).toEqual(network);
    expect(planNetwork('another seed', NOW)).not.toEqual(network);
  });

  test('has at least 60 customers of seven kinds with about 1,200 outlets', () => {
    expect(network.owners.length).toBeGreaterThanOrEqual(60);
    expect(new Set(network.owners.map(({ category }) => category)).size).toBe(7);
    expect(outlets.length).toBeGreaterThan(1_150);
    expect(outlets.length).toBeLessThan(1_250);
    expect(new Set(outlets.map(({ eui }) => eui)).size).toBe(outlets.length);
    const names = [...network.owners, ...network.sponsors].map(({ name }) => name.toLowerCase());
    expect(new Set(names).size).toBe(names.length);
  });

  test('has 12 advertisers with 40 campaigns: past, running and future, of every price model, some for some venues', () => {
    expect(network.sponsors).toHaveLength(12);
    expect(campaigns).toHaveLength(40);
    expect(new Set(flights.map(({ code }) => code)).size).toBe(flights.length);
    expect(new Set(flights.map(({ model }) => model))).toEqual(new Set(['cpm', 'cpc', 'cpb', 'flat']));
    expect(flights.some(({ endsAt }) => isOfTheMonth(endsAt))).toBe(true);
    expect(flights.some(({ startsAt }) => startsAt > NOW)).toBe(true);
    expect(flights.filter(({ startsAt, endsAt }) => startsAt < NOW && endsAt > NOW).length).toBeGreaterThan(20);
    expect(flights.some(({ venueIds }) => venueIds.length > 0)).toBe(true);
    expect(flights.some(({ venueIds }) => venueIds.length === 0)).toBe(true);
  });

  test('changed a price, a share and the owner of some outlets within the month', () => {
    expect(
      flights.some(({ prices }) => prices.some(({ validFrom }, index) => index > 0 && isOfTheMonth(validFrom))),
    ).toBe(true);
    const shares = network.owners.map((owner) => owner.shares);
    expect(shares.some((versions) => versions.some(({ validFrom }) => isOfTheMonth(validFrom)))).toBe(true);
    expect(shares.filter((versions) => versions.length === 0).length).toBeGreaterThan(network.owners.length / 2);
    const moved = outlets.flatMap(({ movedFrom }) => movedFrom ?? []);
    expect(moved.length).toBeGreaterThan(3);
    expect(moved.every(({ at }) => isOfTheMonth(at))).toBe(true);
  });

  test('names only venues, owners and prices that exist', () => {
    const venueOwner = new Map(network.owners.flatMap(({ id, venues: own }) => own.map((venue) => [venue.id, id])));
    for (const { id, outlets: own } of network.owners) {
      for (const { venueId, movedFrom } of own) {
        expect(venueOwner.get(venueId)).toBe(id);
        if (movedFrom) expect(venueOwner.get(movedFrom.venueId)).toBe(movedFrom.customerId);
        expect(movedFrom?.customerId).not.toBe(id);
      }
    }
    for (const { venueIds, prices, startsAt, endsAt } of flights) {
      expect(venueIds.every((id) => venueOwner.has(id))).toBe(true);
      expect(prices[0]?.validFrom).toBe(startsAt);
      expect(endsAt).toBeGreaterThan(startsAt);
    }
  });

  test('shows every status: some outlets were never seen, some are offline, some late, most report', () => {
    expect(partOf(outlets.filter(({ idle }) => idle).length)).toBeGreaterThan(0.005);
    const silent = outlets.flatMap(({ silentFrom }) => silentFrom ?? []);
    expect(silent.filter((at) => at < NOW - DAY_MS).length).toBeGreaterThan(5);
    expect(silent.filter((at) => at > NOW - DAY_MS).length).toBeGreaterThan(5);
    expect(outlets.filter(({ poorLine }) => poorLine).length).toBeGreaterThan(5);
    expect(partOf(reportingOutlets(network).length)).toBeGreaterThan(0.9);
  });

  test('links the demo accounts to a hotel group in several time zones and a sponsor with running flights', () => {
    const owner = network.owners.find(({ name }) => name === 'Larkspur Hotels');
    expect(owner?.outlets.length).toBeGreaterThanOrEqual(25);
    expect(new Set(owner?.venues.map(({ timeZone }) => timeZone)).size).toBeGreaterThanOrEqual(3);
    const sponsor = network.sponsors.find(({ name }) => name === 'Brightleaf Coffee');
    const own = sponsor?.campaigns.flatMap((campaign) => campaign.flights) ?? [];
    expect(own.filter(({ startsAt, endsAt }) => startsAt < NOW && endsAt > NOW).length).toBeGreaterThanOrEqual(2);
  });
});

describe('locations', () => {
  test('are unknown for about 5 % of the outlets: most of these belong to a venue on the map, some to none', () => {
    const unmapped = new Set(venues.filter(({ lat }) => lat === null).map(({ id }) => id));
    const unknown = outlets.filter(({ lat }) => lat === null);
    expect(partOf(unknown.length)).toBeGreaterThan(0.02);
    expect(partOf(unknown.length)).toBeLessThan(0.08);
    expect(unknown.filter(({ venueId }) => !unmapped.has(venueId)).length).toBeGreaterThan(10);
    expect(unknown.filter(({ venueId }) => unmapped.has(venueId)).length).toBeGreaterThan(3);
  });

  test('are on land', () => {
    const land = landRings();
    const places = [
      ...[...venues, ...outlets].flatMap(({ lat, lng }) => (lat === null || lng === null ? [] : [{ lat, lng }])),
    ];
    expect(places.filter(({ lat, lng }) => !land.some((ring) => isInside(ring, lng, lat)))).toEqual([]);
  });
});

type Ring = readonly (readonly number[])[];

type Area = { geometry: { type: 'Polygon'; coordinates: Ring[] } | { type: 'MultiPolygon'; coordinates: Ring[][] } };

/** Returns the outer rings of the states, along coasts and the Great Lakes (US Census Bureau, 1:10 million). */
function landRings(): Ring[] {
  const atlas = createRequire(import.meta.url)('us-atlas/states-10m.json') as Parameters<typeof feature>[0];
  const { states } = atlas.objects;
  if (states === undefined) throw new Error('us-atlas has no states');
  const { features } = feature(atlas, states) as unknown as { features: Area[] };
  return features.flatMap(({ geometry }) =>
    geometry.type === 'Polygon'
      ? geometry.coordinates.slice(0, 1)
      : geometry.coordinates.flatMap((polygon) => polygon.slice(0, 1)),
  );
}

/** Whether a place is inside the ring. Even-odd rule: a ray from the place crosses the ring an odd number of times. */
function isInside(ring: Ring, x: number, y: number): boolean {
  let inside = false;
  ring.forEach(([x1 = 0, y1 = 0], index) => {
    const [x2 = 0, y2 = 0] = ring[(index + 1) % ring.length] ?? [];
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside;
  });
  return inside;
}
