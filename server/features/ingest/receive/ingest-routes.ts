import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type EventResult, type IngestAnswer, ingestEvents, MAX_BATCH_BYTES } from '#contract/ingest.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { addRoute } from '../../../http/add-route.ts';
import { AppError } from '../../../http/app-error.ts';
import type { IngestKey } from '../../../ingestor.ts';
import { createAuthenticateKey } from '../../../network/authenticate-key.ts';
import { rejection } from '../check/rejection.ts';
import { unreadBatch } from './read-events.ts';

const NDJSON_TYPES = ['application/x-ndjson', 'application/ndjson', 'application/jsonl'] as const;

type IngestDependencies = Pick<Dependencies, 'accounts' | 'ingestor' | 'now'>;

/**
 * Registers `POST /ingest/events` (docs/decisions.md#ingestion). The body stays raw until here, so that a bad line
 * affects only itself.
 */
export function ingestRoutes({ accounts, ingestor, now }: IngestDependencies) {
  const authenticate = createAuthenticateKey(accounts, now);
  return async (app: FastifyInstance): Promise<void> => {
    const keys = new WeakMap<FastifyRequest, IngestKey>();

    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      ['application/json', ...NDJSON_TYPES],
      { parseAs: 'buffer', bodyLimit: MAX_BATCH_BYTES },
      (_request, body, done) => done(null, body),
    );
    // This runs before the body is read, so that the bytes of an unknown sender are never buffered.
    app.addHook('onRequest', async (request) => {
      keys.set(request, { ...(await authenticate(request.headers.authorization)), address: request.ip });
      refuseUnknownEncoding(request);
    });

    // Log the cause, which the response leaves out.
    app.addHook('onError', async (request, _reply, { cause }) => {
      if (cause !== undefined) request.log.error({ err: cause }, 'events could not be stored');
    });

    addRoute(app, ingestEvents, async (request, reply) => {
      const key = keys.get(request);
      if (key === undefined)
        throw new AppError('unauthenticated', 'This call requires the access key of an outlet or gateway.');
      const sent: unknown = request.body;
      const body = await inflateBody(
        Buffer.isBuffer(sent) ? sent : Buffer.alloc(0),
        request.headers['content-encoding'],
      );
      const results = await ingestor.accept(unreadBatch(body, isNdjson(request)), key);
      if (results.every(({ code }) => code === 'wrong_outlet'))
        throw new AppError('forbidden', rejection('wrong_outlet').reason);
      // Serialized here, because a schema-driven serializer costs four times as much for 10,000 results.
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(answerOf(results)));
    });
  };
}

const isNdjson = ({ headers }: FastifyRequest): boolean =>
  NDJSON_TYPES.some((type) => headers['content-type']?.toLowerCase().startsWith(type));

function refuseUnknownEncoding({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding']?.toLowerCase();
  if (encoding === undefined || encoding === 'gzip' || encoding === 'identity') return;
  throw new AppError('unsupported', 'Send the body uncompressed or with Content-Encoding: gzip.');
}

function answerOf(results: EventResult[]): IngestAnswer {
  const answer: IngestAnswer = { accepted: 0, duplicate: 0, rejected: 0, results };
  for (const { status } of results) answer[status] += 1;
  return answer;
}

const gunzipBody = promisify(gunzip);

/**
 * Limits how far a body may expand. Reports compress 4 to 8 times. A body that would expand far more is rejected
 * before it is unpacked (docs/threat-model.md#f8).
 */
const MOST_GROWTH = 20;
const ALWAYS_ALLOWED_BYTES = 64 * 1024;

/** Decodes the body's content encoding. Throws 413 above the batch limit and 400 for invalid gzip. */
export async function inflateBody(body: Buffer, encoding: string | undefined): Promise<Buffer> {
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return body;
  const maxOutputLength = Math.min(MAX_BATCH_BYTES, Math.max(ALWAYS_ALLOWED_BYTES, body.length * MOST_GROWTH));
  try {
    return await gunzipBody(body, { maxOutputLength });
  } catch (error) {
    if (error instanceof RangeError) throw bodyTooLarge();
    throw new AppError('invalid', 'The body is not valid gzip, but Content-Encoding is gzip.');
  }
}

const bodyTooLarge = (): AppError =>
  new AppError(
    'too-large',
    `A batch can have at most ${MAX_BATCH_BYTES / 1024 / 1024} MiB when uncompressed, and may expand to at most ${MOST_GROWTH} times its size. Send smaller batches.`,
  );
