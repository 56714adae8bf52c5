import { useEffect, useState } from 'react';
import { checkConnection } from './connection.ts';

type Load<Code extends object> = () => Promise<Code>;
type Fetched<Code> = {
  readonly code: Code | null;
  readonly hasFailed: boolean;
  /** Whether the module is being fetched again after a failure. */
  readonly isRetrying: boolean;
};

const NOTHING = { code: null, hasFailed: false, isRetrying: false };

/** Modules that have already loaded, so that components draw them immediately. */
const fetched = new WeakMap<Load<object>, object>();

/**
 * Loads a module for part of a page once `isWanted` is true. Unlike React's `lazy`, the hook hides no other part of the
 * page while loading, and can retry after a failure. `load` must be a stable function, one per module.
 */
export function useLazyModule<Code extends object>(
  load: Load<Code>,
  isWanted: boolean,
): Fetched<Code> & { retry: () => void } {
  const [result, setResult] = useState<Fetched<Code>>(NOTHING);
  const [attempt, setAttempt] = useState(0);
  const code = result.code ?? (fetched.get(load) as Code | undefined) ?? null;
  const isMissing = isWanted && code === null;
  useEffect(() => {
    if (!isMissing) return;
    let isCancelled = false;
    // `attempt` is a dependency only to run this effect again.
    void attempt;
    setResult((last) => (last.hasFailed ? { ...last, isRetrying: true } : last));
    load().then(
      (loaded) => {
        fetched.set(load, loaded);
        if (!isCancelled) setResult({ ...NOTHING, code: loaded });
      },
      () => {
        void checkConnection();
        if (!isCancelled) setResult({ ...NOTHING, hasFailed: true });
      },
    );
    return () => {
      isCancelled = true;
    };
  }, [load, isMissing, attempt]);
  return { ...result, code, hasFailed: code === null && result.hasFailed, retry: () => setAttempt(attempt + 1) };
}
