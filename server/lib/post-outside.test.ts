import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addressProblem, postOutside } from './post-outside.ts';

let port: number;
let calls = 0;
const server = createServer((request, response) => {
  calls += 1;
  request.resume();
  if (request.url === '/moved') response.writeHead(302, { location: '/' }).end();
  else response.writeHead(204).end();
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => server.close());

const post = (address: string, allowPrivate: boolean) =>
  postOutside(address, { body: '{}', headers: {}, allowPrivate });

test.each([
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f.0.0.1/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://169.254.169.254/latest/meta-data',
  'https://10.0.0.1/',
  'http://example.com/',
  'file:///etc/passwd',
  'https://name:word@example.com/',
])('%s may not be called', (address) => {
  expect(addressProblem(address, false)).not.toBeNull();
});

test('a name that leads to this machine is not called either', async () => {
  expect(await post(`https://localhost:${port}/`, false)).toBe('Its address is not one of the internet.');
  expect(calls).toBe(0);
});

test('where the operator allows it, it is; and no redirect is followed', async () => {
  expect(await post(`http://127.0.0.1:${port}/`, true)).toBeNull();
  expect(await post(`http://127.0.0.1:${port}/moved`, true)).toBe('It answered 302.');
  expect(calls).toBe(2);
});
