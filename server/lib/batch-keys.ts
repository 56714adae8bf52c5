import { batchPerTick } from './batch-per-tick.ts';

/**
 * Returns a function that reads the keys of all callers in one event-loop tick with one query, and each key once. The
 * query starts after the calls, so no caller misses a change that was acknowledged before its call.
 */
export const batchKeys = <Key, Value>(
  read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): ((key: Key) => Promise<Value | undefined>) =>
  batchPerTick(async (keys) => {
    const found = await read([...new Set(keys)]);
    return keys.map((key) => found.get(key));
  });
