/**
 * Runs work with a signal that also aborts after `limitMs`. After that time, rejects even if the work ignores the
 * signal. `AbortSignal.timeout` must not be combined with other signals, because only its own timer would then
 * reference it. Node 20 garbage-collects both, and the signal never aborts.
 */
export async function withTimeLimit<Result>(
  signal: AbortSignal | null,
  limitMs: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted();
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), limitMs);
  const either = signal === null ? late.signal : AbortSignal.any([signal, late.signal]);
  const listening = new AbortController();
  try {
    return await Promise.race([
      work(either),
      new Promise<never>((_, reject) => {
        const giveUp = () => reject(either.reason);
        either.addEventListener('abort', giveUp, { signal: listening.signal });
      }),
    ]);
  } finally {
    clearTimeout(timer);
    listening.abort();
  }
}
