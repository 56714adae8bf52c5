// @vitest-environment jsdom

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exportAccount } from '#contract/account.ts';
import { currentUser, login } from '#contract/auth.ts';
import { listViews } from '#contract/list.ts';
import { search } from '#contract/search.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { addressOf, observeClient, request, requestFile } from './api-client.ts';
import { registerConfirmation } from './confirmation.ts';
import { storeToken } from './session.ts';

const TOKEN = `e30.${Buffer.from('{"sub":"a"}').toString('base64url')}.c2ln`;
const observer = { onSessionEnded: vi.fn(), onBusy: vi.fn(), onUnreachable: vi.fn() };
const network = vi.fn<typeof fetch>();
const FILE = { 'content-disposition': 'attachment; filename="run.csv"' };
const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });

beforeEach(() => {
  localStorage.clear();
  vi.resetAllMocks();
  vi.stubGlobal('fetch', network);
  observeClient(observer);
});
afterEach(() => vi.unstubAllGlobals());

test('addresses start with /api, encode parameters and query, and leave out absent values', () => {
  expect(addressOf(listViews, { eui: '00/1' }, { limit: '50', cursor: undefined })).toBe(
    '/api/list/devices/00%2F1/views?limit=50',
  );
});

test('a call sends the bearer token; a call with token null sends none', async () => {
  storeToken(TOKEN);
  network.mockImplementation(async () => json(200, { status: true }));
  await request(currentUser);
  await request(login, { body: { email: 'a@b', password: 'c' }, token: null });
  const headers = network.mock.calls.map(([, init]) => new Headers(init?.headers));
  expect(headers[0]?.get('authorization')).toBe(`Bearer ${TOKEN}`);
  expect(headers[1]?.get('authorization')).toBeNull();
  expect(headers[1]?.get('content-type')).toBe('application/json');
});

test('reuses a call from before the code loaded, once and only for the same token', async () => {
  storeToken(TOKEN);
  network.mockImplementation(async () => json(200, { from: 'network' }));
  const first = (answer: Promise<Response>, token: string | null = TOKEN) => {
    window.firstAnswer = { address: '/api/auth/me', token, askedMs: Date.now(), answer };
  };
  first(Promise.resolve(json(200, { from: 'first' })));
  expect(await request(search, { query: { q: 'a' } })).toEqual({ from: 'network' });
  expect(await request(currentUser)).toEqual({ from: 'first' });
  expect(await request(currentUser)).toEqual({ from: 'network' });
  first(Promise.resolve(json(200, { from: 'first' })), 'of somebody else');
  expect(await request(currentUser)).toEqual({ from: 'network' });
  first(Promise.reject(new TypeError('not reached')));
  expect(await request(currentUser)).toEqual({ from: 'network' });
});

test('a failure carries status, message and reference', async () => {
  network.mockResolvedValue(json(500, { error: { message: 'Something went wrong', id: 'req-9' } }));
  await expect(request(currentUser)).rejects.toMatchObject({
    status: 500,
    message: 'Something went wrong',
    id: 'req-9',
  });
});

test("does not show a proxy's page to the reader", async () => {
  network.mockResolvedValue(new Response('<html>Not allowed here</html>', { status: 403 }));
  await expect(request(currentUser)).rejects.toMatchObject({ status: 403, message: 'Error' });
});

test.each([502, 504])(
  '%i means that a proxy could not reach the server: the client checks the connection',
  async (status) => {
    network.mockResolvedValue(new Response('<html>Bad gateway</html>', { status }));
    await expect(request(currentUser)).rejects.toMatchObject({ status, message: expect.stringMatching('reached') });
    expect(observer.onUnreachable).toHaveBeenCalledTimes(1);
  },
);

test('a 401 ends the stored session; a 401 to a login does not', async () => {
  storeToken(TOKEN);
  network.mockImplementation(async () => json(401, { error: { message: 'Sign in first.' } }));
  await expect(request(login, { body: { email: 'a@b', password: 'c' }, token: null })).rejects.toThrow(
    'Sign in first.',
  );
  expect(observer.onSessionEnded).not.toHaveBeenCalled();
  await expect(request(currentUser)).rejects.toMatchObject({ status: 401 });
  expect(observer.onSessionEnded).toHaveBeenCalledTimes(1);
});

