import { withTimeLimit } from '../lib/with-time-limit.ts';
import { AppError } from './app-error.ts';

const MOST_MS = 5_000;
const RETRY_SECONDS = 10;

/**
 * Reads what a write needs to know before it stores anything. Throws 503 with Retry-After if that takes longer than
 * five seconds. Nothing is stored then, and the caller may send the same call again.
 */
export const readFirst = <Result>(read: () => Promise<Result>): Promise<Result> =>
  withTimeLimit(null, MOST_MS, read).catch((error: unknown) => {
    if (!(error instanceof DOMException)) throw error;
    const message = 'The figures that this depends on are not at hand. Nothing was changed. Try again in a moment.';
    throw new AppError('unavailable', message, RETRY_SECONDS);
  });
