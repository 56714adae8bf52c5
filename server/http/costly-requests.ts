import { finished } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import { createFairQueue, type FairQueue } from '../lib/fair-queue.ts';
import { hasUrgentWork } from '../lib/urgent-work.ts';
import { AppError } from './app-error.ts';

/**
 * Limits for requests that read a large part of the events, or take long to draw. Without a limit, 12 connections from
 * one user made single outlet events several times slower (docs/performance.md#one-reader-with-many-connections).
 */
const LIMITS = { atOnce: 4, atOncePerAccount: 2, waiting: 256, waitingPerAccount: 32 } as const;
const RETRY_SECONDS = 5;
/**
 * Maximum rest of a slot. While outlets report, a slot rests for as long as it was used, up to this limit. This leaves
 * half of the time to outlets.
 */
const MOST_REST_MS = 1_000;

/**
 * Creates a process's single queue for costly work, shared by requests and jobs. Slots belong to an account
 * (`accountName`).
 */
export const createCostlyQueue = (): FairQueue => createFairQueue(LIMITS);

/** Sets the queue that `addRoute` uses for costly endpoints. */
export function addCostlyRequests(app: FastifyInstance, queue: FairQueue): void {
  app.decorate('costlyRequests', queue);
}

/** Returns the queue key for an account's work. */
export const accountName = (userId: string): string => `account:${userId}`;

/**
 * Returns a request's queue key: its account, or its address if there is no account. All visitors to a demo share one
 * account, so their key is the session.
 */
function accountOf({ caller, ip }: FastifyRequest): string {
  if (caller === null) return `address:${ip}`;
  return caller.isDemo ? `session:${caller.sessionId}` : accountName(caller.userId);
}

function abortWhenGone({ raw }: FastifyReply): AbortSignal {
  const abort = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) abort.abort();
  });
  return abort.signal;
}

/**
 * Makes a request wait for its account's turn. The request keeps its slot until the response is sent or the caller has
 * disconnected.
 */
export const waitForTurn: preHandlerAsyncHookHandler = async function (request, reply) {
  const signal = abortWhenGone(reply);
  const release = await this.costlyRequests.enter(accountOf(request), signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
    throw new AppError('unavailable', 'The request was canceled.');
  });
  if (release === null) {
    const message = 'Too many of your reports are running. Try again in a few seconds.';
    throw new AppError('unavailable', message, RETRY_SECONDS);
  }
  const begunAt = performance.now();
  finished(reply.raw, () => {
    const restMs = hasUrgentWork() ? Math.min(performance.now() - begunAt, MOST_REST_MS) : 0;
    if (restMs === 0) release();
    else setTimeout(release, restMs).unref();
  });
};

declare module 'fastify' {
  interface FastifyInstance {
    costlyRequests: FairQueue;
  }
}
