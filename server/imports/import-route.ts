import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { v7 as newId } from 'uuid';
import type { ImportedKind } from '#contract/csv-columns.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { IMPORT_PARTS, ImportAnswer, ImportLine, ImportProgress } from '#contract/imports.ts';
import { addRoute } from '../http/add-route.ts';
import { AppError } from '../http/app-error.ts';
import { authorOf } from '../http/author-of.ts';
import { requireFreshLogin } from '../http/fresh-login.ts';
import { cancelled } from './import-jobs.ts';
import type { Imports } from './import-kinds.ts';
import type { LeastTerms } from './import-outcome.ts';
import { LARGEST_FILE_BYTES, type Watching } from './run-import.ts';

const LINES_TYPE = 'application/x-ndjson';
/** How often the client receives the progress. */
const PROGRESS_EVERY_MS = 250;

type ImportEndpoint = Endpoint & { readonly schema: (typeof IMPORT_PARTS)['schema'] };

/**
 * Adds the import route. The upload is streamed to disk. Clients that accept NDJSON receive progress lines. If the
 * client disconnects, a check, or an import that has no job yet, ends; any other import continues.
 */
export function addImportRoute(
  app: FastifyInstance,
  endpoint: ImportEndpoint,
  kind: ImportedKind,
  imports: Imports,
  /** Returns the flights' minimum amounts. Called after the file has arrived. */
  leastOf?: () => Promise<ReadonlyMap<string, LeastTerms>>,
): void {
  app.register(async (scope) => {
    scope.addContentTypeParser('text/csv', (_request, upload, done) => done(null, upload));
    addRoute(
      scope,
      endpoint,
      async (request, reply) => {
        const { file_name: fileName, expects } = request.query;
        const dryRun = request.query.dry_run === 'true';
        const upload: unknown = request.body;
        if (!(upload instanceof Readable))
          throw new AppError('unsupported', 'Send the file as the request body, with Content-Type: text/csv.');
        if (!dryRun) requireFreshLogin(request);
        const { path, remove } = await receiveFile(upload, imports.folder);
        const ending = new AbortController();
        let hasBegun = false;
        // A started import continues after its page is closed. It can then be canceled with a separate request.
        reply.raw.once('close', () => {
          if (dryRun || !hasBegun) ending.abort(cancelled());
        });
        const order = { kind, path, fileName, dryRun, expects, author: authorOf(request) };
        const work = (watching: Watching) => {
          const onJob = (id: string) => {
            hasBegun = true;
            watching.onJob?.(id);
          };
          const run = async () => {
            const least = leastOf === undefined ? {} : { least: [...(await leastOf())] };
            return imports.run({ ...order, ...least }, { ...watching, onJob, signal: ending.signal });
          };
          return run().finally(remove);
        };
        if (!request.headers.accept?.includes(LINES_TYPE)) return work({});
        const lines = linesOf(work, request);
        // Errors about the whole file occur before the first line, so they become a normal error response.
        const first = await lines.next();
        reply.header('X-Accel-Buffering', 'no').header('Cache-Control', 'no-store').type(LINES_TYPE);
        return reply.send(Readable.from(asText(first.value, lines)));
      },
      { bodyLimit: LARGEST_FILE_BYTES, isSlowUpload: true },
    );
  });
}

type Ended = { readonly answer: ImportAnswer } | { readonly failure: unknown };

async function* linesOf(
  work: (watching: Watching) => Promise<ImportAnswer>,
  request: FastifyRequest,
): AsyncGenerator<ImportLine, undefined> {
  let latest: ImportProgress | undefined;
  let job: string | undefined;
  let isTold = false;
  const onProgress = (progress: ImportProgress) => {
    latest = progress;
  };
  const onJob = (id: string) => {
    job = id;
  };
  const working: Promise<Ended> = work({ onProgress, onJob }).then(
    (answer) => ({ answer }),
    (failure: unknown) => ({ failure }),
  );
  for (;;) {
    const ended = await within(working, PROGRESS_EVERY_MS);
    if (ended === null) {
      if (latest === undefined && job === undefined) continue;
      isTold = true;
      if (job !== undefined) yield { job };
      job = undefined;
      if (latest !== undefined) yield { progress: latest };
    } else if ('answer' in ended) {
      yield ended;
      return undefined;
    } else if (isTold) {
      yield { error: tellable(ended.failure, request) };
      return undefined;
    } else throw ended.failure;
  }
}

/** Returns the result, or null if it takes longer than the given time. */
async function within<Result>(work: Promise<Result>, milliseconds: number): Promise<Result | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, milliseconds, null);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function tellable(failure: unknown, request: FastifyRequest): { message: string; id?: string } {
  if (failure instanceof AppError) return { message: failure.message };
  request.log.error({ err: failure }, 'an import failed');
  return { message: 'The import failed. Nothing was saved.', id: request.id };
}

async function* asText(first: ImportLine | undefined, rest: AsyncIterable<ImportLine>): AsyncGenerator<string> {
  if (first !== undefined) yield `${JSON.stringify(first)}\n`;
  for await (const line of rest) yield `${JSON.stringify(line)}\n`;
}

/** Streams an upload to a new file, with only a few kilobytes in memory. Callers must call `remove` when done. */
export async function receiveFile(
  upload: Readable,
  folder: string,
): Promise<{ path: string; remove: () => Promise<void> }> {
  const own = join(folder, newId());
  const remove = () => rm(own, { recursive: true, force: true });
  await mkdir(own, { recursive: true, mode: 0o700 });
  const path = join(own, 'upload.csv');
  try {
    await pipeline(limited(upload), createWriteStream(path, { mode: 0o600 }));
    return { path, remove };
  } catch (error) {
    await remove();
    if ((error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE' || upload.errored)
      throw new AppError('invalid', 'The upload was incomplete. Try again.');
    throw error;
  }
}

/**
 * Yields the upload up to the size limit. At the limit, the connection stays open, so that a client that sends too much
 * still receives the error response.
 */
async function* limited(upload: Readable): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of upload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > LARGEST_FILE_BYTES)
      throw new AppError('too-large', 'The file is larger than 64 MiB. Split it into smaller files.');
    yield chunk;
  }
}