test('a 401 to an older session does not end the session that replaced it', async () => {
  storeToken(TOKEN);
  network.mockImplementation(async () => {
    storeToken(TOKEN.replace('c2ln', 'bmV3'));
    return json(401, {});
  });
  await expect(request(currentUser)).rejects.toMatchObject({ status: 401 });
  expect(observer.onSessionEnded).not.toHaveBeenCalled();
});

test('a GET waits as long as a busy server asks and retries three times (docs/threat-model.md#j1)', async () => {
  network.mockImplementation(async () => json(503, {}, { 'retry-after': '0' }));
  await expect(request(search, { query: { q: 'a' } })).rejects.toMatchObject({ status: 503, retryAfterSeconds: 0 });
  expect(network).toHaveBeenCalledTimes(4);
  expect(observer.onBusy).toHaveBeenCalledTimes(3);
});

test('a GET succeeds when its retry succeeds; a POST is never retried', async () => {
  network.mockResolvedValueOnce(json(429, {}, { 'retry-after': '0' })).mockResolvedValueOnce(json(200, { id: 'u' }));
  await expect(request(currentUser)).resolves.toEqual({ id: 'u' });
  network.mockReset().mockResolvedValue(json(503, {}, { 'retry-after': '0' }));
  await expect(request(login, { body: { email: 'a', password: 'b' } })).rejects.toMatchObject({ status: 503 });
  expect(network).toHaveBeenCalledTimes(1);
});

test('an unreachable server is status 0 and is reported to the application; an abort is neither', async () => {
  network.mockRejectedValue(new TypeError('Failed to fetch'));
  await expect(request(currentUser)).rejects.toMatchObject({ name: 'ApiError', status: 0 });
  expect(observer.onUnreachable).toHaveBeenCalledTimes(1);
  await expect(request(currentUser, { signal: AbortSignal.abort() })).rejects.not.toMatchObject({ name: 'ApiError' });
  expect(observer.onUnreachable).toHaveBeenCalledTimes(1);
});

test('a dangerous action asks for confirmation once and is then repeated; the session stays valid', async () => {
  storeToken(TOKEN);
  const ask = vi.fn(async () => true);
  const unregister = registerConfirmation(ask);
  const refusal = { error: { message: 'Confirm that it is you.', code: 'fresh_login' } };
  network.mockImplementation(async () =>
    json(ask.mock.calls.length === 0 ? 401 : 200, ask.mock.calls.length === 0 ? refusal : { status: true }),
  );
  await Promise.all([request(currentUser), request(currentUser)]);
  expect(ask).toHaveBeenCalledTimes(1);
  expect(network).toHaveBeenCalledTimes(4);
  expect(observer.onSessionEnded).not.toHaveBeenCalled();

  unregister();
  ask.mockClear();
  await expect(request(currentUser)).rejects.toMatchObject({ status: 401, code: 'fresh_login' });
});

test('a file download that needs confirmation is repeated after it, and fails without it', async () => {
  storeToken(TOKEN);
  const answers = [json(401, { error: { message: 'Confirm that it is you.', code: 'fresh_login' } })];
  network.mockImplementation(async () => answers.shift() ?? new Response('a,b', { headers: FILE }));
  const unregister = registerConfirmation(async () => true);
  const { blob, fileName } = await requestFile(exportAccount);
  expect([await blob.text(), fileName]).toEqual(['a,b', 'run.csv']);
  expect(network).toHaveBeenCalledTimes(2);
  unregister();
  answers.push(json(401, { error: { message: 'Confirm that it is you.', code: 'fresh_login' } }));
  await expect(requestFile(exportAccount)).rejects.toMatchObject({ status: 401, code: 'fresh_login' });
  expect(observer.onSessionEnded).not.toHaveBeenCalled();
});

test('a request is marked as background after a minute without user input', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  network.mockImplementation(async () => json(200, {}));
  const header = async () => {
    await request(currentUser);
    const [, init] = network.mock.lastCall ?? [];
    return new Headers(init?.headers).get('x-unattended');
  };
  window.dispatchEvent(new Event('keydown'));
  expect(await header()).toBeNull();
  vi.setSystemTime(Date.now() + MINUTE_MS);
  expect(await header()).toBe('1');
  window.dispatchEvent(new Event('pointermove'));
  expect(await header()).toBeNull();
  vi.useRealTimers();
});
