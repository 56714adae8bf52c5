/** How long concurrent callers share one result: while the work runs, or permanently unless it fails. */
export type Sharing = 'while it runs' | 'unless it fails';

/**
 * Lets concurrent callers share one run of the work. Calls with different names run separately; calls without a name
 * share one run. For results that change over time, use `createCache` (`memory/cache.ts`), which handles versions and
 * ages.
 */
export function createSingleFlight<Result>(
  sharing: Sharing,
): (work: () => Promise<Result>, name?: string) => Promise<Result> {
  const begun = new Map<string, Promise<Result>>();
  return (work, name = '') => {
    const known = begun.get(name);
    if (known !== undefined) return known;
    const mine = work();
    const forget = () => void begun.delete(name);
    begun.set(name, mine);
    mine.then(sharing === 'while it runs' ? forget : undefined, forget);
    return mine;
  };
}

/** Like `createSingleFlight`, with a fixed work function. */
export function singleFlight<Result>(sharing: Sharing, work: () => Promise<Result>): () => Promise<Result> {
  const share = createSingleFlight<Result>(sharing);
  return () => share(work);
}
