import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { withinJob } from '#event-store/retry-steps.ts';

/** Sends lines of JSON, each with its line feed, as a file. Lines are read while the file is being sent. */
export const sendNdjson = (
  reply: FastifyReply,
  fileName: string,
  lines: AsyncIterable<string> | Iterable<string>,
): FastifyReply =>
  reply
    .header('Content-Type', 'application/x-ndjson')
    .header('Cache-Control', 'no-store')
    .header('Content-Disposition', `attachment; filename="${fileName}"`)
    .send(Readable.from(withinJob(lines)));
