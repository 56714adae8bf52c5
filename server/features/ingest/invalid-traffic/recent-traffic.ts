import { addFading, type FadingCount, type FlightShare, fadedTo } from '#domain/share-pattern.ts';
import {
  addRecent,
  type ClickBase,
  MOST_PATTERN_VIEWS,
  type PatternView,
  type Sighting,
} from '#domain/traffic-patterns.ts';
import type { RecentEvent } from './pattern-events-queries.ts';

type RecentView = { -readonly [Field in keyof PatternView]: PatternView[Field] } & { readonly eventId: bigint };
type Reading = { readonly atMs: number; readonly eventId: bigint; readonly energyMilliWh: number };
type Counts = { views: number; clicks: number; readonly recent: FadingCount };
/** Counts of a flight at all outlets; `outlets` is how many have shown it. */
type FlightCounts = Counts & { outlets: number };
type Seen = Sighting & { readonly eventId: bigint };

/** The traffic kept of one outlet: recent views and meter readings, oldest first, and counts by flight. */
export type OutletTraffic = {
  readonly views: RecentView[];
  readonly readings: Reading[];
  readonly flights: Map<number, Counts>;
};

/** Position of an outlet. */
export type Position = Pick<Sighting, 'lat' | 'lng'>;

const MOST_OUTLETS = 20_000;
const MOST_READINGS = 60;
const MOST_VISITORS = 100_000;
const MOST_SIGHTINGS = 40;

/** Recent events by outlet and by visitor, in bounded memory. The least recently seen entry is dropped first. */
export function createRecentTraffic() {
  const outlets = new Map<number, OutletTraffic>();
  const visitors = new Map<string, Seen[]>();
  const flights = new Map<number, FlightCounts>();

  function ofOutlet(outletKey: number): OutletTraffic {
    const known = outlets.get(outletKey);
    const traffic = known ?? { views: [], readings: [], flights: new Map<number, Counts>() };
    // A map keeps insertion order: its first entry is the least recently seen one.
    if (known !== undefined) outlets.delete(outletKey);
    outlets.set(outletKey, traffic);
    if (outlets.size > MOST_OUTLETS) dropFirst(outlets);
    return traffic;
  }

  function addView({ eventId, atMs, fingerprint, flightKey, outletKey }: RecentEvent): void {
    const traffic = ofOutlet(outletKey);
    if (traffic.views.some((view) => view.eventId === eventId)) return;
    addRecent(traffic.views, { eventId, atMs, fingerprint, flightKey, clickAfterMs: null }, MOST_PATTERN_VIEWS);
    const [own, all] = [countFor(traffic.flights, flightKey), flightCounts(flightKey)];
    if (own.views === 0) all.outlets += 1;
    for (const counts of [own, all]) {
      counts.views += 1;
      addFading(counts.recent, atMs);
    }
  }

  function flightCounts(flightKey: number): FlightCounts {
    const known = flights.get(flightKey) ?? { ...noCounts(), outlets: 0 };
    flights.set(flightKey, known);
    return known;
  }

  function addSighting({ eventId, atMs, fingerprint, outletKey }: RecentEvent, { lat, lng }: Position): void {
    if (fingerprint === '') return;
    const seen = visitors.get(fingerprint) ?? [];
    visitors.delete(fingerprint);
    visitors.set(fingerprint, seen);
    if (seen.some((sighting) => sighting.eventId === eventId)) return;
    addRecent(seen, { eventId, atMs, outletKey, lat, lng }, MOST_SIGHTINGS);
    if (visitors.size > MOST_VISITORS) dropFirst(visitors);
  }

  function addClick({ viewId, atMs, outletKey }: RecentEvent): void {
    const { views, flights: own } = ofOutlet(outletKey);
    const view = views.find(({ eventId }) => eventId === viewId);
    if (view === undefined || view.clickAfterMs !== null) return;
    view.clickAfterMs = atMs - view.atMs;
    countFor(own, view.flightKey).clicks += 1;
    flightCounts(view.flightKey).clicks += 1;
  }

  return {
    ofOutlet,
    /** Adds the position of a view's visitor. Adding it again changes nothing. */
    addSighting,
    sightingsOf: (fingerprint: string): readonly Seen[] => visitors.get(fingerprint) ?? [],
    /** Views and clicks of a flight at all other outlets. */
    elsewhere: (flightKey: number, outletKey: number): ClickBase => {
      const [all, own] = [flights.get(flightKey), outlets.get(outletKey)?.flights.get(flightKey)];
      return { views: (all?.views ?? 0) - (own?.views ?? 0), clicks: (all?.clicks ?? 0) - (own?.clicks ?? 0) };
    },
    /** Recent views of a flight at the outlet and everywhere. */
    shareOf: (flightKey: number, outletKey: number): FlightShare => {
      const [all, own] = [flights.get(flightKey), outlets.get(outletKey)?.flights.get(flightKey)];
      if (all === undefined || own === undefined) return { own: 0, all: 0, otherOutlets: 0 };
      const { atMs } = all.recent;
      return { own: fadedTo(own.recent, atMs), all: fadedTo(all.recent, atMs), otherOutlets: all.outlets - 1 };
    },
    /** Adds an event. Adding it again changes nothing. */
    add: (event: RecentEvent): void => {
      if (event.kind === 'view') addView(event);
      if (event.kind === 'click') addClick(event);
      if (event.kind === 'click' || event.energyMilliWh === null) return;
      const { readings } = ofOutlet(event.outletKey);
      const { eventId, atMs, energyMilliWh } = event;
      if (!readings.some((reading) => reading.eventId === eventId))
        addRecent(readings, { eventId, atMs, energyMilliWh }, MOST_READINGS);
    },
    /** Removes an event that was not stored. */
    remove: ({ eventId, viewId, kind, outletKey, fingerprint }: RecentEvent): void => {
      const { views, readings } = ofOutlet(outletKey);
      dropEvent(readings, eventId);
      if (kind === 'click') for (const view of views) if (view.eventId === viewId) view.clickAfterMs = null;
      if (kind !== 'view') return;
      dropEvent(views, eventId);
      const seen = visitors.get(fingerprint);
      if (seen !== undefined) dropEvent(seen, eventId);
    },
  };
}

function dropFirst<Key>(map: Map<Key, unknown>): void {
  const [first] = map.keys();
  if (first !== undefined) map.delete(first);
}

function dropEvent(items: { readonly eventId: bigint }[], eventId: bigint): void {
  const at = items.findIndex((item) => item.eventId === eventId);
  if (at >= 0) items.splice(at, 1);
}

const noCounts = (): Counts => ({ views: 0, clicks: 0, recent: { value: 0, atMs: 0 } });

function countFor(counts: Map<number, Counts>, key: number): Counts {
  const known = counts.get(key) ?? noCounts();
  counts.set(key, known);
  return known;
}
