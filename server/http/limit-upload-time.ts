import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { MINUTE_MS } from '#domain/durations.ts';

/**
 * A gateway on a slow line may need a while for 5 MiB. A stalled one must not hold a socket forever
 * (docs/threat-model.md#i4).
 */
export const BODY_WITHIN_MS = 30_000;
/** A file of 200,000 lines on a slow line, where the route takes such files. */
export const LONGEST_UPLOAD_MS = 20 * MINUTE_MS;

/**
 * Ends requests whose body does not arrive. The whole body has half a minute. On a route with `isSlowUpload`, the body
 * may not stall for that long or take more than twenty minutes.
 */
export function limitUploadTime(
  app: FastifyInstance,
  end: (socket: Socket) => void,
  bodyWithinMs = BODY_WITHIN_MS,
): void {
  app.addHook('onRequest', async ({ raw, routeOptions }, reply) => {
    const { socket } = raw;
    // An injected test call has no socket.
    if (!(socket instanceof Socket)) return;
    const { 'content-length': length = '0', 'transfer-encoding': coding } = raw.headers;
    if (length === '0' && coding === undefined) return;
    const endAt = performance.now() + (routeOptions.config.isSlowUpload === true ? LONGEST_UPLOAD_MS : 0);
    let seen = socket.bytesRead;
    const look = (): void => {
      if (raw.complete || raw.destroyed) return;
      // A refused caller that keeps sending gets no extra time.
      const isOver = reply.raw.writableEnded || performance.now() >= endAt;
      if (isOver || socket.bytesRead === seen) end(socket);
      else timer = later(look, bodyWithinMs);
      seen = socket.bytesRead;
    };
    let timer = later(look, bodyWithinMs);
    raw.once('close', () => clearTimeout(timer));
  });
}

/** Defers the check, so that after a stall of this process the data that arrived meanwhile is read first. */
const later = (look: () => void, milliseconds: number): NodeJS.Timeout =>
  setTimeout(() => setImmediate(look), milliseconds).unref();

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes files that need minutes on a slow line. */
    isSlowUpload?: boolean;
  }
}
