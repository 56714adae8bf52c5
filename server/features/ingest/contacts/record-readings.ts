import type { EventResult } from '#contract/ingest.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { mostMilliWh } from '#domain/energy-reading.ts';
import { highest, lowest } from '#domain/extremes.ts';
import type { Meter } from '#domain/meter-register.ts';
import type { createDayFinder } from '#domain/zoned-day.ts';
import type { EventsReader, KnownEvent } from '#event-store/event-store.ts';
import type { Config } from '../../../config/config.ts';
import type { AccountsDb } from '../../../databases/accounts/accounts-db.ts';
import { grouped } from '../../../lib/grouped.ts';
import type { CandidateEvent, CheckedBatch, Heartbeat } from '../check/check-batch.ts';
import type { CheckedEvent } from '../check/check-event.ts';
import type { StoredRow } from '../decide/stored-row.ts';
import { createInFlightIds } from '../receive/in-flight-ids.ts';
import { storeUnavailable } from '../receive/store-unavailable.ts';
import { findCharges } from './charges-events-queries.ts';
import { LONGEST_ADDED_MS, LONGEST_CHARGE_MS, measureOutlet, type SentReading } from './measure-outlet.ts';
import { findMeters, type ImplausibleReading, insertImplausible, saveMeters } from './meters-queries.ts';

type Parts = {
  readonly accounts: AccountsDb;
  readonly events: Pick<EventsReader, 'query'>;
  /** Stores rows durably. */
  readonly store: (rows: readonly StoredRow[]) => Promise<unknown>;
  readonly dayOf: ReturnType<typeof createDayFinder>;
  /** The rated power of outlets that have no value of their own. */
  readonly config: Pick<Config, 'ratedWatts'>;
};

type Stored = {
  readonly batches: readonly Pick<CheckedBatch, 'heartbeats'>[];
  readonly candidates: readonly CandidateEvent[];
  /** One result per candidate, in the same order. */
  readonly results: readonly EventResult[];
  /** Returns the time of a view; undefined if it is not known. */
  readonly viewAt: (viewId: bigint, outletKey: number) => number | undefined;
  readonly nowMs: number;
};

const OF_HEARTBEAT = {
  source: 'heartbeat' as const,
  isPlainView: false,
  viewId: null,
  energyMilliWh: null,
  elapsedMs: null,
};

export type Readings = {
  /** Returns the candidates. A view whose reading exceeds its outlet's power gets the estimate instead. */
  judgeViews(candidates: readonly CandidateEvent[]): CandidateEvent[];
  /** Corrects the energy of views with the readings of stored events, resent events and heartbeats. */
  record(stored: Stored): Promise<void>;
  /**
   * Returns the note about an event's reading for its result; undefined if the reading is used, or if there is none.
   */
  noteOf(event: CheckedEvent): 'ignored' | 'implausible' | undefined;
};

/**
 * Records the energy of charges:
 * 1. A view is stored with its own reading, or with the estimate.
 * 2. A later reading (a click, a burn, the same view with a reading, the register) is compared with the stored view.
 * 3. The difference is stored as a separate row before the event is acknowledged. The same event always produces the
 * same row.
 * 4. The meter's state is stored last. After a crash in between, steps 2 and 3 repeat and find nothing to change.
 */
