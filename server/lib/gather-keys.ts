import { gatherTurn } from './gather-turn.ts';

/**
 * What callers of the same turn of the event loop ask for is read by one question, each key once. It is asked after they have
 * come, so nobody misses a change that was acknowledged before.
 */
export const gatherKeys = <Key, Value>(
  read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): ((key: Key) => Promise<Value | undefined>) =>
  gatherTurn(async (keys) => {
    const found = await read([...new Set(keys)]);
    return keys.map((key) => found.get(key));
  });
