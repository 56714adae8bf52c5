import { withTimeLimit } from '../lib/with-time-limit.ts';
import { AppError } from './app-error.ts';

const MOST_MS = 5_000;
const RETRY_SECONDS = 10;

/**
 * Reads the data that a write depends on before anything is stored. Throws 503 with Retry-After if the read takes
 * longer than five seconds, so that the caller can repeat the call.
 */
export const readFirst = <Result>(read: () => Promise<Result>): Promise<Result> =>
  withTimeLimit(null, MOST_MS, read).catch((error: unknown) => {
    if (!(error instanceof DOMException)) throw error;
    const message = 'The required figures are temporarily unavailable. Nothing was changed. Try again in a moment.';
    throw new AppError('unavailable', message, RETRY_SECONDS);
  });
