import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
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
])('rejects a call to %s', (address) => {
  expect(addressProblem(address, false)).not.toBeNull();
});

test('rejects a name that resolves to this machine', async () => {
  for (const host of ['localhost', 'localhost.', 'a.localhost', 'printer.local', 'db.internal', 'metadata'])
    expect(await post(`https://${host}:${port}/`, false)).toBe('The address is not on the public internet.');
  expect(calls).toBe(0);
});

test('every failure to reach an address has the same message, which reveals nothing about internal names and ports', async () => {
  const silent = createTcpServer((socket) => socket.on('error', () => undefined).destroy());
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const failures = [
    await post(`https://127.0.0.1:${port}/`, true),
    await post('https://127.0.0.1:1/', true),
    await post('https://no-such-host.invalid/', true),
    await post(`https://127.0.0.1:${(silent.address() as AddressInfo).port}/`, true),
    // A public name that resolves to a private address. The resolver responds before anything is called.
    await postOutside(
      'https://own.example/',
      { body: '', headers: {}, allowPrivate: false },
      (_host, _options, answer) => answer(null, [{ address: '10.0.0.7', family: 4 }]),
    ),
  ];
  silent.close();
  expect(new Set(failures)).toEqual(new Set([expect.stringMatching(/^The address could not be reached\. It must/)]));
});

test('calls a private address if the operator allows it, and follows no redirect', async () => {
  expect(await post(`http://127.0.0.1:${port}/`, true)).toBeNull();
  expect(await post(`http://127.0.0.1:${port}/moved`, true)).toBe('The address responded with 302.');
  expect(calls).toBe(2);
});
