import { withTimeLimit } from './with-time-limit.ts';

/** Timeout of an optional read, in milliseconds. */
const AT_HAND_MS = 2_000;

/**
 * Returns the result of `read`, or null if it fails or takes too long. Use it in responses to writes, where a slow read
 * must not report a stored change as failed (docs/decisions.md#contract).
 */
export const atHand = <Result>(read: () => Promise<Result>): Promise<Result | null> =>
  withTimeLimit(null, AT_HAND_MS, read).catch(() => null);
