// Played by `npm run test:full` alone.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Letterhead } from '#contract/letterhead.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { flat, grown, hollow, layered, stuffedPng } from '../pictures/testing/hostile-pictures.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { makeCampaign, makeCustomer, makeFlight, makeUser } from './makers.ts';

const MOST_GROWTH = 200 * 1024 * 1024;
let server: TestApp;
let admin: { id: string; email: string };
let headers: Record<string, string>;
let property: { id: string };
let flightId: string;

beforeAll(async () => {
  server = await createTestApp();
  admin = await makeUser(server.accounts, { role: 'admin' });
  property = await makeCustomer(server.accounts);
  const { id: customerId } = await makeCustomer(server.accounts, { kind: 'advertiser' });
  const campaign = await makeCampaign(server.accounts, { customerId });
  flightId = (await makeFlight(server.accounts, { campaignId: campaign.id })).id;
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.ms += 2 * MINUTE_MS;
  headers = await server.as(admin);
});

const NEW_USER = {
  first_name: 'Ada',
  last_name: 'Reed',
  phone_number: '',
  disabled: false,
  role: 'property',
  invite: false,
};
const NO_WORDS = { name: 'Network', address: '1 Pier Road', tax_id: '', contact: '', payment: '' };
const TARGET = 'seconds=10&target=https%3A%2F%2Fa.example%2F';
let users = 0;

type Method = 'POST' | 'PUT';
const call = (method: Method, url: string, payload: object | Buffer, type?: string) =>
  server.app.inject({
    method,
    url: `/api${url}`,
    payload,
    headers: { ...headers, ...(type === undefined ? {} : { 'content-type': type }) },
  });
const base64 = (bytes: Buffer) => bytes.toString('base64');

const DOORS = {
  avatar: (bytes: Buffer) => call('PUT', '/account/avatar', { image: base64(bytes) }),
  users: (bytes: Buffer) => {
    users += 1;
    const email = `bomb${users}@hotel.example`;
    return call('POST', '/users', { ...NEW_USER, customer_id: property.id, email, image: base64(bytes) });
  },
  creatives: (bytes: Buffer) => call('POST', `/flights/${flightId}/creatives?name=A&${TARGET}`, bytes, 'image/png'),
  'house picture': (bytes: Buffer) => call('PUT', `/house-picture?cid=${property.id}&${TARGET}`, bytes, 'image/png'),
  letterhead: async (bytes: Buffer) => {
    const { since } = (await server.app.inject({ url: '/api/admin/letterhead', headers })).json<Letterhead>();
    return call('PUT', '/admin/letterhead', { ...NO_WORDS, logo: base64(bytes), since });
  },
} as const;

/**
 * Measures how much this process's memory grows during the work, and verifies that the process responds to other
 * requests.
 */
async function watched<Made>(work: () => Promise<Made>): Promise<{ made: Made; grown: number }> {
  const before = process.memoryUsage.rss();
  let [most, isOver, answers] = [before, false, 0];
  const working = work().finally(() => {
    isOver = true;
  });
  working.catch(() => undefined);
  do {
    expect((await server.app.inject('/api/healthz')).statusCode).toBe(200);
    answers += 1;
    most = Math.max(most, process.memoryUsage.rss());
    await new Promise(setImmediate);
  } while (!isOver);
  expect(answers).toBeGreaterThan(0);
  return { made: await working, grown: most - before };
}

describe.each(Object.entries(DOORS))('%s', (_door, send) => {
  test.each(['zTXt', 'iTXt', 'iCCP'])(
    'accepts a PNG with gigabytes in %s chunks as the plain picture that it is',
    async (type) => {
      const bomb = await stuffedPng(type, 200);
      const { made, grown: growth } = await watched(() => send(bomb));
      expect(made.statusCode, made.body).toBe(200);
      expect(growth).toBeLessThan(MOST_GROWTH);
    },
  );

  test('rejects a file that is too large, too layered, truncated or not a picture, with a 400 and its reason', async () => {
    const png = await flat(640).png().toBuffer();
    const lying = Buffer.from(png);
    lying.writeUInt32BE(0x7fffffff, 33);
    for (const [bytes, words] of [
      [await hollow(9_000), /million pixels/],
      [await layered(200), /too many layers/],
      [await grown(4_000), /12 million pixels|Choose a PNG, JPEG or WebP/],
      [png.subarray(0, png.length / 2), /damaged or incomplete/],
      [lying, /damaged or incomplete/],
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), /The picture can’t be read/],
    ] as const) {
      const answer = await send(bytes);
      expect(answer.statusCode, answer.body).toBe(400);
      expect(answer.body).toMatch(words);
    }
  });
});
