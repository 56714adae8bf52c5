type Entry<Value> = {
  readonly version: number;
  readonly startedAt: number;
  readonly value: Promise<Value>;
  running: boolean;
  size: number;
  next: Promise<Value> | null;
};

export type Cache<Value> = {
  /**
   * Returns the cached value for `key`, or computes it again if the data has changed. `version` returns the data's
   * current version. A value is valid only while the version equals the one it was computed with.
   */
  get(key: string, version: () => number, compute: () => Promise<Value>): Promise<Value>;
  /** Returns the cached value for `key` if it is current. */
  peek(key: string, version: number): Promise<Value> | undefined;
};

export type CacheOptions<Value> = {
  /** Maximum age of a cached value. */
  readonly maxAgeMs: number | (() => number);
  /** Maximum size of the cache: the number of values, or the sum of their sizes if `sizeOf` is given. */
  readonly most: number | (() => number);
  readonly sizeOf?: (value: Value) => number;
};

/**
 * Creates a cache in which concurrent callers share one computation. For each key, at most one computation runs and one
 * waits behind it, regardless of the number of callers. Keys start with the scope, so that tenants never share a value
 * (docs/threat-model.md#c8). Failed computations aren't cached. A cache larger than `most` evicts the least recently
 * used values.
 */
export function createCache<Value>({ maxAgeMs, most, sizeOf = () => 1 }: CacheOptions<Value>): Cache<Value> {
  const entries = new Map<string, Entry<Value>>();

  function start(key: string, version: () => number, compute: () => Promise<Value>): Promise<Value> {
    const value = compute();
    const state = { running: true, size: 0, next: null };
    const entry: Entry<Value> = { version: version(), startedAt: performance.now(), value, ...state };
    entries.delete(key);
    entries.set(key, entry);
    value.then(
      (answer) => {
        entry.running = false;
        entry.size = sizeOf(answer);
        letGo();
      },
      () => {
        if (entries.get(key) === entry) entries.delete(key);
      },
    );
    return value;
  }

  function letGo(): void {
    let size = 0;
    for (const entry of entries.values()) size += entry.size;
    const limit = limitOf(most);
    for (const [oldest, entry] of entries) {
      if (size <= limit) break;
      if (entry.running) continue;
      entries.delete(oldest);
      size -= entry.size;
    }
  }

  const isCurrent = (entry: Entry<Value>, version: number) =>
    entry.version === version && (entry.running || performance.now() - entry.startedAt < limitOf(maxAgeMs));

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

const limitOf = (limit: number | (() => number)): number => (typeof limit === 'number' ? limit : limit());
