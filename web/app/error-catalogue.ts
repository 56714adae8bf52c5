import { ApiError, statusOf } from '../lib/api-error.ts';

/** What the application does about a failed call. */
export type Reaction = 'forbidden-page' | 'failure-page' | 'toast' | 'none';

/**
 * Specification section 8 with security J1: the one table. Where a session ends (401) the client itself has told the
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

/** For what the reader did: saving, sending, ordering. Every other status leads to /500. */
export function reactionToAction(error: unknown): Reaction {
  // Who only views as somebody else stays where they look.
  if (error instanceof ApiError && error.code === 'viewing') return 'toast';
  return REACTIONS[statusOf(error)] ?? 'failure-page';
}

/**
 * For what a screen fetches: its first load shows 'Error' with a retry in its own place (security J1), so only what the
 * reader cannot see there is said; a figure on screen that could not be renewed is said by the screen as well.
 */
export function reactionToFetch(error: unknown, hasShownFigures: boolean): Reaction {
  const reaction = reactionToAction(error);
  if (reaction === 'forbidden-page') return reaction;
  return reaction === 'toast' && hasShownFigures && !AWAY.includes(statusOf(error)) ? 'toast' : 'none';
}

/** A failure's text for the reader. */
export const messageOf = (error: unknown): string =>
  error instanceof Error && error.message ? error.message : 'Error';

export const referenceOf = (error: unknown): string | null => (error instanceof ApiError ? error.id : null);
