import { MINUTE_MS, SECOND_MS } from '#domain/durations.ts';

/** Above this a process is not ready: what it decided by its own clock would be wrong. */
const MOST_SKEW_MS = MINUTE_MS;
/** Smaller differences stay: a correction that moves with each measurement would make time jump back and forth. */
const LEAST_SKEW_MS = SECOND_MS;

/** The clock that all processes of an installation share: that of their store (docs/business-rules.md#clocks). */
export type StoreClock = {
  /**
   * Epoch milliseconds by the store's clock, as of the last measurement; by the process's own until then. A clock that is set
   * by more than a minute meanwhile changes nothing before it is measured again.
   */
  now(): number;
  /** How far the process's own clock was ahead of the store's when it was measured, in milliseconds; 0 where there is no store to compare with. */
  skewMs(): number;
  /** How far the process's own clock was set since it was measured, in milliseconds; 0 where that is a minute or less. */
  jumpMs(): number;
  /** Whether the process's own clock is wrong by more than a minute, or was set by more than that. */
  isWrong(): boolean;
  /** Measures again. Never fails: of a store that does not answer the last measurement stays. */
  look(): Promise<void>;
};

type Needs = {
  /** The process's own clock. */
  readonly own: () => number;
  /** Milliseconds that nobody sets. */
  readonly monotonic?: () => number;
  /** The store's; null for embedded stores, which have the process's own. */
  readonly readStore: (() => Promise<number>) | null;
};

export function createStoreClock({ own, monotonic = () => performance.now(), readStore }: Needs): StoreClock {
  let skewMs = 0;
  let correctionMs = 0;
  let offsetMs = own() - monotonic();
  let hasJumped = false;

  const jumpMs = (): number => {
    // Whole milliseconds, as instants are stored.
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
        // A clock that is still there a measurement later was put right, or its machine slept.
        if (jumpMs() === 0 || hasJumped) keepOffset();
        else hasJumped = true;
        return;
      }
      const [begun, before] = [performance.now(), own()];
      const store = await readStore().catch(() => null);
      if (store === null) return;
      // The store looked at its clock somewhere between question and answer.
      skewMs = Math.round(before + (performance.now() - begun) / 2 - store);
      const hadJumped = jumpMs() !== 0;
      keepOffset();
      if (hadJumped || Math.abs(skewMs - correctionMs) >= LEAST_SKEW_MS) correctionMs = skewMs;
    },
  };
}
