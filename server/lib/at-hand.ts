import { withTimeLimit } from './with-time-limit.ts';

/** How long an answer waits for something that it can do without, in milliseconds. */
const AT_HAND_MS = 2_000;

/**
 * What `read` answers within a moment; null where it takes longer or fails. For the answers of writes: what was stored is not to be
 * reported as a failure because of a read that follows (docs/decisions.md#contract).
 */
export const atHand = <Result>(read: () => Promise<Result>): Promise<Result | null> =>
  withTimeLimit(null, AT_HAND_MS, read).catch(() => null);
