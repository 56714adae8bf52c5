import type { EventsDb } from '#event-store/event-store.ts';
import type { Metrics } from './metrics.ts';

/** The events store, with size and time of its inserts counted. */
export function measureInserts<Store extends EventsDb>(store: Store, metrics: Metrics | null): Store {
  if (metrics === null) return store;
  const { groupSize, groupSeconds } = metrics;
  return {
    ...store,
    insert: async (rows, fence) => {
      const ended = groupSeconds.startTimer();
      let result = 'failed';
      try {
        await store.insert(rows, fence);
        result = 'stored';
        groupSize.observe(rows.length);
      } finally {
        ended({ result });
      }
    },
  };
}
