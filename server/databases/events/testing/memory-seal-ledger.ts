import type { Seal } from '../events-db.ts';
import type { SealLedger } from '../seal-ledger.ts';

/** A ledger in memory, for tests of the events store alone. */
export function createMemorySealLedger(): SealLedger {
  let seal: Seal = { generation: 0, watermark: '1970-01-01' };
  let marks = 0;
  const dirty = new Map<string, number>();
  return {
    current: async () => seal,
    publish: async (next) => {
      if (next.generation > seal.generation) seal = next;
    },
    markDirty: async (weeks) => {
      for (const week of weeks) dirty.set(week, ++marks);
    },
    dirtyWeeks: async () =>
      [...dirty].map(([week, since]) => ({ week, since })).sort((a, b) => (a.week < b.week ? -1 : 1)),
    clearDirty: async (week, sinceNotLaterThan) => {
      if ((dirty.get(week) ?? Number.POSITIVE_INFINITY) <= sinceNotLaterThan) dirty.delete(week);
    },
    holdLease: async () => true,
  };
}
