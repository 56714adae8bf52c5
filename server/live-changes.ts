/** What an accepted batch touched, told to everyone who watches (server-sent events). */
export type Change = {
  readonly customerKeys: ReadonlySet<number>;
  readonly advertiserKeys: ReadonlySet<number>;
  readonly outletKeys: ReadonlySet<number>;
};

/** In-process announcements. A listener must be quick; it is called once per stored batch. */
export type LiveChanges = {
  announce(change: Change): void;
  /** Returns the function that ends the subscription. */
  subscribe(listener: (change: Change) => void): () => void;
};

export function createLiveChanges(): LiveChanges {
  const listeners = new Set<(change: Change) => void>();
  return {
    announce: (change) => {
      for (const listener of listeners) listener(change);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
