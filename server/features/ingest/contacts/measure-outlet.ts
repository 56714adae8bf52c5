import { HOUR_MS } from '#domain/durations.ts';
import { mostMilliWh } from '#domain/energy-reading.ts';
import { eventTimeProblem } from '#domain/event-time.ts';
import { type Meter, type RegisterReading, shareRegister, takeRegister } from '#domain/meter-register.ts';
import { eventIdOf, type ReadingSource } from '#event-store/event-store.ts';
import type { StoredRow } from '../decide/stored-row.ts';
import { type Charge, type OutletEnergy, replaces } from './charges-events-queries.ts';
import type { ImplausibleReading } from './meters-queries.ts';

/** What an event reports about its outlet's energy. */
export type SentReading = {
  readonly outletKey: number;
  readonly sentId: string;
  readonly atMs: number;
  readonly source: 'view' | 'click' | 'burn' | 'heartbeat';
  /** Whether the event is a view without a reading. The register may have measured this view before it arrived. */
  readonly isPlainView: boolean;
  /** The event's own id for a view; the id of the view for a click or burn; otherwise null. */
  readonly viewId: bigint | null;
  /** The charge's energy; null if the event reports none, or if its own row already contains it. */
  readonly energyMilliWh: number | null;
  readonly registerMilliWh: number | null;
  readonly ratedWatts: number;
  /** Time since the outlet's previous reading; null if there is none. */
  readonly elapsedMs: number | null;
  readonly customerKey: number;
  readonly localDay: string;
};

/** How long a charge may have been running when a meter reports for the first time. */
export const LONGEST_CHARGE_MS = HOUR_MS;
/** How long a view keeps receiving energy from the register if no other view follows. */
export const LONGEST_ADDED_MS = 24 * HOUR_MS;

type Measured = {
  readonly rows: StoredRow[];
  readonly implausible: ImplausibleReading[];
  /** Undefined if the meter's state did not change. */
  meter: Meter | undefined;
};

/** Computes how an outlet's readings change the energy of its views, and the resulting state of its meter. */
export function measureOutlet(
  sent: readonly SentReading[],
  { charges, loose }: OutletEnergy,
  { meter, nowMs }: { readonly meter: Meter | undefined; readonly nowMs: number },
): Measured {
  const known = new Map(charges.map((charge) => [charge.viewId, charge]));
  const looseNow = [...loose];
  const measured: Measured = { rows: [], implausible: [], meter: undefined };

  const isTooOld = (charge: Charge) => eventTimeProblem(charge.atMs, nowMs) !== null;

  function change(
    charge: Charge,
    reading: SentReading,
    by: { source: 'register' | 'view' | 'click' | 'burn'; milliWh: number },
  ) {
    const { outletKey, sentId } = reading;
    measured.rows.push(readingRow({ outletKey, sentId, ...by }, charge));
    known.set(charge.viewId, {
      ...charge,
      milliWh: charge.milliWh + by.milliWh,
      readBy: replaces(by.source, charge.readBy) ? by.source : charge.readBy,
    });
  }

  function noteImplausible(
    reading: SentReading,
    found: { source: ImplausibleReading['source']; milliWh: number; most: number },
  ) {
    measured.implausible.push({
      outlet_key: reading.outletKey,
      event_id: reading.sentId,
      source: found.source,
      at: reading.atMs,
      milli_wh: found.milliWh,
      most_milli_wh: found.most,
      received_at: nowMs,
    });
  }

  function takeEnergy(reading: SentReading, energy: number): void {
    const { source, viewId, ratedWatts, elapsedMs } = reading;
    const charge = viewId === null ? undefined : known.get(viewId);
    if (charge === undefined || source === 'heartbeat' || !replaces(source, charge.readBy) || isTooOld(charge)) return;
    const most = mostMilliWh(ratedWatts, elapsedMs);
    if (energy > most) noteImplausible(reading, { source, milliWh: energy, most });
    else change(charge, reading, { source, milliWh: energy - charge.milliWh });
  }

  /**
   * Assigns energy to a late view, which arrived after a later reading of the register. The view gets only energy that
   * was measured while no view was charging.
   */
  function takeLateView(reading: SentReading): void {
    const charge = reading.viewId === null ? undefined : known.get(reading.viewId);
    const now = measured.meter ?? meter;
    if (charge === undefined || now === undefined || charge.readBy !== 'none' || isTooOld(charge)) return;
    if (charge.atMs < now.sinceMs || charge.atMs >= now.last.atMs) return;
    const at = looseNow.findIndex(
      ({ atMs, milliWh }) => milliWh > 0 && atMs > charge.atMs && atMs - charge.atMs <= LONGEST_ADDED_MS,
    );
    const found = looseNow[at];
    change(charge, reading, { source: 'register', milliWh: (found?.milliWh ?? 0) - charge.milliWh });
    if (found === undefined) return;
    const { outletKey, sentId } = reading;
    measured.rows.push(looseRow({ outletKey, sentId, milliWh: -found.milliWh }, found));
    looseNow[at] = { ...found, milliWh: 0 };
  }

  function takeRegisterReading(reading: SentReading, milliWh: number): void {
    const step = takeRegister(measured.meter ?? meter, { atMs: reading.atMs, milliWh }, reading.ratedWatts);
    if (step.kind === 'old') return;
    if (step.kind === 'baseline') {
      measured.meter = { ...step.meter, anchor: { milliWh, atMs: startOf(reading.atMs) } };
    } else if (step.kind === 'implausible') {
      measured.meter = step.meter;
      noteImplausible(reading, { source: 'register', milliWh: step.differenceMilliWh, most: step.most });
    } else {
      measured.meter = advance(step.before, step.reading, reading);
    }
  }

  /**
   * Returns the time for the meter's anchor. A charge that is running at the first meter report gets the energy
   * measured from that report on, so the anchor has the time at which the charge started.
   */
  function startOf(atMs: number): number {
    const newest = [...known.values()].filter((charge) => charge.atMs <= atMs).at(-1);
    const runs = newest !== undefined && newest.readBy === 'none' && atMs - newest.atMs <= LONGEST_CHARGE_MS;
    return runs ? newest.atMs : atMs;
  }

  function advance(before: Meter, register: RegisterReading, reading: SentReading): Meter {
    const inTime = ({ atMs }: { atMs: number }, fromMs: number) => atMs >= fromMs && atMs < register.atMs;
    const hasNew = [...known.values()].some((charge) => inTime(charge, before.last.atMs));
    const anchor = hasNew ? before.last : before.anchor;
    const total = register.milliWh - anchor.milliWh;
    const looseOf = looseNow.filter(({ atMs }) => atMs > anchor.atMs && atMs <= register.atMs);
    const left = total - looseOf.reduce((sum, one) => sum + one.milliWh, 0);
    const over = [...known.values()].filter((charge) => inTime(charge, anchor.atMs));
    const { changes, rest } = shareRegister(left, over.map(asMetered));
    let loosely = rest;
    for (const [at, milliWh] of changes.entries()) {
      const charge = over[at];
      if (charge === undefined || (milliWh === 0 && charge.readBy !== 'none')) continue;
      if (charge.readBy !== 'none' && register.atMs - charge.atMs > LONGEST_ADDED_MS) loosely += milliWh;
      else change(charge, reading, { source: 'register', milliWh });
    }
    if (loosely > 0) {
      const { customerKey, localDay, outletKey, sentId } = reading;
      measured.rows.push(
        looseRow({ outletKey, sentId, milliWh: loosely }, { customerKey, localDay, atMs: register.atMs }),
      );
      looseNow.push({ customerKey, localDay, atMs: register.atMs, milliWh: loosely });
    }
    return { ...before, anchor, last: register, suspect: null };
  }

  /** Keeps the register from changing a charge whose time is too old for its events to be accepted. */
  const asMetered = (charge: Charge) => ({
    milliWh: charge.milliWh,
    measuredBy:
      charge.readBy === 'register' && !isTooOld(charge)
        ? ('register' as const)
        : charge.readBy === 'none' && !isTooOld(charge)
          ? ('none' as const)
          : ('charge' as const),
  });

  for (const reading of [...sent].sort((a, b) => a.atMs - b.atMs)) {
    if (reading.isPlainView) takeLateView(reading);
    if (reading.energyMilliWh !== null) takeEnergy(reading, reading.energyMilliWh);
    if (reading.registerMilliWh !== null) takeRegisterReading(reading, reading.registerMilliWh);
  }
  return measured;
}

