import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSurface } from './testing/open-surface.ts';

let surface: Awaited<ReturnType<typeof openSurface>>;
beforeAll(async () => {
  surface = await openSurface();
  await surface.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => surface.close());

/** Sends raw lines and returns the first line of the answer. */
async function send(lines: readonly string[], body = ''): Promise<string> {
  const socket = connect((surface.app.server.address() as AddressInfo).port, '127.0.0.1');
  return new Promise((resolve) => {
    let text = '';
    socket.on('data', (data) => {
      text += data.toString();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text.split('\r\n')[0] ?? ''));
    socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  });
}
const get = (headers: readonly string[], version = '1.1') =>
  send([`GET /api/open HTTP/${version}`, ...headers, 'Connection: close']);
const post = (headers: readonly string[], body: string) =>
  send(['POST /api/echo/a HTTP/1.1', 'Host: a.example', 'Connection: close', ...headers], body);
const JSON_TYPE = 'Content-Type: application/json';
const BODY = '{"email":"a"}';

test.each([
  'localhost',
  'localhost:4000',
  'outlets.example.com',
  'a_b.internal:80',
  '203.0.113.7:443',
  '[::1]:4000',
  '[2001:db8::7]',
  'xn--mller-kva.example',
  '',
])('accepts the host %j', async (host) => {
  expect(await get([`Host: ${host}`])).toBe('HTTP/1.1 200 OK');
});

test.each([
  'a b',
  'a/b',
  'a@b',
  'user:pw@a',
  'a,b',
  'a\\b',
  'a?b',
  'a#b',
  'a:99999999',
  'a:b',
  '[::1',
  '::1',
  '<script>',
  'müller.example',
  "a'b",
])('rejects the host %j', async (host) => {
  expect(await get([`Host: ${host}`])).toBe('HTTP/1.1 400 Bad Request');
});

test.each([
  ['hosts', ['Host: a.example', 'Host: b.example']],
  ['hosts that are the same', ['Host: a.example', 'host: a.example']],
  ['hosts in a row of others', ['Host: a.example', 'Accept: */*', 'HOST: a.example']],
  ['hosts, the second empty', ['Host: a.example', 'Host:']],
  ['authorizations', ['Host: a.example', 'Authorization: Bearer admin', 'Authorization: Bearer owner']],
])('rejects two %s, in either version of HTTP', async (_what, headers) => {
  for (const version of ['1.1', '1.0']) expect(await get(headers, version)).toBe('HTTP/1.1 400 Bad Request');
});

test('headers that frame or name the body appear once', async () => {
  const length = `Content-Length: ${BODY.length}`;
  expect(await post([JSON_TYPE, length], BODY)).toBe('HTTP/1.1 200 OK');
  for (const headers of [
    [JSON_TYPE, length, length],
    [JSON_TYPE, length, 'Content-Length: 3'],
    [JSON_TYPE, `Content-Length: ${BODY.length}, ${BODY.length}`],
    [JSON_TYPE, length, 'Transfer-Encoding: chunked'],
    [JSON_TYPE, 'Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'],
    [JSON_TYPE, 'Transfer-Encoding: chunked', 'Transfer-Encoding: identity'],
    [JSON_TYPE, 'Content-Type: text/csv', length],
  ])
    expect(await post(headers, BODY), headers.join()).toBe('HTTP/1.1 400 Bad Request');
});

test('accepts repeated headers where repetition is allowed', async () => {
  const several = ['Accept: a/b', 'Accept: c/d', 'X-Forwarded-For: 1.2.3.4', 'X-Forwarded-For: 5.6.7.8'];
  expect(await get(['Host: a.example', ...several])).toBe('HTTP/1.1 200 OK');
});
