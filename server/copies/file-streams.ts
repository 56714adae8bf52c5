import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

export type WrittenFile = { readonly bytes: number; readonly sha256: string };

/** Fast: the packed rows are a third larger than by the default, and take a fifth of the time. */
const GZIP_LEVEL = 1;

/** Writes a new packed file, closed to others and on disk when this resolves. */
export async function writePacked(path: string, content: AsyncIterable<Uint8Array | string>): Promise<WrittenFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = new Transform({
    transform: (chunk: Buffer, _encoding, pass) => {
      hash.update(chunk);
      bytes += chunk.byteLength;
      pass(null, chunk);
    },
  });
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(Readable.from(content, { objectMode: true }), createGzip({ level: GZIP_LEVEL }), measure, file);
  return { bytes, sha256: hash.digest('hex') };
}

export async function* readPacked(path: string): AsyncGenerator<Uint8Array> {
  const file = createReadStream(path);
  const unpack = createGunzip();
  // A failure of either must end the other, and reach who reads.
  const done = pipeline(file, unpack).catch(() => undefined);
  yield* unpack as AsyncIterable<Uint8Array>;
  await done;
}

export async function measureFile(path: string): Promise<WrittenFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.byteLength;
  }
  return { bytes, sha256: hash.digest('hex') };
}
