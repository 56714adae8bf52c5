/**
 * Callers of the same turn of the event loop share one read. Who asks after an answer was sent asks in a later turn, so
 * nobody misses a change that was acknowledged before.
 */
export function onceATurn<Value>(read: () => Promise<Value>): () => Promise<Value> {
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
