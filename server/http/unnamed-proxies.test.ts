import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { watchForProxies } from './unnamed-proxies.ts';

/** Returns the reports that these calls cause. */
async function told(trustProxy: string[] | false, calls: readonly { from: string; headers: Record<string, string> }[]) {
  const texts: string[] = [];
  const app = Fastify({ trustProxy });
  watchForProxies(app, (text) => texts.push(text));
  app.get('/', async () => 'ok');
  for (const { from, headers } of calls) await app.inject({ url: '/', remoteAddress: from, headers });
  await app.close();
  return texts;
}
const forwarded = (client: string) => ({ 'x-forwarded-for': client });

test('reports a proxy in a private network that TRUST_PROXY does not name once, with the value to set', async () => {
  const calls = ['203.0.113.1', '203.0.113.2', '203.0.113.3'].map((client) => ({
    from: '10.0.0.7',
    headers: forwarded(client),
  }));
  for (const trusted of [false, ['10.0.0.8']] as const) {
    const texts = await told(trusted === false ? false : [...trusted], calls);
    expect(texts).toHaveLength(1);
    expect(texts[0]).toMatch(
      /^Requests from 10\.0\.0\.7 have the header X-Forwarded-For, .* set TRUST_PROXY=10\.0\.0\.7\.$/,
    );
  }
});

test('does not report a named proxy, unless it sends a header that is not read', async () => {
  expect(await told(['10.0.0.7'], [{ from: '10.0.0.7', headers: forwarded('203.0.113.1') }])).toEqual([]);
  const texts = await told(['10.0.0.7'], [{ from: '10.0.0.7', headers: { forwarded: 'for=203.0.113.1' } }]);
  expect(texts[0]).toContain('make it send X-Forwarded-For');
});

test('forged headers from many addresses raise no report, but one address that forwards for many does', async () => {
  const spoofed = Array.from({ length: 100 }, (_, index) => ({
    from: `203.0.113.${index}`,
    headers: forwarded('127.0.0.1'),
  }));
  expect(await told(false, spoofed)).toEqual([]);
  const many = Array.from({ length: 40 }, (_, index) => ({
    from: '203.0.113.9',
    headers: forwarded(`198.51.100.${index}`),
  }));
  expect(await told(false, many)).toHaveLength(1);
  expect(await told(false, [{ from: '10.0.0.7', headers: {} }])).toEqual([]);
});
