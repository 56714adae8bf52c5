import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Failure } from '#contract/common.ts';
import { HELD_BY_IMPORT, isHeldByImport, isStoreSilent } from '../databases/store-refusals.ts';
import { AppError, FieldError } from './app-error.ts';

/** The product's messages for requests that the framework rejects. */
const WORDS: Readonly<Record<number, string>> = {
  400: 'The request could not be read. Check that its body is valid JSON.',
  404: 'Page not found.',
  405: 'This address doesn’t support this method.',
  413: 'The request is larger than allowed.',
  414: 'The URL is longer than allowed.',
  415: 'Send the body with Content-Type: application/json.',
  431: 'The request headers are larger than allowed.',
};

/**
 * Converts all failures to responses in one place. Failures that callers can act on keep their message. All other
 * failures become a neutral 500 (docs/threat-model.md#i3).
 */
export function addErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler(async (error: FastifyError | AppError, request, reply) => {
    const failure = await sendFailure(error, request, reply);
    // Bypasses the route's schema, which may describe another body for the same status: readyz has one for 503.
    return reply.type('application/json; charset=utf-8').serializer(JSON.stringify).send(failure);
  });
}

async function sendFailure(
  error: FastifyError | AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Failure> {
  if (error instanceof AppError) {
    if (error.retryAfterSeconds !== undefined) reply.header('Retry-After', String(error.retryAfterSeconds));
    reply.status(error.statusCode);
    const fields = error instanceof FieldError ? { fields: { ...error.fields }, codes: { ...error.codes } } : {};
    const code = error.reason === undefined ? {} : { code: error.reason };
    return { error: { message: error.message, ...fields, ...code } };
  }
  if (isHeldByImport(error)) {
    reply.status(409).header('Retry-After', '2');
    return { error: { message: HELD_BY_IMPORT } };
  }
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) {
    reply.status(status);
    return { error: { message: WORDS[status] ?? error.message } };
  }
  if (error.code === 'ERR_STREAM_PREMATURE_CLOSE' && reply.raw.destroyed) {
    // The caller disconnected, so nothing failed and no client reads the response. Logged as an error, it would hide
    // real errors.
    request.log.info('client disconnected');
    reply.status(400);
    return { error: { message: WORDS[400] ?? '' } };
  }
  request.log.error({ err: error }, 'request failed');
  if (status === 503 || isStoreSilent(error)) {
    reply.status(503).header('Retry-After', '2');
    return { error: { message: 'The server is busy. Try again in a moment.', id: request.id } };
  }
  reply.status(500);
  return { error: { message: 'Something went wrong', id: request.id } };
}
