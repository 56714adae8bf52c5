/**
 * Returns a function that shares one read between all callers in an event-loop turn. Calls made after an earlier
 * response was sent are in a later turn, so no caller misses a change that was acknowledged before its call.
 */
export function oncePerTick<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let current: Promise<Value> | null = null;
  return () => {
    if (current === null) {
      current = read();
      setImmediate(() => {
        current = null;
      });
    }
    return current;
  };
}
