import { mostMilliWh } from './energy-reading.ts';

/** What a meter's cumulative register showed at an instant. */
export type RegisterReading = { readonly atMs: number; readonly milliWh: number };

/**
 * What is known of an outlet's register. All energy since `anchor` belongs to the views since then, so that a figure that was
 * stored already is never stored twice, whatever broke off. `suspect`: a reading that was too high to be true.
 */
export type Meter = {
  /** Counts from 1; a reading below the one before begins a new one. */
  readonly epoch: number;
  /** When it was read for the first time: from then on each charge is measured. */
  readonly sinceMs: number;
  readonly anchor: RegisterReading;
  readonly last: RegisterReading;
  readonly suspect: RegisterReading | null;
};

export type RegisterStep =
  /** Not newer than the last one. */
  | { readonly kind: 'old' }
  /** The first of an epoch, which counts nothing. */
  | { readonly kind: 'baseline'; readonly meter: Meter }
  | { readonly kind: 'implausible'; readonly meter: Meter; readonly differenceMilliWh: number; readonly most: number }
  | { readonly kind: 'advanced'; readonly before: Meter; readonly reading: RegisterReading };

/** What a reading of the register means after those before it (docs/business-rules.md#energy). */
export function takeRegister(meter: Meter | undefined, reading: RegisterReading, ratedWatts: number): RegisterStep {
  if (meter === undefined) return baseline(1, reading.atMs, reading);
  const { last, suspect, epoch } = meter;
  if (reading.atMs <= last.atMs) return { kind: 'old' };
  if (reading.milliWh < last.milliWh) return baseline(epoch + 1, meter.sinceMs, reading);
  const difference = reading.milliWh - last.milliWh;
  const most = mostMilliWh(ratedWatts, reading.atMs - last.atMs);
  const isOfSuspect = suspect !== null && reading.milliWh >= suspect.milliWh && reading.atMs > suspect.atMs;
  // The register does stand higher, such as after the meter was replaced: it counts from there on.
  if (isOfSuspect && reading.milliWh - suspect.milliWh <= mostMilliWh(ratedWatts, reading.atMs - suspect.atMs)) {
    const start = { epoch: epoch + 1, sinceMs: meter.sinceMs, anchor: suspect, last: suspect, suspect: null };
    return { kind: 'advanced', before: start, reading };
  }
  if (difference > most)
    return { kind: 'implausible', meter: { ...meter, suspect: reading }, differenceMilliWh: difference, most };
  return { kind: 'advanced', before: { ...meter, suspect: null }, reading };
}

const baseline = (epoch: number, sinceMs: number, reading: RegisterReading): RegisterStep => ({
  kind: 'baseline',
  meter: { epoch, sinceMs, anchor: reading, last: reading, suspect: null },
});

/** A charge as far as its energy is concerned. */
export type MeteredCharge = {
  readonly milliWh: number;
  /** By its own reading, by the register, or not at all: then its energy is an estimate. */
  readonly measuredBy: 'charge' | 'register' | 'none';
};

/**
 * By how much each charge changes where the register rose by `total` over them: what has its own reading keeps it, estimates share what
 * is left equally, and without any the newest that the register measured gets it. `rest` belongs to none of them.
 */
export function shareRegister(
  totalMilliWh: number,
  charges: readonly MeteredCharge[],
): { readonly changes: readonly number[]; readonly rest: number } {
  const measured = charges.filter(({ measuredBy }) => measuredBy !== 'none');
  const left = totalMilliWh - measured.reduce((sum, { milliWh }) => sum + milliWh, 0);
  const estimates = charges.length - measured.length;
  if (estimates === 0) {
    const newest = charges.findLastIndex(({ measuredBy }) => measuredBy === 'register');
    // Where each charge has a reading of its own, the register says the same once more.
    const isRest = charges.length === 0;
    return { changes: charges.map((_, at) => (at === newest ? Math.max(0, left) : 0)), rest: isRest ? left : 0 };
  }
  const whole = Math.max(0, left);
  let given = 0;
  const changes = charges.map(({ milliWh, measuredBy }) => {
    if (measuredBy !== 'none') return 0;
    given += 1;
    const share = Math.floor((whole * given) / estimates) - Math.floor((whole * (given - 1)) / estimates);
    return share - milliWh;
  });
  return { changes, rest: 0 };
}
