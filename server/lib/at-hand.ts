import { withTimeLimit } from './with-time-limit.ts';

/** Timeout of an optional read, in milliseconds. */
const AT_HAND_MS = 2_000;

/**
 * Returns the result of `read`, or null if it fails or takes longer than `limitMs`. For responses to writes, in which a
 * slow read must not report a stored change as failed (docs/decisions.md#contract).
 */
export const atHand = <Result>(read: () => Promise<Result>, limitMs = AT_HAND_MS): Promise<Result | null> =>
  withTimeLimit(null, limitMs, read).catch(() => null);
