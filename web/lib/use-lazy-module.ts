import { useEffect, useState } from 'react';
import { checkConnection } from './connection.ts';

type Load<Code extends object> = () => Promise<Code>;
type Fetched<Code> = {
  readonly code: Code | null;
  readonly hasFailed: boolean;
  /** True while the module is being fetched again. */
  readonly isRetrying: boolean;
};

const NOTHING = { code: null, hasFailed: false, isRetrying: false };

/** Modules that have loaded, so that the component draws them at once. */
const fetched = new WeakMap<Load<object>, object>();

/**
 * Loads the module of a part of a page as soon as it is wanted. Unlike React's `lazy`, it hides no other part of the
 * page while it loads, and it can retry after a failure. `load` must be one stable function of the module.
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
