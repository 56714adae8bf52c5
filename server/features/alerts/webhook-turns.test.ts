import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MINUTE_MS } from '#domain/durations.ts';
import { createSecretBox } from '../../keys/secret-box.ts';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';
import { eventually } from '../../testing/eventually.ts';
import { createWebhookCalls } from './start-alerts.ts';
import { insertCalls, insertWebhook, takeTurn } from './webhook-queries.ts';

let server: TestApp;
/** The calls that each path received, in order. */
const received: { path: string; body: string }[] = [];
let inside = 0;
let mostInside = 0;
let refuses: (body: string) => boolean = () => false;
let hangs: (path: string) => boolean = () => false;
const hanging: (() => void)[] = [];

const hook = createServer((request, response) => {
  inside += 1;
  mostInside = Math.max(mostInside, inside);
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const body = Buffer.concat(parts).toString('utf8');
    received.push({ path: request.url ?? '', body });
    const answer = () => {
      inside -= 1;
      response.writeHead(refuses(body) ? 500 : 200).end();
    };
    // Answers in a later task, so that other workers run first.
    if (hangs(request.url ?? '')) hanging.push(answer);
    else setImmediate(answer);
  });
});

beforeAll(async () => {
  server = await createTestApp({ env: { PRIVATE_WEBHOOKS: 'on' } });
  hook.listen(0, '127.0.0.1');
  await once(hook, 'listening');
});
afterAll(async () => {
  await server.close();
  hook.close();
});
beforeEach(async () => {
  for (const table of ['alert_calls', 'alert_call_subjects', 'webhook_turns', 'alert_webhooks'] as const)
    await server.accounts.deleteFrom(table).execute();
  received.length = 0;
  mostInside = 0;
  refuses = () => false;
  hangs = () => false;
});

async function makeHook(id: string, port = (hook.address() as AddressInfo).port, organisation = ''): Promise<void> {
  const { accounts, clock, config } = server;
  const url = `http://127.0.0.1:${port}/${id}`;
  const sealed = createSecretBox(config, 'webhooks').seal('whsec_test');
  await insertWebhook(accounts, { id, organisation, url, sealed_secret: sealed, created_at: clock.ms });
}

/** Queues calls in the given order. The part of a name before the colon is the ID of the alert. */
const queue = (webhookId: string, ...names: string[]) =>
  insertCalls(
    server.accounts,
    names.map((name, at) => ({
      id: `${webhookId}-${String(at).padStart(3, '0')}`,
      alert_id: name.split(':')[0] ?? '',
      webhook_id: webhookId,
      event: 'alert.begun' as const,
      body: name,
      status: 'queued' as const,
      attempts: 0,
      next_at: server.clock.ms,
      leased_until: 0,
      last_error: '',
      created_at: server.clock.ms,
      sent_at: null,
    })),
  );

test('one of several processes calls a webhook, sequentially and in order', async () => {
  await makeHook('one');
  const names = Array.from({ length: 12 }, (_, at) => `a${at}:begun`);
  await queue('one', ...names);
  const processes = [1, 2, 3].map(() => createWebhookCalls(server.dependencies));
  await Promise.all(processes.map((calls) => calls.runNow()));
  expect(received.map(({ body }) => body)).toEqual(names);
  expect(mostInside).toBe(1);
});

test('calls the end of an alert only after its start, and delays no other alert', async () => {
  await makeHook('one');
  await queue('one', 'a:begun', 'b:begun', 'a:over');
  refuses = (body) => body === 'a:begun';
  const calls = createWebhookCalls(server.dependencies);
  await calls.runNow();
  expect(received.map(({ body }) => body)).toEqual(['a:begun', 'b:begun']);
  refuses = () => false;
  server.clock.ms += MINUTE_MS;
  await calls.runNow();
  expect(received.slice(2).map(({ body }) => body)).toEqual(['a:begun', 'a:over']);
});

test('receivers that refuse every connection delay no other receiver', async () => {
  // Port 1 refuses connections.
  for (let at = 0; at < 60; at += 1) {
    await makeHook(`gone-${at}`, 1);
    await queue(`gone-${at}`, 'a:begun');
  }
  await makeHook('there');
  await queue('there', 'a:begun');
  const calls = createWebhookCalls(server.dependencies);
  await calls.runNow();
  expect(received.map(({ path }) => path)).toEqual(['/there']);
  const states = await server.accounts.selectFrom('alert_calls').select(['attempts', 'status']).execute();
  expect(states.filter(({ status }) => status === 'queued').map(({ attempts }) => attempts)).toEqual(Array(60).fill(1));
});

test('calls two slow receivers of one organization concurrently, and delays no other organization', async () => {
  const { port } = hook.address() as AddressInfo;
  for (let at = 0; at < 40; at += 1) {
    await makeHook(`slow-${String(at).padStart(2, '0')}`, port, 'slow');
    await queue(`slow-${String(at).padStart(2, '0')}`, 'a:begun');
  }
  for (const other of ['b', 'c', 'd']) {
    await makeHook(`quick-${other}`, port, other);
    await queue(`quick-${other}`, 'a:begun');
  }
  hangs = (path) => path.startsWith('/slow');
  const calls = createWebhookCalls(server.dependencies);
  const all = calls.runNow();
  await eventually(() => expect(received.filter(({ path }) => path.startsWith('/quick'))).toHaveLength(3));
  await eventually(() => expect(hanging).toHaveLength(2));
  hangs = () => false;
  for (const answer of hanging.splice(0)) answer();
  await all;
  await calls.runNow();
  expect(received).toHaveLength(43);
});

test('the lease of a dead process expires automatically', async () => {
  const { accounts, clock } = server;
  await makeHook('one');
  await queue('one', 'a:begun');
  expect(await takeTurn(accounts, 'one', { at: clock.ms, until: clock.ms + MINUTE_MS })).toBe(true);
  const calls = createWebhookCalls(server.dependencies);
  await calls.runNow();
  expect(received).toEqual([]);
  clock.ms += MINUTE_MS;
  await calls.runNow();
  expect(received.length).toBe(1);
});

test.each([-10, 10])(
  'a call that a process with a clock %i minutes off repeats is sent immediately',
  async (minutes) => {
    await makeHook('again');
    await queue('again', 'a:begun');
    const calls = createWebhookCalls(server.dependencies);
    await calls.runNow();
    expect(received).toHaveLength(1);
    const id = uuid();
    await server.accounts.updateTable('alert_calls').set({ id }).execute();
    const headers = await server.asRole('admin');
    server.clock.aheadMs = minutes * MINUTE_MS;
    const answer = await server.app.inject({ method: 'POST', url: `/api/alert-calls/${id}/replay`, headers });
    expect(answer.statusCode, answer.body).toBe(200);
    await calls.runNow();
    server.clock.aheadMs = 0;
    expect(received.map(({ path }) => path)).toEqual(['/again', '/again']);
  },
);
