import { withTimeLimit } from '../../server/lib/with-time-limit.ts';
import { DOOR_HEADER } from './front-door.ts';

/** The response to a call. */
export type Answered = {
  readonly status: number;
  readonly text: string;
  /** The value of the Retry-After header in milliseconds; 0 if there is no such header. */
  readonly retryAfterMs: number;
};

const MOST_EXAMPLES = 10;

/** Counts responses by their meaning for the caller. */
export type AnswerBook = {
  /** Makes one call. Returns null if no response arrived. */
  ask(what: string, url: string, init: RequestInit & { readonly timeoutMs: number }): Promise<Answered | null>;
  readonly counts: ReadonlyMap<string, number>;
  readonly examples: readonly string[];
};

export const FAILURES = 'failures (500, or 503 that does not say when to ask again)';
const WAIT_IN_FAULT = 'told to come again (429, 503) during a fault';
const WAIT_OUTSIDE = 'told to come again (429, 503) while nothing was wrong';
const NO_ANSWER = 'no answer (broken, refused or too late)';

/** Creates an empty count. `isFault` returns whether a fault is active or has just ended. */
export function createAnswerBook(isFault: () => boolean): AnswerBook {
  const counts = new Map<string, number>();
  const examples: string[] = [];
  const count = (kind: string) => void counts.set(kind, (counts.get(kind) ?? 0) + 1);

  return {
    counts,
    examples,
    async ask(what, url, { timeoutMs, ...init }) {
      const wasFault = isFault();
      // The time limit is necessary: a drill of several hours once waited forever for a broken call that never reported
      // its failure.
      const answer = await withTimeLimit(null, timeoutMs, (signal) => call(url, { ...init, signal })).catch(() => null);
      if (answer === null) {
        count(NO_ANSWER);
        return null;
      }
      const { status, retryAfter, text } = answer;
      const isWait = (status === 503 || status === 429) && (retryAfter !== null || what === 'readyz');
      if (isWait) count(wasFault || isFault() ? WAIT_IN_FAULT : WAIT_OUTSIDE);
      else if (status >= 500) {
        count(FAILURES);
        if (examples.length < MOST_EXAMPLES) examples.push(`${what}: ${status} ${text.slice(0, 200)}`);
      } else count(status === 200 ? 'answered' : `refused (${status})`);
      return { status, text, retryAfterMs: 1_000 * (Number(retryAfter) || 0) };
    },
  };
}

async function call(url: string, init: RequestInit) {
  try {
    const response = await fetch(url, init);
    const text = await response.text();
    if (response.headers.has(DOOR_HEADER)) return null;
    return { status: response.status, retryAfter: response.headers.get('retry-after'), text };
  } catch {
    return null;
  }
}
