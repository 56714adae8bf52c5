import type { Endpoint } from '#contract/endpoint.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { failureOf, pause, type RequestOptions, send } from './api-client.ts';
import { readToken } from './session.ts';
import { createSseParser } from './sse-parser.ts';

const SHORTEST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** A server may ask for a longer wait (docs/threat-model.md#i19), within reason. */
const LONGEST_TOLD_MS = 5 * MINUTE_MS;
/** The server pings every 15 s: a stream silent for three of them is dead, whatever the socket says. */
const SILENCE_MS = 45_000;

export type EventStreamOptions = {
  query?: RequestOptions['query'];
  /** `data` is the parsed JSON of the event, or its text. */
  onEvent: (name: string, data: unknown) => void;
  /** Connected, for the first time or again; after a loss everything shown may be old. */
  onOpen?: () => void;
  /** Lost or not reached; another try follows by itself. */
  onLost?: () => void;
  /** Ends the stream. */
  signal: AbortSignal;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

type Told = { readonly onReady: () => void; readonly onRetry: (milliseconds: number) => void };

/** Reads one connection to its end; answers false if trying again is pointless (the session is over or not allowed). */
async function readOnce(endpoint: Endpoint, options: EventStreamOptions, { onReady, onRetry }: Told): Promise<boolean> {
  const { query, onEvent, onOpen, signal } = options;
  const token = readToken();
  const connection = new AbortController();
  const stop = (): void => connection.abort(signal.reason);
  signal.addEventListener('abort', stop);
  let silence = setTimeout(() => connection.abort(), SILENCE_MS);
  try {
    const answer = await send(endpoint, { query, token, signal: connection.signal }, 'text/event-stream');
    if (!answer.ok || !answer.body) {
      await failureOf(answer, token);
      return answer.status !== 401 && answer.status !== 403;
    }
    onReady();
    onOpen?.();
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    const parse = createSseParser(onRetry);
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      clearTimeout(silence);
      silence = setTimeout(() => connection.abort(), SILENCE_MS);
      for (const { name, data } of parse(piece.value)) onEvent(name, parsed(data));
    }
    return true;
  } finally {
    clearTimeout(silence);
    signal.removeEventListener('abort', stop);
  }
}

/**
 * Follows server-sent events with the bearer token, which `EventSource` cannot send. Connects again after a loss, with
 * a growing wait, or the one that the server named; ends when `signal` fires, or when the server says 401 or 403.
 */
export async function openEventStream(endpoint: Endpoint, options: EventStreamOptions): Promise<void> {
  const { signal, onLost } = options;
  let waitMs = SHORTEST_WAIT_MS;
  while (!signal.aborted) {
    let toldMs = 0;
    const goOn = await readOnce(endpoint, options, {
      onReady: () => {
        waitMs = SHORTEST_WAIT_MS;
      },
      onRetry: (milliseconds) => {
        toldMs = Math.min(milliseconds, LONGEST_TOLD_MS);
      },
    }).catch(() => true);
    if (signal.aborted || !goOn) return;
    onLost?.();
    // A little at random, so that a thousand browsers do not come back in the same second.
    await pause(Math.max(waitMs, toldMs) * (0.75 + Math.random() / 2), signal).catch(() => {});
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
  }
}
