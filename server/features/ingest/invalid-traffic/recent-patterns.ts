import type { PatternMode, PatternRule } from '#contract/traffic-rules.ts';
import { HOUR_MS, SECOND_MS } from '#domain/durations.ts';
import type { PatternModes } from '#domain/judging-rules.ts';
import { addFading, type FadingCount, type FlightShare, fadedTo, isSharePattern } from '#domain/share-pattern.ts';
import {
  addRecent,
  type ClickBase,
  isClickPattern,
  isDistantPattern,
  isEnergyPattern,
  isFingerprintPattern,
  isIntervalPattern,
  MOST_PATTERN_VIEWS,
  type PatternView,
  type Sighting,
} from '#domain/traffic-patterns.ts';
import type { EventsReader } from '#event-store/event-store.ts';
import { grouped } from '../../../lib/grouped.ts';
import { yieldThread } from '../../../lib/yield-thread.ts';
import { type RecentEvent, readRecentEvents } from './pattern-events-queries.ts';

/** An event to judge, with the context that the rules need. */
export type PatternedEvent = RecentEvent & {
  /** For a click, whether the advertiser pays for it. */
  readonly isPaid: boolean;
  readonly position: Position;
  /** Number of sockets that share the outlet's EUI. */
  readonly sockets: number;
  /** Whether the venue was closed at the event's time. */
  readonly isClosed: boolean;
  /** Whether the event's access key is used from many networks. */
  readonly isSpread: boolean;
};

/** A pattern that an event is part of. */
export type FoundPattern = {
  readonly rule: PatternRule;
  readonly mode: Exclude<PatternMode, 'off'>;
  readonly event: PatternedEvent;
};

export type PatternBook = {
  /**
   * Reads stored events: first everything recent, then what other processes have stored. Never fails. Call this before
   * `judge`.
   */
  refresh(): Promise<void>;
  /** Adds a batch's events, and returns the patterns that each event is part of. Runs synchronously. */
  judge(events: readonly PatternedEvent[], modes: PatternModes): readonly FoundPattern[];
  /** Removes events that were not stored. */
  forget(events: readonly PatternedEvent[]): void;
};

/** Within a millisecond, a view sorts before its clicks and burns. */
const byTime = (one: RecentEvent, other: RecentEvent) =>
  one.atMs - other.atMs || Number(other.kind === 'view') - Number(one.kind === 'view');
const NOWHERE: Position = { lat: null, lng: null };
/** Number of later events in the batch that are already added when an event is judged. */
const LOOK_AHEAD = 50;
/** How far back a startup reads. */
const READ_BACK_MS = 3 * HOUR_MS;
/** How often the events of other processes are read. Also the delay before a retry after a failure. */
const REFRESH_MS = 5 * SECOND_MS;
/** Another process's insert may become visible this many seconds after its timestamp. */
const OVERLAP_SECONDS = 10;

/**
 * Keeps the events that the statistical rules compare an event with: recent events of its outlet and its visitor.
 * Includes invalid events, so that detecting a pattern does not end it. The events are in memory, where a startup reads
 * them back. If several processes store events, each process reads the other processes' events every few seconds.
 */
