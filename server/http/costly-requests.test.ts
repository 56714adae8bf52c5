import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { addAccessGuard } from './access-guard.ts';
import { addRoute } from './add-route.ts';
import type { Caller } from './caller.ts';
import { createServer } from './create-server.ts';

const ENDPOINT = { tokenScope: 'none', method: 'GET', allowed: 'session', summary: 'A test', schema: {} } as const;

let app: Awaited<ReturnType<typeof createServer>>;
/**
 * Accounts whose requests are running, in the order in which they started, each with a function that ends the response.
 */
let running: { account: string; end: (status?: 'failed') => void }[];
let began: string[];

beforeEach(async () => {
  running = [];
  began = [];
  app = await createServer({
    logLevel: 'silent',
    trustProxy: [],
    allowedOrigins: [],
    publicUrl: 'http://localhost',
    mapStyleUrl: '',
    googleMapsKey: '',
    shedsLoad: false,
  });
  // The token contains the account.
  addAccessGuard(app, async (token) => {
    const [account = '', session = ''] = token.split('.');
    const caller = { userId: account, sessionId: session, isDemo: account === 'demo', token: null, viewer: null };
    return { ...caller, role: 'admin', mustSetUpSecondFactor: false } as unknown as Caller;
  });
  const hold = (account: string) =>
    new Promise<object>((resolve, reject) => {
      began.push(account);
      const one = {
        account,
        end: (status?: 'failed') => {
          running.splice(running.indexOf(one), 1);
          if (status === 'failed') reject(new Error('failed'));
          else resolve({});
        },
      };
      running.push(one);
    });
  addRoute(app, { ...ENDPOINT, url: '/costly' }, (request) => hold(request.caller?.userId ?? ''), { isCostly: true });
  addRoute(app, { ...ENDPOINT, url: '/cheap' }, () => ({}));
});
afterEach(async () => {
  for (const { end } of [...running]) end();
  await app.close();
});

const ask = (token: string, url = '/costly') => app.inject({ url, headers: { authorization: `Bearer ${token}` } });
const settled = () => new Promise(setImmediate);
const hasBegun = (...accounts: string[]) => eventually(async () => expect(began).toEqual(accounts));

test('an account runs two costly requests at once; those of others start meanwhile, and cheap ones never wait', async () => {
  const hungry = Array.from({ length: 12 }, () => ask('hungry'));
  await hasBegun('hungry', 'hungry');
  const other = [ask('other'), ask('other'), ask('other')];
  await hasBegun('hungry', 'hungry', 'other', 'other');
  expect((await ask('hungry', '/cheap')).statusCode).toBe(200);
  const third = ask('third');
  await settled();
  expect(running).toHaveLength(4);
  // A response that fails also frees its slot.
  running[0]?.end('failed');
  await hasBegun('hungry', 'hungry', 'other', 'other', 'third');
  running.find(({ account }) => account === 'other')?.end();
  await hasBegun('hungry', 'hungry', 'other', 'other', 'third', 'hungry');
  const ended = Promise.all([...hungry, ...other, third]);
  for (let left = true; left; left = running.length > 0) {
    running[0]?.end();
    await settled();
    await settled();
  }
  const all = (await ended).map(({ statusCode }) => statusCode);
  expect(all.filter((status) => status === 200)).toHaveLength(15);
});

test('an account over its queue limit gets a retry time, while another one may still wait', async () => {
  const all = Array.from({ length: 35 }, () => ask('hungry'));
  const refused = await Promise.race(all);
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5']);
  expect(refused.json()).toMatchObject({ error: { message: expect.stringMatching(/Try again in a few seconds/) } });
  void ask('other');
  await hasBegun('hungry', 'hungry', 'other');
});

test('visitors of a demo account do not wait for each other', async () => {
  for (const session of ['1', '1', '1', '2']) void ask(`demo.${session}`);
  await eventually(async () => expect(began).toHaveLength(3));
});

test('a request whose caller has left neither waits nor keeps a place', async () => {
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const responses: ServerResponse[] = [];
  app.server.on('request', (_, response) => responses.push(response));
  const get = ({ signal }: AbortController) =>
    fetch(`${url}/costly`, { headers: { authorization: 'Bearer hungry' }, signal }).catch(() => null);
  const [leave, leaveQueue] = [new AbortController(), new AbortController()];
  const running = [get(leave), get(leave)];
  await hasBegun('hungry', 'hungry');
  const waiting = get(leaveQueue);
  await eventually(async () => expect(responses).toHaveLength(3));
  // The server must notice that the waiting request was canceled before a slot becomes free for it.
  const closed = once(responses[2] as ServerResponse, 'close');
  leaveQueue.abort();
  await Promise.all([waiting, closed]);
  leave.abort();
  await Promise.all(running);
  void ask('hungry');
  void ask('hungry');
  await hasBegun('hungry', 'hungry', 'hungry', 'hungry');
});
