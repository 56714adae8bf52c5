import type { FastifyReply } from 'fastify';

/**
 * Returns a function that reports whether the caller is still waiting for the response. With it, a computation can stop
 * once its caller has disconnected.
 */
export function isWaiting({ raw }: FastifyReply): () => boolean {
  let waits = true;
  raw.once('close', () => {
    waits = false;
  });
  return () => waits;
}
