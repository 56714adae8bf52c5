type Entry<Value> = {
  readonly version: number;
  readonly startedAt: number;
  readonly value: Promise<Value>;
  running: boolean;
  size: number;
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

export type SharedAnswersOptions<Value> = {
  /** An answer older than this serves no one. */
  readonly maxAgeMs: number | (() => number);
  /** Most of what is kept: in answers, or as `sizeOf` counts. */
  readonly most: number | (() => number);
  readonly sizeOf?: (value: Value) => number;
};

/**
 * Lets calls that ask the same at the same time share one computation: at most one runs per key and one waits behind
 * it, whatever the number of callers. Keys start with the scope, so that no tenant shares with another (docs/threat-model.md#c8).
 * Failed answers are not kept; the least recently used ones go when there is more than `most`.
 */
export function createSharedAnswers<Value>({
  maxAgeMs,
  most,
  sizeOf = () => 1,
}: SharedAnswersOptions<Value>): SharedAnswers<Value> {
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
