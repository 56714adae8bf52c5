import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { EventsUnavailableError } from './events-db.ts';

/** How long a statement may take before the pulse pings the servers. */
const DOUBT_MS = 1_500;
const ANSWER_MS = 1_500;
const ASK_AGAIN_MS = 250;
/** How long to wait after a ping timed out, to read a response that arrived while this process was busy. */
const READ_MS = 50;

/**
 * Checks the servers that a statement needs. Returns null if all respond; otherwise a message about the missing server.
 */
export type Look = () => Promise<string | null>;

/**
 * Number of consecutive failed checks that abort a statement. The server may continue an aborted statement for minutes.
 */
export type Patience = 'one look' | 'two looks';

export type Pulse = {
  /**
   * Registers a statement. Throws immediately while a server is silent. The signal aborts when a server becomes silent.
   * Callers must call `end`.
   */
  begin(patience?: Patience): { readonly signal: AbortSignal; end(): void };
  close(): void;
};

export const SILENT = 'The events store cannot be reached.';

/**
 * Watches statements on servers that may become silent: frozen, swapping, or behind a connection that drops everything.
 * Slow statements continue while every server responds to a ping. When a server does not respond, waiting and new
 * statements fail immediately, until the server responds again. Long work for which no person waits is aborted only
 * after a second failed check. Otherwise, a short silence would restart the work while the server still runs the first
 * attempt.
 */
export function createPulse(look: Look, doubtMs = DOUBT_MS): Pulse {
  const waiting = new Map<AbortController, { readonly since: number; readonly patience: Patience }>();
  let silence: string | null = null;
  let isLooking = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  async function lookUntilThere(): Promise<void> {
    for (let looks = 1; ; looks += 1) {
      silence = await look();
      if (silence === null || isClosed) return;
      for (const [one, { patience }] of waiting)
        if (looks > 1 || patience === 'one look') one.abort(new EventsUnavailableError(silence, true));
      await pause(ASK_AGAIN_MS, undefined, { ref: false });
      if (isClosed) return;
    }
  }

  async function doubt(): Promise<void> {
    const early = performance.now() - doubtMs;
    if (isLooking || ![...waiting.values()].some(({ since }) => since <= early)) return;
    isLooking = true;
    try {
      await lookUntilThere();
    } finally {
      isLooking = false;
    }
  }

  return {
    begin(patience = 'one look') {
      // Fail like a refused connection: nothing was sent.
      if (silence !== null) throw new EventsUnavailableError(silence, true, { cause: new NeverSentError(silence) });
      const one = new AbortController();
      waiting.set(one, { since: performance.now(), patience });
      timer ??= setInterval(() => void doubt(), doubtMs / 3).unref();
      return {
        signal: one.signal,
        end: () => {
          waiting.delete(one);
          if (waiting.size > 0) return;
          clearInterval(timer);
          timer = undefined;
        },
      };
    },
    close: () => {
      isClosed = true;
      clearInterval(timer);
    },
  };
}

class NeverSentError extends Error {
  override readonly name = 'NeverSentError';
  readonly code = 'EHOSTUNREACH';
}

/** Whether a server responds to a ping, with any content. */
export async function answersPing(url: string): Promise<boolean> {
  const { protocol, host } = new URL(url);
  const request = protocol === 'https:' ? requestSecure : requestPlain;
  const asked = request(`${protocol}//${host}/ping`, { agent: false });
  try {
    return await new Promise<boolean>((resolve) => {
      asked.on('response', () => resolve(true));
      asked.on('error', () => resolve(false));
      asked.on('close', () => resolve(false));
      asked.end();
      const late = pause(ANSWER_MS, undefined, { ref: false }).then(() => pause(READ_MS, undefined, { ref: false }));
      void late.then(() => resolve(false));
    });
  } finally {
    asked.destroy();
  }
}

/** Returns a `Look` for one server. */
export const lookAt =
  (url: string): Look =>
  async () =>
    (await answersPing(url)) ? null : SILENT;
