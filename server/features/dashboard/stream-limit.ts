import type { Caller } from '../../http/caller.ts';

/** Of one account in one process: a person has fewer tabs, and a stolen session cannot take all the memory there is. */
const MOST_STREAMS = 20;

/** Ends a stream that a newer one took the place of. */
type Displace = () => void;

export type StreamLimit = {
  /** Takes a place for a stream of the caller; answers the function that gives it back. */
  readonly enter: (caller: Caller, displace: Displace) => () => void;
};

/**
 * Keeps the newest streams of each account and ends the oldest beyond: the newest is the tab that somebody looks at, and
 * what is oldest may belong to a browser that vanished without a word (docs/threat-model.md#i19).
 */
export function createStreamLimit(most = MOST_STREAMS): StreamLimit {
  const byHolder = new Map<string, Set<Displace>>();
  return {
    enter: (caller, displace) => {
      const holder = holderOf(caller);
      const open = byHolder.get(holder) ?? new Set();
      byHolder.set(holder, open);
      open.add(displace);
      const leave = (left: Displace): void => {
        open.delete(left);
        if (open.size === 0 && byHolder.get(holder) === open) byHolder.delete(holder);
      };
      for (const oldest of open) {
        if (open.size <= most) break;
        leave(oldest);
        oldest();
      }
      return () => leave(displace);
    },
  };
}

/**
 * Whose places they are: an administrator who views as somebody takes none of theirs, and each visitor of a demo account has
 * places of their own.
 */
const holderOf = ({ viewer, isDemo, sessionId, userId }: Caller): string =>
  viewer?.id ?? (isDemo ? `demo ${sessionId}` : userId);