export function createReadings({ accounts, events, store, dayOf, config }: Parts): Readings {
  const outletLocks = createInFlightIds();
  const last = createLastReadings();
  const implausible = new WeakMap<CheckedEvent, ImplausibleReading>();
  const wattsOf = ({ located }: Pick<CandidateEvent, 'located'>) => located.outlet.ratedWatts ?? config.ratedWatts;

  function judgeView(candidate: CandidateEvent): CandidateEvent {
    const { event, kind, eventId, located } = candidate;
    if (kind !== 'view' || event.energyMilliWh === null) return candidate;
    const most = mostMilliWh(wattsOf(candidate), last.elapsed(located.outlet.key, eventId, event.timestampMs));
    last.note(located.outlet.key, eventId, event.timestampMs);
    if (event.energyMilliWh <= most) return candidate;
    const estimated = { ...event, energyMilliWh: null };
    const reading: ImplausibleReading = {
      outlet_key: located.outlet.key,
      event_id: event.id,
      source: 'view',
      at: event.timestampMs,
      milli_wh: event.energyMilliWh,
      most_milli_wh: most,
      received_at: 0,
    };
    for (const one of [event, estimated]) implausible.set(one, reading);
    return { ...candidate, event: estimated };
  }

  function readingOf(candidate: CandidateEvent, { status }: EventResult): SentReading | null {
    const { event, kind, located, eventId, viewId } = candidate;
    // The row of an accepted view already contains its reading.
    const isInRow = kind === 'view' && status === 'accepted';
    const energyMilliWh = isInRow ? null : event.energyMilliWh;
    const isPlainView = kind === 'view' && event.energyMilliWh === null && event.registerMilliWh === null;
    if (energyMilliWh === null && event.registerMilliWh === null && !isPlainView) return null;
    const of = kind === 'view' ? eventId : viewId;
    const elapsedMs = energyMilliWh === null ? null : last.elapsed(located.outlet.key, of, event.timestampMs);
    if (energyMilliWh !== null) last.note(located.outlet.key, of, event.timestampMs);
    return { ...placeOf(candidate), source: kind, isPlainView, viewId: of, energyMilliWh, elapsedMs };
  }

  const placeOf = (candidate: Pick<CandidateEvent, 'event' | 'located'>) => ({
    outletKey: candidate.located.outlet.key,
    sentId: candidate.event.id,
    atMs: candidate.event.timestampMs,
    registerMilliWh: candidate.event.registerMilliWh,
    ratedWatts: wattsOf(candidate),
    customerKey: candidate.located.assignment.customerKey,
    localDay: dayOf(candidate.event.timestampMs, candidate.located.assignment.timeZone).date,
  });

  const ofHeartbeat = (heartbeat: Heartbeat): SentReading | null =>
    heartbeat.event.registerMilliWh === null ? null : { ...placeOf(heartbeat), ...OF_HEARTBEAT };

  async function measure(told: readonly (SentReading & { readonly customers: readonly number[] })[], stored: Stored) {
    const { nowMs } = stored;
    const ofMeter = told.filter(({ registerMilliWh, isPlainView }) => registerMilliWh !== null || isPlainView);
    const meters = await findMeters(accounts, [...new Set(ofMeter.map(({ outletKey }) => outletKey))]);
    const sent = told.filter((reading) => !reading.isPlainView || isLate(reading, meters.get(reading.outletKey)));
    if (sent.length === 0) return [];
    const byOutlet = grouped(sent, ({ outletKey }) => outletKey);
    const outletKeys = [...byOutlet.keys()];
    const fromMs = lowest(sent.map((reading) => firstOf(reading, meters.get(reading.outletKey), stored)));
    const toMs = highest(sent.map((reading) => lastOf(reading, meters.get(reading.outletKey))));
    const customerKeys = [...new Set(sent.flatMap(({ customers }) => customers))];
    const energies = await findCharges(events, { outletKeys, customerKeys, fromMs, toMs });
    const rows: StoredRow[] = [];
    const found: ImplausibleReading[] = [];
    const moved = new Map<number, Meter>();
    for (const [outletKey, readings] of byOutlet) {
      const energy = energies.get(outletKey) ?? { charges: [], loose: [] };
      const measured = measureOutlet(readings, energy, { meter: meters.get(outletKey), nowMs });
      for (const row of measured.rows) rows.push(row);
      for (const one of measured.implausible) found.push(one);
      if (measured.meter !== undefined) moved.set(outletKey, measured.meter);
    }
    if (rows.length > 0) await store(rows);
    if (moved.size > 0) await saveMeters(accounts, moved);
    return found;
  }

  async function recordLocked(
    sent: readonly (SentReading & { readonly customers: readonly number[] })[],
    stored: Stored,
  ) {
    const outletKeys = [...new Set(sent.map(({ outletKey }) => outletKey))];
    const release = await outletLocks.lock(outletKeys.map(BigInt), []);
    try {
      return await measure(sent, stored);
    } finally {
      release();
    }
  }

  return {
    judgeViews: (candidates) =>
      candidates.some(({ event }) => event.energyMilliWh !== null) ? candidates.map(judgeView) : [...candidates],
    record: async (stored) => {
      const { batches, candidates, results, nowMs } = stored;
      const found: ImplausibleReading[] = [];
      const sent: (SentReading & { customers: number[]; event: CheckedEvent })[] = [];
      const add = (reading: SentReading | null, { located, event }: Pick<CandidateEvent, 'located' | 'event'>) => {
        const customers = located.outlet.assignments.map(({ customerKey }) => customerKey);
        if (reading !== null) sent.push({ ...reading, customers, event });
      };
      for (const [at, candidate] of candidates.entries()) {
        const result = results[at];
        if (result === undefined || result.status === 'rejected' || result.code !== undefined) continue;
        const ofView = implausible.get(candidate.event);
        if (ofView !== undefined) found.push({ ...ofView, received_at: nowMs });
        add(readingOf(candidate, result), candidate);
      }
      for (const { heartbeats } of batches) for (const heartbeat of heartbeats) add(ofHeartbeat(heartbeat), heartbeat);
      if (sent.length === 0 && found.length === 0) return;
      try {
        if (sent.length > 0) for (const one of await recordLocked(sent, stored)) found.push(one);
        if (found.length > 0) await insertImplausible(accounts, found);
      } catch (error) {
        throw storeUnavailable(error);
      }
      for (const reading of found)
        for (const { event, outletKey } of sent)
          if (event.id === reading.event_id && outletKey === reading.outlet_key) implausible.set(event, reading);
    },
    noteOf: (event) => (implausible.has(event) ? 'implausible' : event.isEnergyUnreadable ? 'ignored' : undefined),
  };
}

