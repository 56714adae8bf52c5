/**
 * Callers in the same event-loop turn share one read. A call after an earlier response was sent runs in a later turn.
 * So no caller misses a change that was acknowledged before its call.
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
