import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writingKey } from './backup-keys.ts';
import { BrokenSealError, CHUNK_BYTES, openStream, sealStream } from './sealed-stream.ts';
import { KEY_SETTINGS } from './testing/run-copy.ts';

const key = writingKey(KEY_SETTINGS);
const TAG_BYTES = 16;
const HEAD_BYTES = 36;

async function* pieces(content: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.byteLength; at += size) yield content.subarray(at, at + size);
}

async function joined(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of stream) all.push(piece);
  return Buffer.concat(all);
}

const seal = (content: Buffer, name = 'a', size = 65_536) => joined(sealStream(key, name, pieces(content, size)));
const open = (sealed: Buffer, name = 'a', size = 65_536) => joined(openStream(key, name, pieces(sealed, size)));

test('an encrypted stream decrypts to the same bytes, regardless of its length and chunks', async () => {
  for (const bytes of [0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 2 * CHUNK_BYTES, 2 * CHUNK_BYTES + 7]) {
    const content = randomBytes(bytes);
    for (const size of [997, 3 * CHUNK_BYTES]) {
      const sealed = await seal(content, 'a', size);
      expect((await open(sealed, 'a', size)).equals(content)).toBe(true);
      expect(bytes < 16 || !sealed.includes(content.subarray(0, 16))).toBe(true);
    }
  }
});

test('rejects a changed bit anywhere, a cut at any place, and added bytes', async () => {
  const sealed = await seal(randomBytes(300));
  await fc.assert(
    fc.asyncProperty(fc.nat(sealed.byteLength - 1), fc.nat(7), async (at, bit) => {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ (1 << bit);
      await expect(open(changed)).rejects.toThrow(BrokenSealError);
      await expect(open(sealed.subarray(0, at))).rejects.toThrow(BrokenSealError);
    }),
  );
  await expect(open(Buffer.concat([sealed, Buffer.from('x')]))).rejects.toThrow(BrokenSealError);
});

test('rejects chunks in another order, repeated chunks, and missing last chunks', async () => {
  const sealed = await seal(randomBytes(3 * CHUNK_BYTES + 5));
  const head = sealed.subarray(0, HEAD_BYTES);
  const chunks = [0, 1, 2, 3].map((at) =>
    sealed.subarray(HEAD_BYTES + at * (CHUNK_BYTES + TAG_BYTES), HEAD_BYTES + (at + 1) * (CHUNK_BYTES + TAG_BYTES)),
  );
  for (const order of [[1, 0, 2, 3], [0, 1, 2], [0], [], [0, 0, 1, 2, 3], [0, 1, 3], [0, 2, 3]]) {
    const changed = Buffer.concat([head, ...order.map((at) => chunks[at] ?? Buffer.alloc(0))]);
    await expect(open(changed), String(order)).rejects.toThrow(BrokenSealError);
  }
  expect((await open(Buffer.concat([head, ...chunks]))).byteLength).toBe(3 * CHUNK_BYTES + 5);
});

test('a file decrypts only under its own name and key', async () => {
  const sealed = await seal(Buffer.from('secret'), 'accounts/users');
  await expect(open(sealed, 'accounts/flights')).rejects.toThrow(BrokenSealError);
  const other = writingKey({ ...KEY_SETTINGS, backupKey: 'another key of thirty-two characters' });
  await expect(joined(openStream(other, 'accounts/users', pieces(sealed, 9)))).rejects.toThrow(BrokenSealError);
});
