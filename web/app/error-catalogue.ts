import type { FailureCode } from '#contract/common.ts';
import { ApiError, statusOf } from '../lib/api-error.ts';

/** What the application does about a failed call. */
export type Reaction = 'forbidden-page' | 'failure-page' | 'toast' | 'none';

/**
 * The one table of docs/specification.md#errors and docs/threat-model.md#j1. Where a session ends (401) the client itself has told the
 * application; 429 and 503 come here after the last retry. 0 is a server that was not reached, 502 and 504 say the same
 * of a proxy before it: leading to /500 would only lose what the reader typed, and the connection banner is there.
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

/** The banner says these already. */
const AWAY: readonly number[] = [0, 502, 504];

/** Refusals that have a way out where the reader is: leaving would only lose it. */
const STAYS: readonly (string | null)[] = ['viewing', 'fresh_login', 'demo_account'] satisfies FailureCode[];

/** For what the reader did: saving, sending, ordering. Every other status leads to /500. */
export function reactionToAction(error: unknown): Reaction {
  if (error instanceof ApiError && STAYS.includes(error.code)) return 'toast';
  return REACTIONS[statusOf(error)] ?? 'failure-page';
}

/** For a form that shows what was refused, and keeps what was typed; only 403 leads away from it. */
export const reactionToOwnAction = (error: unknown): Reaction =>
  reactionToAction(error) === 'forbidden-page' ? 'forbidden-page' : 'none';

/**
 * For what a screen fetches, the same table. What the reader already looks at is not taken away by a failure that passes:
 * its 'Error' and retry stand beside it, as they stand in the place of a part that could not be loaded. A connection that is
 * lost is said by the banner.
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
