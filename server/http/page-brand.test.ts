import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSurface, PAGE } from './testing/open-surface.ts';

let surface: Awaited<ReturnType<typeof openSurface>>;
beforeAll(async () => {
  surface = await openSurface({}, { currency: 'EUR', networkName: 'Smith & "Sons" $1', brandColor: '#aa1122' });
});
afterAll(() => surface.close());

const NAME = 'Smith &amp; &quot;Sons&quot; $1';
const OWN_PAGE = PAGE.replace('USD', () => 'EUR')
  .replace('#333964', '#aa1122')
  .replaceAll('Voltboard', () => NAME);

test.each(['/', '/index.html', '/app/main/dashboard', '/shared-report'])(
  '%s contains the currency, name and color of the network, with the usual headers of the page',
  async (url) => {
    const answer = await surface.app.inject({ url, headers: { accept: 'text/html', 'accept-encoding': 'identity' } });
    expect([answer.statusCode, answer.body]).toEqual([200, OWN_PAGE]);
    const usual = await openSurface();
    const other = await usual.app.inject({ url, headers: { accept: 'text/html', 'accept-encoding': 'identity' } });
    await usual.close();
    const named = ['cache-control', 'content-security-policy', 'content-type', 'x-content-type-options'];
    const of = ({ headers }: typeof answer) => named.map((name) => String(headers[name]).toLowerCase());
    expect(of(answer)).toEqual(of(other));
  },
);

test('compresses the page for clients that accept it, and omits the body for HEAD', async () => {
  const packed = await surface.app.inject({ url: '/', headers: { accept: 'text/html', 'accept-encoding': 'gzip' } });
  expect([packed.statusCode, packed.headers['content-encoding']]).toEqual([200, 'gzip']);
  const head = await surface.app.inject({ method: 'HEAD', url: '/', headers: { accept: 'text/html' } });
  expect([head.statusCode, head.body]).toEqual([200, '']);
});
