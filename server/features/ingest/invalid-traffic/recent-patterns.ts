import type { PatternMode, PatternRule } from '#contract/traffic-rules.ts';
import { HOUR_MS, SECOND_MS } from '#domain/durations.ts';
import type { PatternModes } from '#domain/judging-rules.ts';
import { isSharePattern } from '#domain/share-pattern.ts';
import {
  isClickPattern,
  isDistantPattern,
  isEnergyPattern,
  isFingerprintPattern,
  isIntervalPattern,
} from '#domain/traffic-patterns.ts';
import type { EventsReader } from '#event-store/event-store.ts';
import { grouped } from '../../../lib/grouped.ts';
import { yieldThread } from '../../../lib/yield-thread.ts';
import { type RecentEvent, readRecentEvents } from './pattern-events-queries.ts';
import { createRecentTraffic, type Position } from './recent-traffic.ts';

/** An event to judge, with the context that its rules need. */
export type PatternedEvent = RecentEvent & {
  /** Whether the event, if it is a click, costs its advertiser something. */
  readonly isPaid: boolean;
  readonly position: Position;
  /** Sockets under the outlet's EUI. */
  readonly sockets: number;
  /** Whether its venue is closed at that time. */
  readonly isClosed: boolean;
  /** Whether its key is used from many networks. */
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
   * Reads stored events: everything recent at first, then what other processes stored. Never fails. Call it before
   * `judge`.
   */
  refresh(): Promise<void>;
  /** Adds the events of a batch, then returns the patterns that each is part of. Runs synchronously. */
  judge(events: readonly PatternedEvent[], modes: PatternModes): readonly FoundPattern[];
  /** Removes events that were not stored. */
  forget(events: readonly PatternedEvent[]): void;
};

/** In the same millisecond, a view comes before its clicks and burns. */
const byTime = (one: RecentEvent, other: RecentEvent) =>
  one.atMs - other.atMs || Number(other.kind === 'view') - Number(one.kind === 'view');
const NOWHERE: Position = { lat: null, lng: null };
/** How many later events of its batch are known when an event is judged. */
const LOOK_AHEAD = 50;
/** How far back a startup reads. */
const READ_BACK_MS = 3 * HOUR_MS;
/** How often the events of other processes are read, and the delay before a retry after a failure. */
const REFRESH_MS = 5 * SECOND_MS;
/** An insert of another process may become visible this many seconds after its time. */
const OVERLAP_SECONDS = 10;

/**
 * The events that the statistical rules compare an event with: recent events of its outlet and its visitor. Includes
 * invalid events, so that a pattern does not end because it was found. They are in memory and read back at startup. If
 * several processes store events, each reads the others' events every few seconds.
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
          // A report of a whole night exceeds the memory of an outlet, so each event is judged next to its neighbors.
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