/** Returns the start of the time range whose views are needed to assign a reading. */
function firstOf(reading: SentReading, meter: Meter | undefined, { viewAt }: Stored): number {
  const { atMs, energyMilliWh, registerMilliWh, viewId, outletKey } = reading;
  const ofView = energyMilliWh === null || viewId === null ? atMs : (viewAt(viewId, outletKey) ?? atMs);
  const ofRegister = registerMilliWh === null ? atMs : Math.min(meter?.anchor.atMs ?? atMs, atMs - LONGEST_CHARGE_MS);
  return Math.min(ofView, ofRegister, atMs) - MINUTE_MS;
}

/**
 * Returns the end of the time range whose energy is needed. A late view takes energy that the register measured later.
 */
const lastOf = ({ atMs, isPlainView }: SentReading, meter: Meter | undefined): number =>
  isPlainView ? Math.min(meter?.last.atMs ?? atMs, atMs + LONGEST_ADDED_MS) : atMs;

/** Whether the register was read for a later time before the view arrived. */
const isLate = ({ atMs }: SentReading, meter: Meter | undefined): boolean =>
  meter !== undefined && atMs >= meter.sinceMs && atMs < meter.last.atMs;

/** Adds a note to each result whose reading was not used. */
export function withEnergyNotes(
  results: readonly EventResult[],
  { candidates, heartbeats, faults }: CheckedBatch,
  { noteOf }: Pick<Readings, 'noteOf'>,
): EventResult[] {
  const notes = new Map<number, 'ignored' | 'implausible'>();
  for (const { index, event } of [...candidates, ...heartbeats, ...faults]) {
    const note = noteOf(event);
    if (note !== undefined) notes.set(index, note);
  }
  if (notes.size === 0) return [...results];
  return results.map((result) => {
    const energy = result.status === 'rejected' ? undefined : notes.get(result.index);
    return energy === undefined ? result : { ...result, energy };
  });
}

/** Whether a heartbeat reports the meter's register. */
export const hasRegister = ({ heartbeats }: CheckedBatch): boolean =>
  heartbeats.some(({ event }) => event.registerMilliWh !== null);

/** Returns a lookup for the times of views, stored with this batch or earlier. */
export function viewTimes(rows: readonly StoredRow[], stored: ReadonlyMap<bigint, readonly KnownEvent[]>) {
  const inBatch = new Map(rows.map((row) => [row.eventId, row]));
  return (viewId: bigint, outletKey: number): number | undefined => {
    const row = inBatch.get(viewId);
    if (row?.outletKey === outletKey) return row.timestampMs;
    return stored.get(viewId)?.find((event) => event.outletKey === outletKey)?.timestampMs;
  };
}

/** Maximum number of outlets to remember, about 10 MB in memory. */
const MOST_OUTLETS = 100_000;

type Last = {
  /** The view whose charge was read. */
  readonly viewId: bigint;
  readonly atMs: number;
  /** The time of the previous charge's reading. */
  readonly beforeMs: number | null;
};

/**
 * Remembers when each outlet was last read by this process. The time only limits how large the next reading can be.
 * Without a remembered time, the limit for a day applies.
 */
function createLastReadings() {
  const byOutlet = new Map<number, Last>();

  const before = (outletKey: number, viewId: bigint): number | null => {
    const last = byOutlet.get(outletKey);
    if (last === undefined) return null;
    return last.viewId === viewId ? last.beforeMs : last.atMs;
  };

  return {
    /** Milliseconds since the last reading of another charge; null if there is none or it is not older. */
    elapsed(outletKey: number, viewId: bigint, atMs: number): number | null {
      const last = before(outletKey, viewId);
      return last === null || last >= atMs ? null : atMs - last;
    },
    note(outletKey: number, viewId: bigint, atMs: number): void {
      const beforeMs = before(outletKey, viewId);
      byOutlet.delete(outletKey);
      byOutlet.set(outletKey, { viewId, atMs, beforeMs });
      for (const key of byOutlet.keys()) {
        if (byOutlet.size <= MOST_OUTLETS) break;
        byOutlet.delete(key);
      }
    },
  };
}
