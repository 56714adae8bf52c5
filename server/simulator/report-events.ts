import { Value } from 'typebox/value';
import { IngestAnswer, type OutletEvent } from '#contract/ingest.ts';

/** The result of a call: it was processed, it must be retried, it was too large, or it was permanently rejected. */
export type Outcome =
  | { readonly kind: 'answered'; readonly answer: IngestAnswer }
  | { readonly kind: 'later'; readonly reason: string; readonly afterMs: number }
  | { readonly kind: 'too-large'; readonly reason: string }
  | { readonly kind: 'refused'; readonly reason: string };

/** Waits for a free connection, and then sends the events that `take` returns. */
export type ReportEvents = (key: string, take: () => readonly OutletEvent[]) => Promise<Outcome>;

const TIMEOUT_MS = 20_000;
/** The number of connections to the server, regardless of the number of outlets. */
const CONNECTIONS = 8;
/** How long an outlet waits before it retries after its key was rejected. A rejected key may be issued again. */
const KEY_REFUSED_MS = 30_000;

export function createReporter(url: string, connections = CONNECTIONS): ReportEvents {
  const queue: (() => void)[] = [];
  let free = connections;
  return async (key, take) => {
    if (free === 0) await new Promise<void>((go) => queue.push(go));
    else free -= 1;
    try {
      return await post(url, key, take());
    } finally {
      const next = queue.shift();
      if (next) next();
      else free += 1;
    }
  };
}

async function post(url: string, key: string, events: readonly OutletEvent[]): Promise<Outcome> {
  try {
    const response = await fetch(`${url}/api/ingest/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(events),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return outcomeOf(response, await response.text());
  } catch (error) {
    return { kind: 'later', reason: whyFailed(error), afterMs: 0 };
  }
}

function outcomeOf({ status, headers }: Response, text: string): Outcome {
  const reason = `${status} ${text.slice(0, 120)}`;
  if (status === 200) {
    const answer: unknown = JSON.parse(text);
    if (Value.Check(IngestAnswer, answer)) return { kind: 'answered', answer };
    return {
      kind: 'later',
      reason: `not a response of the ingestion API: ${text.slice(0, 80)}`,
      afterMs: KEY_REFUSED_MS,
    };
  }
  if (status === 413) return { kind: 'too-large', reason };
  if (status === 400 || status === 415) return { kind: 'refused', reason };
  const asked = retryAfterMs(headers.get('retry-after'), Date.now());
  return { kind: 'later', reason, afterMs: status === 401 || status === 403 ? Math.max(KEY_REFUSED_MS, asked) : asked };
}

/** Returns the milliseconds that a `Retry-After` header requests, in seconds or as a date; 0 without the header. */
export function retryAfterMs(header: string | null, nowMs: number): number {
  if (header === null) return 0;
  if (/^\d{1,6}$/.test(header.trim())) return Number(header) * 1000;
  const until = Date.parse(header);
  return Number.isNaN(until) ? 0 : Math.max(0, until - nowMs);
}

function whyFailed(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
