import { AppError } from '../../../http/app-error.ts';

const RETRY_AFTER_SECONDS = 5;

/**
 * Builds the 503 error for an entire batch: outlets keep its events and send them again. Events that are already
 * stored do not change.
 */
export function storeUnavailable(cause: unknown): AppError {
  const error = new AppError(
    'unavailable',
    'Events cannot be stored at the moment, and none of this batch is confirmed. Keep the events and send them again in a few seconds.',
    RETRY_AFTER_SECONDS,
  );
  error.cause = cause;
  return error;
}
