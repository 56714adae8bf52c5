import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { inflateBody } from './inflate-body.ts';

const report = Buffer.from(JSON.stringify(Array.from({ length: 5_000 }, () => ({ id: randomUUID(), type: 'view' }))));

test('a gzip body is unpacked and a plain one is left alone', async () => {
  expect(await inflateBody(gzipSync(report), 'gzip')).toEqual(report);
  expect(await inflateBody(report, undefined)).toBe(report);
  expect(await inflateBody(report, 'identity')).toBe(report);
});

test.each([
  ['grows beyond 5 MiB', 6 * 1024 * 1024],
  ['grows more than 20 times', 1024 * 1024],
])('a body that %s is too large', async (_, size) => {
  await expect(inflateBody(gzipSync(Buffer.alloc(size, 0x20)), 'gzip')).rejects.toMatchObject({ statusCode: 413 });
});

test('a body that only claims to be gzip, or ends too early, is refused', async () => {
  await expect(inflateBody(report, 'gzip')).rejects.toMatchObject({ statusCode: 400 });
  await expect(inflateBody(gzipSync(report).subarray(0, 500), 'gzip')).rejects.toMatchObject({ statusCode: 400 });
});
