/**
 * Works with a signal that also ends it after so many milliseconds. A signal of `AbortSignal.timeout` may not be joined with
 * others: nothing holds it then but its own timer, which Node 20 lets go of with it, and it never comes.
 */
export async function withTimeLimit<Result>(
  signal: AbortSignal,
  limitMs: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), limitMs);
  try {
    return await work(AbortSignal.any([signal, late.signal]));
  } finally {
    clearTimeout(timer);
  }
}
