type Entry<Value> = {
  readonly version: number;
  readonly startedAt: number;
  readonly value: Promise<Value>;
  running: boolean;
  next: Promise<Value> | null;
};

export type SharedAnswers<Value> = {
  /**
   * The answer under `key`, computed anew if anything changed since it was asked for. `version` tells what is current:
   * an answer serves only those who ask while the version is the one it was started with.
   */
  get(key: string, version: () => number, compute: () => Promise<Value>): Promise<Value>;
  /** The answer under `key` if there is a current one. */
  peek(key: string, version: number): Promise<Value> | undefined;
};

/**
 * Lets calls that ask the same at the same time share one computation: at most one runs per key and one waits behind
 * it, whatever the number of callers. Keys start with the scope, so that no tenant shares with another (security C8).
 * Failed answers are not kept; the least recently used ones go when there are more than `mostEntries`.
 */
export function createSharedAnswers<Value>(options: { maxAgeMs: number; mostEntries: number }): SharedAnswers<Value> {
  const entries = new Map<string, Entry<Value>>();

  function start(key: string, version: () => number, compute: () => Promise<Value>): Promise<Value> {
    const value = compute();
    const entry: Entry<Value> = { version: version(), startedAt: performance.now(), value, running: true, next: null };
    entries.delete(key);
    entries.set(key, entry);
    value.then(
      () => {
        entry.running = false;
      },
      () => {
        if (entries.get(key) === entry) entries.delete(key);
      },
    );
    for (const [oldest, { running }] of entries) {
      if (entries.size <= options.mostEntries) break;
      if (!running) entries.delete(oldest);
    }
    return value;
  }

  const isCurrent = (entry: Entry<Value>, version: number) =>
    entry.version === version && (entry.running || performance.now() - entry.startedAt < options.maxAgeMs);

  return {
    get: (key, version, compute) => {
      const entry = entries.get(key);
      if (entry === undefined) return start(key, version, compute);
      if (isCurrent(entry, version())) {
        entries.delete(key);
        entries.set(key, entry);
        return entry.value;
      }
      if (!entry.running) return start(key, version, compute);
      const begin = () => start(key, version, compute);
      entry.next ??= entry.value.then(begin, begin);
      return entry.next;
    },
    peek: (key, version) => {
      const entry = entries.get(key);
      return entry !== undefined && isCurrent(entry, version) ? entry.value : undefined;
    },
  };
}
