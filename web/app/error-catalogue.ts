import type { FailureCode } from '#contract/common.ts';
import { ApiError, statusOf } from '../lib/api-error.ts';
import { errorCatalogueStrings as strings } from './app-strings.ts';

/** How the application reacts to a failed request. */
export type Reaction = 'forbidden-page' | 'failure-page' | 'toast' | 'none';

/**
 * The reaction per HTTP status, from docs/specification.md#errors and docs/threat-model.md#j1. On 401, the API client
 * has already reported the ended session. On 429 and 503, the last retry has failed. Status 0 means that the server
 * could not be reached; 502 and 504 mean the same, reported by a proxy. For these three statuses, opening /500 would
 * only lose what the user typed, and the connection banner is visible anyway.
 */
const REACTIONS: Readonly<Record<number, Reaction>> = {
  0: 'toast',
  400: 'toast',
  401: 'none',
  403: 'forbidden-page',
  404: 'toast',
  408: 'toast',
  409: 'toast',
  413: 'toast',
  422: 'toast',
  429: 'toast',
  502: 'toast',
  503: 'toast',
  504: 'toast',
};

/** Statuses that the connection banner already reports. */
const AWAY: readonly number[] = [0, 502, 504];

/** Codes of errors that the user can resolve on the current screen, so these errors never open another page. */
const STAYS: readonly (string | null)[] = ['viewing', 'fresh_login', 'demo_account'] satisfies FailureCode[];

/**
 * Returns the reaction to a failed user action, such as saving or sending. Every status that is not in the table opens
 * /500.
 */
export function reactionToAction(error: unknown): Reaction {
  if (error instanceof ApiError && STAYS.includes(error.code)) return 'toast';
  return REACTIONS[statusOf(error)] ?? 'failure-page';
}

/** Returns the reaction for a form that shows errors itself and keeps what the user typed. Only 403 leaves the form. */
export const reactionToOwnAction = (error: unknown): Reaction =>
  reactionToAction(error) === 'forbidden-page' ? 'forbidden-page' : 'none';

/**
 * Returns the reaction to a screen's failed query, from the same table. A temporary failure does not hide data that is
 * already shown: 'Error' and a retry button appear beside the data, or in place of a part that could not be loaded. The
 * connection banner reports a lost connection.
 */
export function reactionToFetch(error: unknown, staysInPlace: boolean): Reaction {
  const reaction = reactionToAction(error);
  if (AWAY.includes(statusOf(error)) || (reaction === 'failure-page' && staysInPlace)) return 'none';
  return reaction;
}

/** Returns an error's text for the user. */
export const messageOf = (error: unknown): string =>
  error instanceof Error && error.message ? error.message : strings.error;

export const referenceOf = (error: unknown): string | null => (error instanceof ApiError ? error.id : null);
