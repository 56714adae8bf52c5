import { useEffect, useState } from 'react';
import { checkConnection } from './connection.ts';

type Load<Code extends object> = () => Promise<Code>;
type Fetched<Code> = {
  readonly code: Code | null;
  readonly hasFailed: boolean;
  /** It is being asked for again. */
  readonly isRetrying: boolean;
};

const NOTHING = { code: null, hasFailed: false, isRetrying: false };

/** What is there already is drawn at once. */
const fetched = new WeakMap<Load<object>, object>();

/**
 * Code of a part of a page, fetched as soon as it is wanted. Unlike React's `lazy` it takes nothing else of the page away while
 * it is not there, and can be asked for again when it could not be fetched. `load` is one function of the module.
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
    // A repeated attempt is a new effect: `attempt` only says so.
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
