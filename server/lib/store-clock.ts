import { MINUTE_MS, SECOND_MS } from '#domain/durations.ts';

/**
 * Maximum skew of a process's clock. A process with more skew is not ready, because its own clock would lead to wrong
 * decisions.
 */
const MOST_SKEW_MS = MINUTE_MS;
/**
 * Minimum change in the skew that is corrected. Smaller differences are ignored, because correcting each measurement
 * would make the time jump back and forth.
 */
const LEAST_SKEW_MS = SECOND_MS;

/**
 * The clock that all processes of an installation share, which is their store's clock (docs/business-rules.md#clocks).
 */
export type StoreClock = {
  /**
   * Returns epoch milliseconds on the store's clock, as of the last measurement; on the process's own clock before the
   * first measurement. If the process's clock is set by more than a minute, this clock ignores the change until the
   * next measurement.
   */
  now(): number;
  /**
   * Returns how far the process's clock was ahead of the store's clock at the last measurement, in milliseconds; 0 for
   * embedded stores.
   */
  skewMs(): number;
  /**
   * Returns how far the process's clock was set since the last measurement, in milliseconds; 0 if this is a minute or
   * less.
   */
  jumpMs(): number;
  /** Returns whether the process's clock is off, or was set, by more than a minute. */
  isWrong(): boolean;
  /** Measures the skew. Never fails: if the store does not respond, the last measurement stays in effect. */
  look(): Promise<void>;
};

type Needs = {
  /** Returns the time on the process's own clock. */
  readonly own: () => number;
  /** Returns the time on a monotonic clock in milliseconds, which cannot be set. */
  readonly monotonic?: () => number;
  /** Reads the store's clock; null for embedded stores, which use the process's clock. */
  readonly readStore: (() => Promise<number>) | null;
};

export function createStoreClock({ own, monotonic = () => performance.now(), readStore }: Needs): StoreClock {
  let skewMs = 0;
  let correctionMs = 0;
  let offsetMs = own() - monotonic();
  let hasJumped = false;

  const jumpMs = (): number => {
    // Round to whole milliseconds, like stored timestamps.
    const jump = Math.round(own() - monotonic() - offsetMs);
    return Math.abs(jump) > MOST_SKEW_MS ? jump : 0;
  };
  const keepOffset = (): void => {
    offsetMs = own() - monotonic();
    hasJumped = false;
  };

  return {
    now: () => own() - jumpMs() - correctionMs,
    skewMs: () => skewMs,
    jumpMs,
    isWrong: () => Math.abs(skewMs) > MOST_SKEW_MS || jumpMs() !== 0,
    look: async () => {
      if (readStore === null) {
        // If a jump persists at the next measurement, the clock was corrected or the machine slept.
        if (jumpMs() === 0 || hasJumped) keepOffset();
        else hasJumped = true;
        return;
      }
      const [begun, before] = [performance.now(), own()];
      const store = await readStore().catch(() => null);
      if (store === null) return;
      // The store read its clock between the request and the response, so assume the midpoint.
      skewMs = Math.round(before + (performance.now() - begun) / 2 - store);
      const hadJumped = jumpMs() !== 0;
      keepOffset();
      if (hadJumped || Math.abs(skewMs - correctionMs) >= LEAST_SKEW_MS) correctionMs = skewMs;
    },
  };
}
