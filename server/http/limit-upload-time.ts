import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { MINUTE_MS } from '#domain/durations.ts';

/** A gateway on a slow line may need a while for 5 MiB; a stalled one must not hold a socket for ever (docs/threat-model.md#i4). */
export const BODY_WITHIN_MS = 30_000;
/** A file of 200,000 lines on a slow line, where the route takes such. */
export const LONGEST_UPLOAD_MS = 20 * MINUTE_MS;

/**
 * Ends requests whose body does not come: within half a minute as a whole, or, on a route with `isSlowUpload`, when it rests
 * for that long or takes twenty minutes.
 */
export function limitUploadTime(
  app: FastifyInstance,
  end: (socket: Socket) => void,
  bodyWithinMs = BODY_WITHIN_MS,
): void {
  app.addHook('onRequest', async ({ raw, routeOptions }, reply) => {
    const { socket } = raw;
    // A call of a test has none.
    if (!(socket instanceof Socket)) return;
    const { 'content-length': length = '0', 'transfer-encoding': coding } = raw.headers;
    if (length === '0' && coding === undefined) return;
    const endAt = performance.now() + (routeOptions.config.isSlowUpload === true ? LONGEST_UPLOAD_MS : 0);
    let seen = socket.bytesRead;
    const look = (): void => {
      if (raw.complete || raw.destroyed) return;
      // Who was refused, and sends on, has no more time than anybody.
      const isOver = reply.raw.writableEnded || performance.now() >= endAt;
      if (isOver || socket.bytesRead === seen) end(socket);
      else timer = later(look, bodyWithinMs);
      seen = socket.bytesRead;
    };
    let timer = later(look, bodyWithinMs);
    raw.once('close', () => clearTimeout(timer));
  });
}

/** After a stall of this process, what arrived meanwhile is read first. */
const later = (look: () => void, milliseconds: number): NodeJS.Timeout =>
  setTimeout(() => setImmediate(look), milliseconds).unref();

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes files that need minutes on a slow line. */
    isSlowUpload?: boolean;
  }
}
