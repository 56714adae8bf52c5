import { setTimeout as pause } from 'node:timers/promises';
import type { LoginAnswer } from '../../contract/auth.ts';
import type { AnswerBook } from './answer-book.ts';
import { DRILL_PASSWORD } from './lay-drill-network.ts';

/** Calls that must work again after a fault. */
export const PROBES = ['ingestion', 'figure', 'readyz'] as const;
export type Probe = (typeof PROBES)[number];

export type Prober = {
  /**
   * Waits until a call of this kind that started after `sinceMs` gets a 200 response. Returns the milliseconds from
   * `sinceMs` to the response, or null after `patienceMs`.
   */
  recovered(probe: Probe, sinceMs: number, patienceMs: number): Promise<number | null>;
  /** Returns the longest stretch since `sinceMs` without a 200 response. */
  longestSilence(probe: Probe, sinceMs: number): number;
  stop(): Promise<void>;
};

type Needs = {
  readonly url: string;
  readonly admin: string;
  readonly book: AnswerBook;
  /** Reports an event. Resolves with true if the response was 200. */
  readonly report: () => Promise<boolean>;
};

const EVERY_MS = 500;
const TIMEOUT_MS = 15_000;
/** Maximum number of calls that wait at the same time, even during a long outage. */
const MOST_WAITING = 20;

type Good = { readonly beganMs: number; readonly endedMs: number };

/**
 * Makes calls at fixed intervals, without waiting for the previous response, so that a hanging call does not hide later
 * failures.
 */
export function startProber({ url, admin, book, report }: Needs): Prober {
  const good: Record<Probe, Good[]> = { ingestion: [], figure: [], readyz: [] };
  let isOver = false;
  let token: string | null = null;
  let signingIn: Promise<void> | null = null;

  async function signIn(): Promise<void> {
    token = await signInAt(book, url, admin);
  }

  async function figure(): Promise<boolean> {
    if (token === null) {
      signingIn ??= signIn().finally(() => {
        signingIn = null;
      });
      await signingIn;
    }
    if (token === null) return false;
    const headers = { authorization: `Bearer ${token}` };
    const answer = await book.ask('figure', `${url}/api/list/summary`, { headers, timeoutMs: TIMEOUT_MS });
    if (answer?.status === 401) token = null;
    return answer?.status === 200;
  }

  const readyz = async () => (await book.ask('readyz', `${url}/api/readyz`, { timeoutMs: TIMEOUT_MS }))?.status === 200;

  const calls: Record<Probe, () => Promise<boolean>> = { ingestion: report, figure, readyz };

  async function watch(probe: Probe): Promise<void> {
    const waiting = new Set<Promise<void>>();
    while (!isOver) {
      if (waiting.size < MOST_WAITING) {
        const beganMs = performance.now();
        const asked: Promise<void> = calls[probe]().then((isGood) => {
          waiting.delete(asked);
          if (isGood) good[probe].push({ beganMs, endedMs: performance.now() });
        });
        waiting.add(asked);
      }
      await pause(EVERY_MS);
    }
    await Promise.all(waiting);
  }

  const watching = Promise.all(PROBES.map(watch));
  return {
    async recovered(probe, sinceMs, patienceMs) {
      while (performance.now() < sinceMs + patienceMs) {
        const first = good[probe].find(({ beganMs }) => beganMs >= sinceMs);
        if (first !== undefined) return first.endedMs - sinceMs;
        await pause(10);
      }
      return null;
    },
    longestSilence(probe, sinceMs) {
      const ends = good[probe].map(({ endedMs }) => endedMs).filter((endedMs) => endedMs >= sinceMs);
      const moments = [sinceMs, ...ends.sort((one, other) => one - other)];
      return Math.max(0, ...moments.slice(1).map((moment, at) => moment - (moments[at] ?? moment)));
    },
    async stop() {
      isOver = true;
      await watching;
    },
  };
}

/** Returns the token of a new session; null if the sign-in fails. */
export async function signInAt(book: AnswerBook, url: string, email: string): Promise<string | null> {
  const answer = await book.ask('sign-in', `${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: DRILL_PASSWORD }),
    timeoutMs: TIMEOUT_MS,
  });
  return answer?.status === 200 ? (JSON.parse(answer.text) as LoginAnswer).data : null;
}
