import type { Caller } from '../../http/caller.ts';

/** Streams of one account in one process. A person has fewer tabs, and a stolen session cannot exhaust the memory. */
const MOST_STREAMS = 20;

/** Ends a stream that a newer one replaces. */
type Displace = () => void;

export type StreamLimit = {
  /** Takes a slot for a stream of the caller. Returns the function that releases it. */
  readonly enter: (caller: Caller, displace: Displace) => () => void;
};

/**
 * Keeps the newest streams of each account and ends the oldest ones beyond the limit. The newest is the tab in use; the
 * oldest may belong to a browser that disappeared (docs/threat-model.md#i19).
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
 * The holder of the slots. An administrator who views as a user takes none of the user's slots. Each visitor of a demo
 * account has separate slots.
 */
const holderOf = ({ viewer, isDemo, sessionId, userId }: Caller): string =>
  viewer?.id ?? (isDemo ? `demo ${sessionId}` : userId);
