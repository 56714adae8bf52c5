/** What an accepted batch touched, told to everyone who watches (server-sent events). */
export type Change = {
  readonly customerKeys: ReadonlySet<number>;
  readonly advertiserKeys: ReadonlySet<number>;
  readonly outletKeys: ReadonlySet<number>;
  /** Which of them belong together, each combination once: a watcher is told only of what its scope may see. */
  readonly touches: readonly Touch[];
  /** When the oldest of its events happened (epoch ms): what is kept of earlier times stays right. */
  readonly oldestMs: number;
  /** Nobody knows what it touched. */
  readonly everything?: true;
};

/** After a line to other processes was broken. */
export const EVERYTHING_CHANGED: Change = {
  customerKeys: new Set(),
  advertiserKeys: new Set(),
  outletKeys: new Set(),
  touches: [],
  oldestMs: Number.NEGATIVE_INFINITY,
  everything: true,
};

/** An event of the advertiser (0 without one) happened at the outlet while the customer held it. */
export type Touch = { readonly customerKey: number; readonly advertiserKey: number; readonly outletKey: number };

/** What a batch of rows touched. */
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
  /** Resolves when all processes will know of it before they answer the next question. Never fails. */
  announce(change: Change): Promise<void>;
  /** Resolves when this process knows of the change of that number, counted over all processes. */
  hearUntil(count: number): Promise<void>;
  /** Returns the function that ends the subscription. */
  subscribe(listener: (change: Change) => void): () => void;
};

/** Announcements within a process. */
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
