import type { EventsDb } from '#event-store/event-store.ts';
import type { Metrics } from './metrics.ts';

/** Wraps the events store to measure the size and duration of its inserts. */
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
