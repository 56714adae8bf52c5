import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { EventsUnavailableError } from './events-db.ts';

/** A statement that takes longer has the servers asked whether they are there at all. */
const DOUBT_MS = 1_500;
const ANSWER_MS = 1_500;
const ASK_AGAIN_MS = 250;
/** What has arrived while this process was busy is read within this time. */
const READ_MS = 50;

/** Null while all that a statement needs is there, or what to say of what is not. */
export type Look = () => Promise<string | null>;

/** How often in a row something must be silent until a statement is cut off: the server may go on with one for minutes. */
export type Patience = 'one look' | 'two looks';

export type Pulse = {
  /** Throws at once while something is silent. Cut off by its signal when that begins; `end` in any case. */
  begin(patience?: Patience): { readonly signal: AbortSignal; end(): void };
  close(): void;
};

export const SILENT = 'The events store cannot be reached.';

/**
 * Watches over statements at servers that may fall silent: frozen, swapping, or behind a line that swallows everything. Slow
 * ones are left alone while everything answers a ping. Once something does not, whoever waits is refused at once and so is
 * everyone who comes, until it answers again. Long work that nobody waits for is cut off by a second look only: a moment of
 * silence would have it begun anew beside what the server has not given up.
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
      // Said as of a connection that was refused: nothing was sent.
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

/** Whether a server answers, whatever it says. */
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

/** Of one server. */
export const lookAt =
  (url: string): Look =>
  async () =>
    (await answersPing(url)) ? null : SILENT;
