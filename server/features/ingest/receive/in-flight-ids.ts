/** Ids of events that a batch is looking up or storing right now. */
export type InFlightIds = {
  /**
   * Waits until no other batch holds any of `ids` or `views`, then locks `ids`. Returns the function that releases the
   * ids. Call it once the batch's outcome is in the store.
   */
  lock(ids: readonly bigint[], views: readonly bigint[]): Promise<() => void>;
};

/**
 * Prevents two requests with the same id from both finding it absent and both storing it. With different timestamps,
 * they would be two rows. The second request waits for the first, and then finds the stored event. A waiting batch
 * holds nothing, so batches cannot deadlock.
 */
export function createInFlightIds(): InFlightIds {
  const held = new Map<bigint, Promise<void>>();
  return {
    lock: async (ids, views) => {
      for (;;) {
        const busy = new Set<Promise<void>>();
        for (const id of ids) addIfHeld(held, id, busy);
        for (const id of views) addIfHeld(held, id, busy);
        if (busy.size === 0) break;
        await Promise.all(busy);
      }
      let release: () => void = () => undefined;
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      for (const id of ids) held.set(id, released);
      return () => {
        for (const id of ids) held.delete(id);
        release();
      };
    },
  };
}

function addIfHeld(held: ReadonlyMap<bigint, Promise<void>>, id: bigint, busy: Set<Promise<void>>): void {
  const holder = held.get(id);
  if (holder !== undefined) busy.add(holder);
}
