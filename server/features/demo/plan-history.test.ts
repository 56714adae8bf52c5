import { describe, expect, test } from 'vitest';
import type { OutletEvent } from '#contract/ingest.ts';
import { DAY_MS, SECOND_MS } from '#domain/durations.ts';
import { wallClock } from '#domain/zoned-day.ts';
import { planDay } from './plan-history.ts';
import { planNetwork } from './plan-network.ts';
import type { Category } from './sample-data/property-customers.ts';
import { pastBegin, withoutViewsBefore } from './seed-demo-network.ts';

const SEED = 'a seed';
const NOW = Date.UTC(2026, 10, 21, 12, 17);
const network = planNetwork(SEED, NOW);
const dayOf = (day: number) => planDay(network, { seed: SEED, now: NOW, day, days: 30 });
/** A Thursday, a Saturday, day 19, on which some outlets change hands, and day 29, which ends now. */
const DAYS = [14, 16, 19, 29];
const events = DAYS.flatMap(dayOf);
const countOf = (type: string) => events.filter((event) => event.type === type).length;

const outlets = new Map(
  network.owners.flatMap(({ category, venues, outlets: own }) =>
    own.map((outlet) => [
      outlet.eui,
      { outlet, category, zone: venues.find(({ id }) => id === outlet.venueId)?.timeZone ?? 'UTC' },
    ]),
  ),
);

