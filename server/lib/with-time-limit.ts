/**
 * Works with a signal that also ends it after so many milliseconds, and rejects then even where the work does not heed it. A
 * signal of `AbortSignal.timeout` may not be joined with others: nothing holds it then but its own timer, which Node 20 lets go
 * of with it, and it never comes.
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
