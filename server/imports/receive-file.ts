import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { v7 as newId } from 'uuid';
import { AppError } from '../http/app-error.ts';
import { LARGEST_FILE_BYTES } from './run-import.ts';

/** Streams an upload to its own file. Memory holds only some kilobytes. Call `remove` when done. */
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
      throw new AppError('invalid', 'The file did not arrive completely.');
    throw error;
  }
}

/** Keeps the connection open when it ends early. A client that sends too much still receives the error response. */
async function* limited(upload: Readable): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of upload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > LARGEST_FILE_BYTES) throw new AppError('too-large', 'The file is larger than 64 MiB; split it.');
    yield chunk;
  }
}
