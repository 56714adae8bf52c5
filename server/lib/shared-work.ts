/** Until when callers get what another one began: until it has ended, or for good unless it fails. */
export type Sharing = 'while it runs' | 'unless it fails';

/**
 * Work that callers share instead of each doing it. Of work by several names one runs of each; who gives none means the one
 * there is. What changes while it is kept is no case for this: see `createSharedAnswers`, which knows versions and ages.
 */
export function createSharedWork<Result>(
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

/** One work of this kind, with what it is. */
export function sharedWork<Result>(sharing: Sharing, work: () => Promise<Result>): () => Promise<Result> {
  const share = createSharedWork<Result>(sharing);
  return () => share(work);
}
