import { mostMilliWh } from './energy-reading.ts';

/** The value of a meter's cumulative register at a point in time. */
export type RegisterReading = { readonly atMs: number; readonly milliWh: number };

/**
 * The state of an outlet's register. All energy since `anchor` belongs to the views since then, so that an interruption
 * never stores a figure twice. `suspect`: an implausibly high reading.
 */
export type Meter = {
  /** Starts at 1. A reading below the previous one starts a new epoch. */
  readonly epoch: number;
  /** The time of the first reading. From then on, each charge is measured. */
  readonly sinceMs: number;
  readonly anchor: RegisterReading;
  readonly last: RegisterReading;
  readonly suspect: RegisterReading | null;
};

export type RegisterStep =
  /** The reading is not newer than the last one. */
  | { readonly kind: 'old' }
  /** The first reading in an epoch. It adds no energy. */
  | { readonly kind: 'baseline'; readonly meter: Meter }
  | { readonly kind: 'implausible'; readonly meter: Meter; readonly differenceMilliWh: number; readonly most: number }
  | { readonly kind: 'advanced'; readonly before: Meter; readonly reading: RegisterReading };

/** Classifies a register reading, given the earlier ones (docs/business-rules.md#energy). */
export function takeRegister(meter: Meter | undefined, reading: RegisterReading, ratedWatts: number): RegisterStep {
  if (meter === undefined) return baseline(1, reading.atMs, reading);
  const { last, suspect, epoch } = meter;
  if (reading.atMs <= last.atMs) return { kind: 'old' };
  if (reading.milliWh < last.milliWh) return baseline(epoch + 1, meter.sinceMs, reading);
  const difference = reading.milliWh - last.milliWh;
  const most = mostMilliWh(ratedWatts, reading.atMs - last.atMs);
  const isOfSuspect = suspect !== null && reading.milliWh >= suspect.milliWh && reading.atMs > suspect.atMs;
  // A second high reading confirms the suspect one, for example after a meter replacement. Continue from there.
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

/** A charge's energy data. */
export type MeteredCharge = {
  readonly milliWh: number;
  /** The source of the energy: the charge's own reading, the register, or none (an estimate). */
  readonly measuredBy: 'charge' | 'register' | 'none';
};

/**
 * Distributes a register increase of `totalMilliWh` over the charges and returns the change for each charge. Charges
 * with their own reading keep it, and estimates share the remainder equally. Without estimates, the newest charge
 * measured by the register gets the remainder. `rest` is energy that belongs to no charge.
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
    // If every charge has its own reading, the register only repeats those readings.
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
