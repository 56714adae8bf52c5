import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { BackupKey } from './backup-keys.ts';

const ALGORITHM = 'aes-256-gcm';
const MAGIC = Buffer.from('VBK2');
const SALT_BYTES = 32;
const TAG_BYTES = 16;
/** Number of plaintext bytes in each chunk except the last, which may be shorter. */
export const CHUNK_BYTES = 1 << 20;
const SEALED_BYTES = CHUNK_BYTES + TAG_BYTES;

/**
 * Thrown if the bytes differ from those sealed with this key and name: they were changed, truncated, reordered, or
 * taken from another file.
 */
export class BrokenSealError extends Error {
  override readonly name = 'BrokenSealError';
}

/**
 * Encrypts a file in chunks. Each chunk is authenticated together with its position and whether it is the last chunk,
 * so truncated or reordered files cannot be opened. Each file has its own key, so a file cannot be opened under another
 * name.
 */
export async function* sealStream(
  key: BackupKey,
  name: string,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const fileKey = fileKeyOf(key, name, salt);
  yield Buffer.concat([MAGIC, salt]);
  const seal = (chunk: Buffer, at: number, isLast: boolean) => {
    const cipher = createCipheriv(ALGORITHM, fileKey, nonceOf(at, isLast));
    return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
  };
  let at = 0;
  for await (const { chunk, isLast } of chunksOf(content, CHUNK_BYTES)) yield seal(chunk, at++, isLast);
}

/** Decrypts a sealed file. Throws `BrokenSealError` before yielding a chunk that is not authentic. */
export async function* openStream(
  key: BackupKey,
  name: string,
  sealed: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const reader = sealed[Symbol.asyncIterator]();
  try {
    let head: Buffer = Buffer.alloc(0);
    while (head.byteLength < MAGIC.byteLength + SALT_BYTES) {
      const next = await reader.next();
      if (next.done) throw new BrokenSealError();
      head = Buffer.concat([head, next.value]);
    }
    if (!head.subarray(0, MAGIC.byteLength).equals(MAGIC)) throw new BrokenSealError();
    const fileKey = fileKeyOf(key, name, head.subarray(MAGIC.byteLength, MAGIC.byteLength + SALT_BYTES));
    const rest = head.subarray(MAGIC.byteLength + SALT_BYTES);
    let at = 0;
    for await (const { chunk, isLast } of chunksOf(withFirst(rest, reader), SEALED_BYTES))
      yield openChunk(fileKey, chunk, nonceOf(at++, isLast));
  } finally {
    await reader.return?.();
  }
}

function openChunk(fileKey: Buffer, chunk: Buffer, nonce: Buffer): Buffer {
  if (chunk.byteLength < TAG_BYTES) throw new BrokenSealError();
  const body = chunk.subarray(0, chunk.byteLength - TAG_BYTES);
  try {
    const decipher = createDecipheriv(ALGORITHM, fileKey, nonce, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(chunk.subarray(body.byteLength));
    return Buffer.concat([decipher.update(body), decipher.final()]);
  } catch {
    throw new BrokenSealError();
  }
}

const fileKeyOf = ({ encryption }: BackupKey, name: string, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', encryption, salt, `backup-file:${name}`, 32));

/**
 * Returns the nonce for a chunk. Each file has a random salt and therefore its own key, with which a nonce is used only
 * once.
 */
function nonceOf(at: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(at, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/** Yields chunks of exactly this size. The last chunk has the remaining bytes and may be empty. */
async function* chunksOf(content: AsyncIterable<Uint8Array>, bytes: number) {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const piece of content) {
    waiting.push(piece);
    size += piece.byteLength;
    if (size <= bytes) continue;
    let joined = Buffer.concat(waiting);
    for (; joined.byteLength > bytes; joined = joined.subarray(bytes))
      yield { chunk: joined.subarray(0, bytes), isLast: false };
    waiting = [joined];
    size = joined.byteLength;
  }
  yield { chunk: Buffer.concat(waiting), isLast: true };
}

async function* withFirst(first: Buffer, reader: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (first.byteLength > 0) yield first;
  for (let next = await reader.next(); !next.done; next = await reader.next()) yield next.value;
}
