import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { EventsUnavailableError } from './events-db.ts';

/** If a statement takes longer than this, the pulse pings the servers. */
const DOUBT_MS = 1_500;
const ANSWER_MS = 1_500;
const ASK_AGAIN_MS = 250;
/** Time for reading the data that arrived while this process was busy. */
const READ_MS = 50;

/** Returns null if all servers that a statement needs respond; otherwise a message about the missing one. */
export type Look = () => Promise<string | null>;

/** How many failed checks in a row abort a statement, which the server may continue for minutes. */
export type Patience = 'one look' | 'two looks';

export type Pulse = {
  /** Throws immediately while a server is silent. The signal aborts when silence begins. Callers must call `end`. */
  begin(patience?: Patience): { readonly signal: AbortSignal; end(): void };
  close(): void;
};

export const SILENT = 'The events store cannot be reached.';

/**
 * Watches statements on servers that may become silent: frozen, swapping, or behind a connection that drops everything.
 * Slow statements continue while every server responds to a ping. Once a server does not, waiting and new statements
 * fail immediately, until it responds again. Long work that no person waits for is aborted only by a second failed
 * check. Otherwise a short silence would restart it beside the work that the server has not given up.
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
