import type { FailureCode } from '#contract/common.ts';
import { ApiError, statusOf } from '../lib/api-error.ts';

/** How the application reacts to a failed request. */
export type Reaction = 'forbidden-page' | 'failure-page' | 'toast' | 'none';

/**
 * The reactions from docs/specification.md#errors and docs/threat-model.md#j1. On 401 the client has already reported
 * the ended session. 429 and 503 arrive here after the last retry. 0 means that the server was not reached; 502 and 504
 * mean the same, reported by a proxy. For these, opening /500 would only lose what the user typed, and the connection
 * banner is visible anyway.
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

/** Error codes that the user can resolve on the same screen. Leaving it would lose that option. */
const STAYS: readonly (string | null)[] = ['viewing', 'fresh_login', 'demo_account'] satisfies FailureCode[];

/**
 * Returns the reaction to a failed user action, such as saving or sending. Every status that is not in the table opens
 * /500.
 */
export function reactionToAction(error: unknown): Reaction {
  if (error instanceof ApiError && STAYS.includes(error.code)) return 'toast';
  return REACTIONS[statusOf(error)] ?? 'failure-page';
}

/** Returns the reaction for a form that shows errors itself and keeps what was typed. Only 403 leaves it. */
export const reactionToOwnAction = (error: unknown): Reaction =>
  reactionToAction(error) === 'forbidden-page' ? 'forbidden-page' : 'none';

/**
 * Returns the reaction to a screen's failed query, by the same table. A temporary failure does not hide what the user
 * already sees: 'Error' and a retry button appear beside it, or in place of a part that could not be loaded. The banner
 * reports a lost connection.
 */
export function reactionToFetch(error: unknown, staysInPlace: boolean): Reaction {
  const reaction = reactionToAction(error);
  if (AWAY.includes(statusOf(error)) || (reaction === 'failure-page' && staysInPlace)) return 'none';
  return reaction;
}

/** Returns an error's text for the user. */
export const messageOf = (error: unknown): string =>
  error instanceof Error && error.message ? error.message : 'Error';

export const referenceOf = (error: unknown): string | null => (error instanceof ApiError ? error.id : null);
