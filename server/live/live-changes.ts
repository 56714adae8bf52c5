/** The changes that an accepted batch made, published to all subscribers (server-sent events). */
export type Change = {
  readonly customerKeys: ReadonlySet<number>;
  readonly advertiserKeys: ReadonlySet<number>;
  readonly outletKeys: ReadonlySet<number>;
  /** Each combination of keys once. A subscriber receives only the combinations that its scope may see. */
  readonly touches: readonly Touch[];
  /** When the oldest event in the batch happened (epoch ms). Cached data for earlier times stays valid. */
  readonly oldestMs: number;
  /** Set if the changes are unknown, which means that everything may have changed. */
  readonly everything?: true;
};

/** Published after a connection between processes broke. */
export const EVERYTHING_CHANGED: Change = {
  customerKeys: new Set(),
  advertiserKeys: new Set(),
  outletKeys: new Set(),
  touches: [],
  oldestMs: Number.NEGATIVE_INFINITY,
  everything: true,
};

/** An event for the advertiser (0 if there is none) happened at the outlet while the customer held the outlet. */
export type Touch = { readonly customerKey: number; readonly advertiserKey: number; readonly outletKey: number };

/** Returns the change that a batch of rows makes. */
export function changeOf(rows: readonly (Touch & { readonly timestampMs: number })[]): Change {
  let oldestMs = Number.POSITIVE_INFINITY;
  const touches = new Map<string, Touch>();
  for (const { customerKey, advertiserKey, outletKey, timestampMs } of rows) {
    oldestMs = Math.min(oldestMs, timestampMs);
    touches.set(`${customerKey}/${advertiserKey}/${outletKey}`, { customerKey, advertiserKey, outletKey });
  }
  const distinct = [...touches.values()];
  return {
    customerKeys: new Set(distinct.map(({ customerKey }) => customerKey)),
    advertiserKeys: new Set(distinct.map(({ advertiserKey }) => advertiserKey).filter((key) => key !== 0)),
    outletKeys: new Set(distinct.map(({ outletKey }) => outletKey)),
    touches: distinct,
    oldestMs,
  };
}

/** Publishes changes to listeners. A listener must be quick, because it is called once per stored batch. */
export type LiveChanges = {
  /** Resolves when every process is sure to apply the change before it serves its next request. Never fails. */
  announce(change: Change): Promise<void>;
  /** Resolves when this process has received the change with that number, counted over all processes. */
  hearUntil(count: number): Promise<void>;
  /** Returns a function that ends the subscription. */
  subscribe(listener: (change: Change) => void): () => void;
};

/** Creates live changes for a single process. */
export function createLiveChanges(): LiveChanges {
  const listeners = new Set<(change: Change) => void>();
  return {
    announce: async (change) => {
      for (const listener of listeners) listener(change);
    },
    hearUntil: async () => undefined,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
