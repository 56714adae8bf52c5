import type { FailureCode } from '#contract/common.ts';
import { ApiError, statusOf } from '../lib/api-error.ts';

/** What the application does about a failed call. */
export type Reaction = 'forbidden-page' | 'failure-page' | 'toast' | 'none';

/**
 * The reactions of docs/specification.md#errors and docs/threat-model.md#j1. On 401 the client has already reported the
 * ended session. 429 and 503 arrive here after the last retry. 0 means that the server was not reached; 502 and 504
 * mean the same, reported by a proxy. Opening /500 for these would only lose what the reader typed, and the connection
 * banner is visible.
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

/** The connection banner already shows these. */
const AWAY: readonly number[] = [0, 502, 504];

/** Refusals that the reader can resolve on the same screen; leaving it would lose that option. */
const STAYS: readonly (string | null)[] = ['viewing', 'fresh_login', 'demo_account'] satisfies FailureCode[];

/**
 * The reaction to a failed action of the reader, such as saving or sending. Every status outside the table opens /500.
 */
export function reactionToAction(error: unknown): Reaction {
  if (error instanceof ApiError && STAYS.includes(error.code)) return 'toast';
  return REACTIONS[statusOf(error)] ?? 'failure-page';
}

/** The reaction for a form that shows refusals itself and keeps what was typed; only 403 leaves it. */
export const reactionToOwnAction = (error: unknown): Reaction =>
  reactionToAction(error) === 'forbidden-page' ? 'forbidden-page' : 'none';

/**
 * The reaction to a failed query of a screen, by the same table. A temporary failure does not hide what the reader
 * already sees: 'Error' and a retry button appear beside it. They also replace a part that could not be loaded. The
 * banner reports a lost connection.
 */
export function reactionToFetch(error: unknown, staysInPlace: boolean): Reaction {
  const reaction = reactionToAction(error);
  if (AWAY.includes(statusOf(error)) || (reaction === 'failure-page' && staysInPlace)) return 'none';
  return reaction;
}

/** A failure's text for the reader. */
export const messageOf = (error: unknown): string =>
  error instanceof Error && error.message ? error.message : 'Error';

export const referenceOf = (error: unknown): string | null => (error instanceof ApiError ? error.id : null);
