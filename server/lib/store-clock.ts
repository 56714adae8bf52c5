import { MINUTE_MS, SECOND_MS } from '#domain/durations.ts';

/** Above this a process is not ready: what it decided by its own clock would be wrong. */
const MOST_SKEW_MS = MINUTE_MS;
/** Smaller differences stay: a correction that moves with each measurement would make time jump back and forth. */
const LEAST_SKEW_MS = SECOND_MS;

/** The clock that all processes of an installation share: that of their store (docs/business-rules.md#clocks). */
export type StoreClock = {
  /** Epoch milliseconds by the store's clock, as of the last measurement; by the process's own until then. */
  now(): number;
  /** How far the process's own clock is ahead of the store's, in milliseconds; 0 where there is no store to compare with. */
  skewMs(): number;
  /** Whether the process's own clock is wrong by more than a minute. */
  isWrong(): boolean;
  /** Measures again. Never fails: of a store that does not answer the last measurement stays. */
  look(): Promise<void>;
};

type Needs = {
  /** The process's own clock. */
  readonly own: () => number;
  /** The store's; null for embedded stores, which have the process's own. */
  readonly readStore: (() => Promise<number>) | null;
};

export function createStoreClock({ own, readStore }: Needs): StoreClock {
  let skewMs = 0;
  let correctionMs = 0;
  return {
    now: () => own() - correctionMs,
    skewMs: () => skewMs,
    isWrong: () => Math.abs(skewMs) > MOST_SKEW_MS,
    look: async () => {
      if (readStore === null) return;
      const [begun, before] = [performance.now(), own()];
      const store = await readStore().catch(() => null);
      if (store === null) return;
      // The store looked at its clock somewhere between question and answer.
      skewMs = Math.round(before + (performance.now() - begun) / 2 - store);
      if (Math.abs(skewMs - correctionMs) >= LEAST_SKEW_MS) correctionMs = skewMs;
    },
  };
}