const NOBODY = { fingerprint: '0'.repeat(32), ip: '::', cryptic: '' } as const;

const EMPTY = {
  ...NOBODY,
  kind: 'reading' as const,
  amountMicros: 0,
  ownerMicros: 0,
  invalid: null,
  withheldMicros: 0,
  withheldOwnerMicros: 0,
  signed: false,
} as const;

type Reading = {
  readonly outletKey: number;
  /** The id of the event that reported the reading. */
  readonly sentId: string;
  readonly source: Exclude<ReadingSource, 'none'>;
  /** The change in energy. */
  readonly milliWh: number;
};

/**
 * Builds the row that corrects a view's energy. It has the view's time, day, owner and flight, so that every sum by
 * time or filter includes both rows or neither. Only its arrival time differs. The same event always produces the same
 * row.
 */
const readingRow = (
  { outletKey, sentId, source, milliWh }: Reading,
  { viewId, atMs, localDay, customerKey, advertiserKey, campaignKey, flightKey, readBy }: Charge,
): StoredRow => ({
  ...EMPTY,
  eventId: eventIdOf(outletKey, `${sentId}:${source === 'register' ? `register:${viewId}` : 'energy'}`),
  outletKey,
  customerKey,
  advertiserKey,
  campaignKey,
  flightKey,
  viewId,
  timestampMs: atMs,
  localDay,
  energyMilliWh: milliWh,
  energyMetered: readBy === 'none',
  readingOf: source,
  sentId,
});

/** Builds a row for energy that the register measured while no view was charging, at the time of the measurement. */
const looseRow = (
  { outletKey, sentId, milliWh }: Omit<Reading, 'source'>,
  place: { readonly customerKey: number; readonly atMs: number; readonly localDay: string },
): StoredRow => ({
  ...EMPTY,
  eventId: eventIdOf(outletKey, `${sentId}:register`),
  outletKey,
  customerKey: place.customerKey,
  advertiserKey: 0,
  campaignKey: 0,
  flightKey: 0,
  viewId: 0n,
  timestampMs: place.atMs,
  localDay: place.localDay,
  energyMilliWh: milliWh,
  energyMetered: false,
  readingOf: 'register',
  sentId,
});
