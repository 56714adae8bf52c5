import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { inflateBody } from './ingest-routes.ts';

const report = Buffer.from(JSON.stringify(Array.from({ length: 5_000 }, () => ({ id: randomUUID(), type: 'view' }))));

test('inflates a gzip body and leaves a plain one unchanged', async () => {
  expect(await inflateBody(gzipSync(report), 'gzip')).toEqual(report);
  expect(await inflateBody(report, undefined)).toBe(report);
  expect(await inflateBody(report, 'identity')).toBe(report);
});

test.each([
  ['grows beyond 5 MiB', 6 * 1024 * 1024],
  ['grows more than 20 times', 1024 * 1024],
])('rejects a body that %s as too large', async (_, size) => {
  await expect(inflateBody(gzipSync(Buffer.alloc(size, 0x20)), 'gzip')).rejects.toMatchObject({ statusCode: 413 });
});

test('rejects a body that is not gzip or is truncated', async () => {
  await expect(inflateBody(report, 'gzip')).rejects.toMatchObject({ statusCode: 400 });
  await expect(inflateBody(gzipSync(report).subarray(0, 500), 'gzip')).rejects.toMatchObject({ statusCode: 400 });
});