export function createPatternBook(needs: {
  readonly events: EventsReader;
  readonly now: () => number;
  readonly shared: boolean;
}): PatternBook {
  const { events, now, shared } = needs;
  const recent = createRecentTraffic();
  let newestStored = 0;
  let readAtMs: number | null = null;
  let isRead = false;
  let reading: Promise<void> | null = null;

  async function read(): Promise<void> {
    const isFirst = newestStored === 0;
    // An empty store has no newest event.
    const storedSince = isFirst ? 0 : Math.max(0, newestStored - OVERLAP_SECONDS);
    const found = await readRecentEvents(events, { fromMs: now() - READ_BACK_MS, storedSince });
    newestStored = Math.max(1, found.newestStored);
    // Add views before their clicks.
    for (const kind of ['view', 'click', 'burn'] as const)
      for (const event of found.events.toReversed()) {
        if (event.kind === kind) addStored(event);
        await yieldThread();
      }
    isRead = true;
  }

  function addStored(event: RecentEvent): void {
    if (event.kind === 'view') recent.addSighting(event, NOWHERE);
    recent.add(event);
  }

  function rulesOf(event: PatternedEvent, modes: PatternModes): PatternRule[] {
    const { kind, eventId, viewId, outletKey, flightKey, fingerprint, isPaid, sockets } = event;
    const { views, readings } = recent.ofOutlet(outletKey);
    const rules: PatternRule[] = [];
    const add = (rule: PatternRule, isFound: () => boolean) => {
      if (modes[rule] !== 'off' && isFound()) rules.push(rule);
    };
    if (kind === 'click' && isPaid) {
      const at = views.findLastIndex((view) => view.eventId === viewId);
      add('click_pattern', () => isClickPattern(views, at, recent.elsewhere(flightKey, outletKey)));
    }
    if (kind !== 'click' && event.energyMilliWh !== null) {
      const at = readings.findLastIndex((reading) => reading.eventId === eventId);
      const values = () => readings.map(({ energyMilliWh }) => energyMilliWh);
      add('energy_pattern', () => at >= 0 && isEnergyPattern(values(), at));
    }
    add('many_addresses', () => event.isSpread);
    if (kind !== 'view') return rules;
    add('closed_hours', () => event.isClosed);
    add('outlet_share', () => flightKey !== 0 && isSharePattern(recent.shareOf(flightKey, outletKey)));
    const at = views.findLastIndex((view) => view.eventId === eventId);
    add('interval_pattern', () => at >= 0 && isIntervalPattern(views, at));
    add('fingerprint_pattern', () => at >= 0 && isFingerprintPattern(views, at, sockets));
    add('distant_venues', () => {
      const sightings = recent.sightingsOf(fingerprint);
      return sightings.length > 2 && isDistantPattern(sightings, { ...event, ...event.position });
    });
    return rules;
  }

  return {
    refresh: async () => {
      const isDue = readAtMs === null || now() - readAtMs >= REFRESH_MS;
      if (reading === null && isDue && (!isRead || shared)) {
        readAtMs = now();
        // The batch queries the same store and reports its errors.
        reading = read()
          .catch(() => undefined)
          .finally(() => {
            reading = null;
          });
      }
      await reading;
    },
    judge: (batch, modes) => {
      if (Object.values(modes).every((mode) => mode === 'off')) return [];
      for (const event of batch) if (event.kind === 'view') recent.addSighting(event, event.position);
      const found: FoundPattern[] = [];
      for (const events of grouped(batch, ({ outletKey }) => outletKey).values()) {
        const ordered = events.toSorted(byTime);
        let added = 0;
        for (const [nth, event] of ordered.entries()) {
          // A report for an entire night exceeds an outlet's memory, so each event is judged next to its neighbors.
          for (; added < Math.min(ordered.length, nth + LOOK_AHEAD); added += 1) {
            const next = ordered[added];
            if (next !== undefined) recent.add(next);
          }
          for (const rule of rulesOf(event, modes)) {
            const mode = modes[rule];
            if (mode !== 'off') found.push({ rule, mode, event });
          }
        }
      }
      return found;
    },
    forget: (batch) => {
      for (const event of batch) recent.remove(event);
    },
  };
}

type RecentView = { -readonly [Field in keyof PatternView]: PatternView[Field] } & { readonly eventId: bigint };
type Reading = { readonly atMs: number; readonly eventId: bigint; readonly energyMilliWh: number };
type Counts = { views: number; clicks: number; readonly recent: FadingCount };
/** A flight's counts at all outlets; `outlets` is how many have shown it. */
type FlightCounts = Counts & { outlets: number };
type Seen = Sighting & { readonly eventId: bigint };

/** The traffic remembered for one outlet: recent views and meter readings, oldest first, and counts by flight. */
type OutletTraffic = {
  readonly views: RecentView[];
  readonly readings: Reading[];
  readonly flights: Map<number, Counts>;
};

/** An outlet's position. */
type Position = Pick<Sighting, 'lat' | 'lng'>;

const MOST_OUTLETS = 20_000;
const MOST_READINGS = 60;
const MOST_VISITORS = 100_000;
const MOST_SIGHTINGS = 40;

/** Keeps recent events by outlet and by visitor, in bounded memory. The least recently seen entry is dropped first. */
function createRecentTraffic() {
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
    /** Adds the position where a view's visitor was seen. Adding it again changes nothing. */
    addSighting,
    sightingsOf: (fingerprint: string): readonly Seen[] => visitors.get(fingerprint) ?? [],
    /** Returns a flight's views and clicks at all other outlets. */
    elsewhere: (flightKey: number, outletKey: number): ClickBase => {
      const [all, own] = [flights.get(flightKey), outlets.get(outletKey)?.flights.get(flightKey)];
      return { views: (all?.views ?? 0) - (own?.views ?? 0), clicks: (all?.clicks ?? 0) - (own?.clicks ?? 0) };
    },
    /** Returns a flight's recent views at this outlet and everywhere. */
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
