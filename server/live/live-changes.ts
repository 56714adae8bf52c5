/** The content of an accepted batch, published to all subscribers (server-sent events). */
export type Change = {
  readonly customerKeys: ReadonlySet<number>;
  readonly advertiserKeys: ReadonlySet<number>;
  readonly outletKeys: ReadonlySet<number>;
  /** The combinations of the keys, each once. A subscriber receives only what its scope may see. */
  readonly touches: readonly Touch[];
  /** When the oldest of its events happened (epoch ms). Cached data of earlier times stays valid. */
  readonly oldestMs: number;
  /** The content is unknown: everything may have changed. */
  readonly everything?: true;
};

/** Published after a connection to other processes broke. */
export const EVERYTHING_CHANGED: Change = {
  customerKeys: new Set(),
  advertiserKeys: new Set(),
  outletKeys: new Set(),
  touches: [],
  oldestMs: Number.NEGATIVE_INFINITY,
  everything: true,
};

/** An event of the advertiser (0 without one) happened at the outlet while the customer owned it. */
export type Touch = { readonly customerKey: number; readonly advertiserKey: number; readonly outletKey: number };

/** Returns the change that a batch of rows causes. */
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

/** A listener must be quick; it is called once per stored batch. */
export type LiveChanges = {
  /** Resolves when all processes will know of the change before they answer the next request. Never fails. */
  announce(change: Change): Promise<void>;
  /** Resolves when this process knows of the change with that number, counted over all processes. */
  hearUntil(count: number): Promise<void>;
  /** Returns the function that ends the subscription. */
  subscribe(listener: (change: Change) => void): () => void;
};

/** Creates announcements within one process. */
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
