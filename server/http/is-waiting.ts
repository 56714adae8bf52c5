import type { FastifyReply } from 'fastify';

/**
 * Returns a function that reports whether the caller still waits for the answer. A computation can stop once its caller
 * is gone.
 */
export function isWaiting({ raw }: FastifyReply): () => boolean {
  let waits = true;
  raw.once('close', () => {
    waits = false;
  });
  return () => waits;
}
