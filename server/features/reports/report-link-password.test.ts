import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '#domain/durations.ts';
import { hashPassword } from '../../sign-in/password.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeCustomer } from '../../testing/makers.ts';

const RIGHT = 'for the landlord';

let server: TestApp;
let maker: Record<string, string>;
beforeAll(async () => {
  server = await createTestApp({ env: { NETWORK_TIME_ZONE: 'UTC' } });
  maker = await server.asRole('property', (await makeCustomer(server.accounts)).id);
});
afterAll(() => server.close());
afterEach(() => {
  server.clock.ms = TEST_NOW;
});

type From = { readonly ip?: string; readonly cookie?: string };
let address = 0;
const nextAddress = (): string => {
  address += 1;
  return `203.0.${Math.floor(address / 250)}.${address % 250}`;
};

/** Opens a link. `cookie` is the browser's cookie afterwards. */
async function open(token: string, password: string | undefined, { ip = nextAddress(), cookie = '' }: From = {}) {
  const payload = { token, ...(password === undefined ? {} : { password }) };
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/shared-report',
    payload,
    remoteAddress: ip,
    headers: { cookie },
  });
  const set = answer.headers['set-cookie'];
  return { status: answer.statusCode, cookie: set === undefined ? cookie : (String(set).split(';')[0] ?? '') };
}

const post = (url: string, payload: object) =>
  server.app.inject({ method: 'POST', url: `/api${url}`, headers: maker, payload });

async function makeReport(): Promise<string> {
  const question = { metrics: 'views', range: '30d' };
  return (await post('/saved-reports', { name: `Report ${nextAddress()}`, question, shared: false })).json().id;
}
async function makeLink(): Promise<string> {
  return (await post(`/saved-reports/${await makeReport()}/links`, { password: RIGHT })).json().token;
}

/** Simulates a browser at an office that loads the page, which first sends a request without a password. */
const visit = async (token: string, ip: string) => ({ ip, cookie: (await open(token, undefined, { ip })).cookie });
const statuses = async (times: number, guess: (index: number) => Promise<{ status: number }>) => {
  const all = [];
  for (let index = 0; index < times; index += 1) all.push((await guess(index)).status);
  return all;
};
const compared = (all: readonly number[]) => all.filter((status) => status === 403).length;

test('frequent visits of a recipient give strangers no more guesses', async () => {
  const token = await makeLink();
  let recipient: From = await visit(token, '192.0.2.7');
  const tries = await statuses(54, async (index) => {
    const opened = await open(token, RIGHT, recipient);
    expect(opened.status).toBe(200);
    recipient = { ...recipient, cookie: opened.cookie };
    return open(token, `guess ${index}`, { ip: '203.0.113.9' });
  });
  expect(compared(tries)).toBe(10);
});

test('time limits guesses from any number of addresses and made-up browsers, and a known browser stays unblocked', async () => {
  const token = await makeLink();
  const before = await visit(token, '192.0.2.8');
  const known = { ...before, cookie: (await open(token, RIGHT, before)).cookie };
  const guess = async (index: number) => {
    const stranger = await visit(token, `198.51.100.${index % 20}`);
    return open(token, `guess ${index}`, stranger);
  };
  expect(compared(await statuses(150, guess))).toBe(100);
  expect((await open(token, RIGHT)).status).toBe(429);
  expect((await open(token, RIGHT, known)).status).toBe(200);
  // Two refills allow two more comparisons, regardless of the known browser's requests.
  server.clock.ms += 32 * MINUTE_MS;
  expect((await open(token, RIGHT, known)).status).toBe(200);
  expect(compared(await statuses(10, guess))).toBe(2);
});

test('mistakes of one colleague block no other colleague, and a browser has only one budget', async () => {
  const token = await makeLink();
  const ip = '192.0.2.9';
  const colleague = await visit(token, ip);
  expect(compared(await statuses(15, () => open(token, 'mistyped', colleague)))).toBe(10);
  expect((await open(token, RIGHT, colleague)).status).toBe(429);
  for (let person = 0; person < 5; person += 1)
    expect((await open(token, RIGHT, await visit(token, ip))).status).toBe(200);
  // Guesses with a new cookie each stay within the limit of the address.
  expect(compared(await statuses(35, async () => open(token, 'guess', await visit(token, ip))))).toBe(30);
  expect((await open(token, RIGHT, await visit(token, '192.0.2.10'))).status).toBe(200);
});

test('the cookie of one link is worthless for another, and so is a made-up one', async () => {
  const [one, two] = [await makeLink(), await makeLink()];
  const first = await visit(one, '192.0.2.11');
  const known = { ...first, cookie: (await open(one, RIGHT, first)).cookie };
  await statuses(10, () => open(two, 'guess', known));
  expect((await open(two, RIGHT, known)).status).toBe(429);
  const forged = (index: number) => ({
    ip: known.ip,
    cookie: `vb-link=${String(index).padStart(12, 'A')}${known.cookie.slice(20, 52)}`,
  });
  expect(compared(await statuses(20, (index) => open(one, 'guess', forged(index))))).toBe(10);
});

test('a new password has at least eight characters and is not easy to guess, and a shorter old one still works', async () => {
  const id = await makeReport();
  for (const password of ['1234567', '12345678', 'password', 'qwertyuiop'])
    expect([password, (await post(`/saved-reports/${id}/links`, { password })).statusCode]).toEqual([password, 400]);
  const token = (await post(`/saved-reports/${id}/links`, { password: 'h3rbst-kr' })).json().token;
  await server.accounts
    .updateTable('report_links')
    .set({ password_hash: await hashPassword('short') })
    .where('report_id', '=', id)
    .execute();
  expect((await open(token, 'short')).status).toBe(200);
});