describe('the history', () => {
  test('is the same for the same seed', () => {
    expect(dayOf(3)).toEqual(dayOf(3));
  });

  test('has about 200,000 views in its month, with 2 to 4 % clicked and 50 to 75 % burnt', () => {
    const views = countOf('view');
    expect((views / DAYS.length) * 30).toBeGreaterThan(170_000);
    expect((views / DAYS.length) * 30).toBeLessThan(260_000);
    expect(countOf('click') / views).toBeGreaterThan(0.02);
    expect(countOf('click') / views).toBeLessThan(0.04);
    expect(countOf('burn') / views).toBeGreaterThan(0.5);
    expect(countOf('burn') / views).toBeLessThan(0.75);
  });

  test('has months that compare: the same weekday of four months has views of the same order', () => {
    const days = [-91, -63, -35, 0, 28];
    const views = days.map((day) => dayOf(day).filter(({ type }) => type === 'view').length);
    const newest = Math.max(...views);
    expect(views.filter((count) => count < 0.7 * newest)).toEqual([]);
  });

  test('lies within its month, with unique event ids, and each click or burn names an earlier view of its outlet', () => {
    const first = new Date(NOW - 30 * DAY_MS).toISOString();
    const last = new Date(NOW).toISOString();
    expect(events.every(({ timestamp }) => timestamp >= first && timestamp < last)).toBe(true);
    const known = new Map(events.map((event) => [event.id, event]));
    expect(known.size).toBe(events.length);
    const strays = events.filter(({ view_id: viewId, eui, timestamp, type }) => {
      if (type === 'view') return viewId !== undefined;
      const view = known.get(viewId ?? '');
      return view?.type !== 'view' || view.eui !== eui || view.timestamp >= timestamp;
    });
    expect(strays).toEqual([]);
  });

  test('burns no ad before it was fully shown', () => {
    const seconds = new Map(
      network.sponsors.flatMap(({ campaigns }) =>
        campaigns.flatMap(({ flights }) => flights.map(({ code, creative }) => [code, creative.seconds])),
      ),
    );
    const views = new Map(events.filter(({ type }) => type === 'view').map((view) => [view.id, view]));
    const early = events.filter(({ type, timestamp, flight, view_id: viewId }) => {
      if (type !== 'burn') return false;
      const shownMs = Date.parse(timestamp) - Date.parse(views.get(viewId ?? '')?.timestamp ?? '');
      return !(shownMs >= (seconds.get(flight ?? '') ?? Number.POSITIVE_INFINITY) * SECOND_MS);
    });
    expect(early).toEqual([]);
  });

  test('shows only flights that run at that time and venue, and only outlets that report have events', () => {
    const flights = new Map(
      network.sponsors
        .flatMap(({ campaigns }) => campaigns.flatMap((campaign) => campaign.flights))
        .map((flight) => [flight.code, flight]),
    );
    const isAllowed = ({ eui, flight: code, timestamp }: OutletEvent) => {
      const outlet = outlets.get(eui)?.outlet;
      const at = Date.parse(timestamp);
      if (outlet === undefined || outlet.idle || at >= (outlet.silentFrom ?? NOW)) return false;
      if (code === undefined) return true;
      const flight = flights.get(code);
      const venueId = outlet.movedFrom && at < outlet.movedFrom.at ? outlet.movedFrom.venueId : outlet.venueId;
      if (flight === undefined || at < flight.startsAt || at >= flight.endsAt) return false;
      return flight.venueIds.length === 0 || flight.venueIds.includes(venueId);
    };
    expect(events.filter((event) => !isAllowed(event))).toEqual([]);
  });

  test('follows the daily rhythm of each kind of place in local time', () => {
    const views = events.filter(({ type }, index) => type === 'view' && index % 7 === 0);
    const visits = views.map(({ eui, timestamp }) => {
      const { category, zone } = outlets.get(eui) ?? {};
      return { category, hour: wallClock(Date.parse(timestamp), zone ?? 'UTC').hour };
    });
    /** Returns the share of the category's views in these local hours. */
    const partIn = (of: Category, hours: readonly number[]) => {
      const own = visits.filter(({ category }) => category === of);
      return own.filter(({ hour }) => hours.includes(hour)).length / own.length;
    };
    expect(partIn('cafe', [7, 8, 9, 10])).toBeGreaterThan(0.35);
    expect(partIn('cafe', [22, 23, 0, 1, 2, 3])).toBeLessThan(0.01);
    expect(partIn('airport', [4, 5, 6, 7])).toBeGreaterThan(partIn('library', [4, 5, 6, 7]) + 0.15);
    expect(partIn('gym', [6, 7])).toBeGreaterThan(partIn('gym', [14, 15]));
    expect(partIn('gym', [17, 18])).toBeGreaterThan(partIn('gym', [14, 15]));
    expect(partIn('arena', [18, 19, 20, 21])).toBeGreaterThan(0.4);
  });

  test('fills arenas only on the evenings of their events, and few outlets see most visitors', () => {
    const arena = network.owners.find(({ name }) => name === 'Foundry Arena');
    if (arena === undefined) throw new Error('no arena');
    const alone = { ...network, owners: [arena] };
    const daily = Array.from(
      { length: 14 },
      (_, day) => planDay(alone, { seed: SEED, now: NOW, day: day + 7, days: 30 }).length,
    );
    expect(Math.max(...daily)).toBeGreaterThan(8 * Math.min(...daily));

    const views = new Map<string, number>();
    for (const { type, eui } of events) if (type === 'view') views.set(eui, (views.get(eui) ?? 0) + 1);
    const sorted = [...views.values()].sort((a, b) => b - a);
    const sum = (counts: number[]) => counts.reduce((a, b) => a + b, 0);
    expect(sum(sorted.slice(0, sorted.length / 5)) / sum(sorted)).toBeGreaterThan(0.4);
  });

  test('has visitors who come back, with addresses reserved for documentation', () => {
    const visits = new Map<string, Set<string>>();
    for (const { fingerprint = '', ip = '' } of events)
      visits.set(fingerprint, (visits.get(fingerprint) ?? new Set()).add(ip));
    expect(visits.size / countOf('view')).toBeLessThan(0.8);
    expect([...visits.values()].every((addresses) => addresses.size === 1)).toBe(true);
    const documented = /^(192\.0\.2|198\.51\.100|203\.0\.113)\.\d+$|^2001:db8:/;
    expect(events.every(({ ip = '' }) => documented.test(ip))).toBe(true);
  });
});

test('removes the click and burn of a view that is too old to be stored', () => {
  const event = (id: string, type: OutletEvent['type'], second: number, viewId?: string): OutletEvent => ({
    id,
    type,
    eui: '00'.repeat(8),
    timestamp: new Date(second * 1000).toISOString(),
    ...(viewId ? { view_id: viewId } : {}),
  });
  const old = [event('a', 'view', 9), event('b', 'burn', 12, 'a')];
  const young = [event('c', 'view', 10), event('d', 'click', 13, 'c')];
  expect(withoutViewsBefore([...old, ...young], new Date(10_000).toISOString())).toEqual(young);
});

test('the past has three closed months and at least 100 days on each day of a year', () => {
  const config = { closeAfterDays: 5, networkTimeZone: 'UTC' };
  for (let day = 0; day < 365; day += 1) {
    const now = NOW + day * DAY_MS;
    const days = (now - (pastBegin(now, config, 3) ?? now)) / DAY_MS;
    expect([days >= 100, days < 131]).toEqual([true, true]);
  }
});
