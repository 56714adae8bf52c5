import type { FastifyReply } from 'fastify';

/** Tells whether the caller still waits for the answer: what nobody wants to know any more need not be reckoned to its end. */
export function isWaiting({ raw }: FastifyReply): () => boolean {
  let waits = true;
  raw.once('close', () => {
    waits = false;
  });
  return () => waits;
}
