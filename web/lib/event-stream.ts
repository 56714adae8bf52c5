import type { Endpoint } from '#contract/endpoint.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { failureOf, pause, type RequestOptions, send } from './api-client.ts';
import { readToken } from './session.ts';

const SHORTEST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** Maximum reconnection delay that the client accepts from a server (docs/threat-model.md#i19). */
const LONGEST_TOLD_MS = 5 * MINUTE_MS;
/**
 * Time without data after which a stream counts as dead, even if the socket is open. The server pings every 15 s, so
 * three pings have then been missed.
 */
const SILENCE_MS = 45_000;

export type EventStreamOptions = {
  query?: RequestOptions['query'];
  /** `data` is the event's parsed JSON, or its text if it is not JSON. */
  onEvent: (name: string, data: unknown) => void;
  /**
   * Called on every connection, including reconnections. After a lost connection, the shown data may be out of date.
   */
  onOpen?: () => void;
  /** Called when the connection is lost or can't be opened. The client retries automatically. */
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

/**
 * Reads one connection to its end. Resolves to false if a retry is pointless because the session has ended or lacks the
 * required right.
 */
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
 * Follows server-sent events with the bearer token, which `EventSource` can't send. Reconnects after a loss with a
 * growing delay, or after the delay that the server requests. Ends when `signal` fires, or when the server responds
 * with 401 or 403.
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
    // Random jitter, so that thousands of browsers do not reconnect in the same second.
    await pause(Math.max(waitMs, toldMs) * (0.75 + Math.random() / 2), signal).catch(() => {});
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
  }
}

type ServerSentEvent = { readonly name: string; readonly data: string };

/**
 * Creates a parser that takes a stream's text in pieces and returns the complete events (WHATWG HTML, server-sent
 * events). `onRetry` receives the reconnection delay that the server requests, in milliseconds.
 */
export function createSseParser(onRetry?: (milliseconds: number) => void): (piece: string) => ServerSentEvent[] {
  let rest = '';
  let name = '';
  let data: string[] = [];
  return (piece) => {
    const events: ServerSentEvent[] = [];
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const raw of lines) {
      const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw;
      if (line === '') {
        if (data.length > 0) events.push({ name: name || 'message', data: data.join('\n') });
        name = '';
        data = [];
        continue;
      }
      const [field = '', ...parts] = line.split(':');
      const value = parts.join(':').replace(/^ /, '');
      if (field === 'event') name = value;
      else if (field === 'data') data.push(value);
      else if (field === 'retry' && /^\d+$/.test(value)) onRetry?.(Number(value));
    }
    return events;
  };
}
