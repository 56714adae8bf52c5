import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { LiveMessage } from '#contract/live.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import type { Scope } from '#domain/role.ts';
import { changeOf, createLiveChanges } from '../../live/live-changes.ts';
import { buildNetwork } from '../../network/snapshot/whole-network.ts';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';
import { eventually } from '../../testing/eventually.ts';
import { makeKey, makeUser } from '../../testing/makers.ts';
import { isVisible, openLiveStream } from './live-stream.ts';
import { makeWorld, type World } from './testing/make-world.ts';

let server: TestApp;
let world: World;
let address: string;

beforeAll(async () => {
  server = await createTestApp();
  world = await makeWorld(server);
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  address = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}/api`;
});
afterAll(() => server.close());
afterEach(() => void vi.useRealTimers());

/** Simulates a browser that listens to the stream. `text` is everything it has received. */
async function listen(headers: { authorization: string }) {
  const abort = new AbortController();
  const response = await fetch(`${address}/list/live`, { headers, signal: abort.signal });
  const heard = { response, text: '', ended: false, leave: () => abort.abort() };
  const read = async () => {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of response.body ?? []) heard.text += decoder.decode(chunk, { stream: true });
    } catch {
      // `leave` aborted the stream.
    }
    heard.ended = true;
  };
  void read();
  await eventually(() => expect(heard.text).toContain('connected'));
  return heard;
}

const messagesOf = (text: string): LiveMessage[] =>
  [...text.matchAll(/event: change\ndata: (.*)\n\n/g)].map(([, data = '']) => JSON.parse(data) as LiveMessage);

let serial = 0;
async function report(outlet: { id: string; eui: string }, flight: string) {
  serial += 1;
  const { key } = await makeKey(server.accounts, { outletId: outlet.id });
  const event = {
    id: `00000000-0000-4000-8000-${String(serial).padStart(12, '0')}`,
    type: 'view',
    eui: outlet.eui,
    timestamp: new Date(server.clock.ms - 1000).toISOString(),
    flight,
  };
  const response = await fetch(`${address}/ingest/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify([event]),
  });
  expect(await response.json()).toMatchObject({ accepted: 1 });
}

test('notifies each watcher of the changes in its scope, as ids and EUIs', async () => {
  const { alpha, beta, volt, outlets, cola, shoes } = world;
  const [admin, owner, advertiser] = await Promise.all(
    [server.asRole('admin'), server.asRole('property', alpha.id), server.asRole('advertiser', volt.id)].map(
      async (headers) => listen(await headers),
    ),
  );
  expect(admin?.response.headers.get('content-type')).toContain('text/event-stream');
  await report(outlets.a1, shoes.flight.code);
  await report(outlets.b1, cola.flight.code);
  const all = () => messagesOf(admin?.text ?? '').flatMap(({ euis }) => euis);
  await eventually(() => expect(all().sort()).toEqual([outlets.a1.eui, outlets.b1.eui]));
  await eventually(() =>
    expect(messagesOf(owner?.text ?? '')).toEqual([{ customers: [alpha.id], euis: [outlets.a1.eui] }]),
  );
  await eventually(() =>
    expect(messagesOf(advertiser?.text ?? '')).toEqual([{ customers: [beta.id], euis: [outlets.b1.eui] }]),
  );
  for (const watcher of [admin, owner, advertiser]) watcher?.leave();
});

const none = { customers: [], venues: [], outlets: [], assignments: [], flights: [] };
const network = async () => buildNetwork(none, 0);
const everyone: Scope = { kind: 'all' };
const touch = (outletKey: number) => changeOf([{ customerKey: 1, advertiserKey: 0, outletKey, timestampMs: 0 }]);

test('combines changes that follow each other closely', async () => {
  const live = createLiveChanges();
  const stream = openLiveStream({
    live,
    scope: everyone,
    network,
    follow: () => () => undefined,
    enter: () => () => undefined,
    every: { messageMs: 50, pingMs: MINUTE_MS },
  });
  let text = '';
  stream.on('data', (chunk) => {
    text += String(chunk);
  });
  for (let index = 0; index < 500; index += 1) live.announce(touch(index));
  await eventually(() => expect(messagesOf(text)).toHaveLength(1));
  for (let index = 0; index < 500; index += 1) live.announce(touch(index));
  await eventually(() => expect(messagesOf(text)).toHaveLength(2));
  stream.destroy();
});

test('a stream pings, ends with the session, and releases its resources', async () => {
  const live = createLiveChanges();
  let subscribed = 0;
  const counted = {
    ...live,
    subscribe: (listener: Parameters<typeof live.subscribe>[0]) => {
      const unsubscribe = live.subscribe(listener);
      subscribed += 1;
      return () => {
        subscribed -= 1;
        unsubscribe();
      };
    },
  };
  const endings = new Set<() => void>();
  const open = () =>
    openLiveStream({
      live: counted,
      scope: everyone,
      network,
      follow: (onEnd) => {
        endings.add(onEnd);
        return () => void endings.delete(onEnd);
      },
      enter: () => () => undefined,
      every: { messageMs: 10, pingMs: 20 },
    });
  const [stays, left] = [open(), open()];
  let text = '';
  stays.on('data', (chunk) => {
    text += String(chunk);
  });
  expect(subscribed).toBe(2);
  left.destroy();
  await eventually(() => expect(subscribed).toBe(1));
  await eventually(() => expect(text).toContain('event: ping'));
  for (const end of endings) end();
  await eventually(() => expect(stays.closed).toBe(true));
  expect([subscribed, endings.size]).toEqual([0, 0]);
});

test('closes the stream of a reader that does not read', async () => {
  const live = createLiveChanges();
  const huge = async () => ({
    ...(await network()),
    customerByKey: new Map([
      [
        1,
        {
          id: 'x'.repeat(300_000),
          key: 1,
          name: '',
          nameKey: '',
          findKey: '',
          kind: 'property' as const,
          deleted: false,
        },
      ],
    ]),
  });
  const stream = openLiveStream({
    live,
    scope: everyone,
    network: huge,
    follow: () => () => undefined,
    enter: () => () => undefined,
    every: { messageMs: 1, pingMs: MINUTE_MS },
  });
  await eventually(() => {
    live.announce(touch(1));
    expect(stream.destroyed).toBe(true);
  });
});

test('closes an ended stream that is not read to its end', async () => {
  let displace: () => void = () => undefined;
  let isFreed = false;
  const stream = openLiveStream({
    live: createLiveChanges(),
    scope: everyone,
    network,
    follow: () => () => undefined,
    enter: (told) => {
      displace = told;
      return () => {
        isFreed = true;
      };
    },
    every: { messageMs: 1, pingMs: MINUTE_MS, lastWordsMs: 1 },
  });
  displace();
  await eventually(() => expect([stream.destroyed, isFreed]).toEqual([true, true]));
});

test('does not notify an owner of the events of its former outlet', () => {
  const owner: Scope = { kind: 'owner', customerId: '', customerKey: 7 };
  expect(isVisible(owner, { customerKey: 8, advertiserKey: 1, outletKey: 1 })).toBe(false);
  expect(isVisible(owner, { customerKey: 7, advertiserKey: 1, outletKey: 1 })).toBe(true);
  const advertiser: Scope = { kind: 'advertiser', customerId: '', customerKey: 1 };
  expect(isVisible(advertiser, { customerKey: 7, advertiserKey: 2, outletKey: 1 })).toBe(false);
});

describe('the connection ends at the next check after', () => {
  const sessionsOf = (user: { id: string }) =>
    server.accounts.updateTable('sessions').set({ ended_at: server.clock.ms }).where('user_id', '=', user.id).execute();
  const change = (user: { id: string }, values: object) =>
    server.accounts.updateTable('users').set(values).where('id', '=', user.id).execute();

  test.each<[string, (user: { id: string }) => Promise<unknown>]>([
    ['another process ends it', sessionsOf],
    ['the account is disabled', (user) => change(user, { disabled: 1 })],
    ['the account is deleted', (user) => change(user, { deleted_at: 1 })],
    ['its customer changes', (user) => change(user, { customer_id: world.beta.id })],
    [
      'it was idle for an hour, however many changes it was told of',
      async () => {
        server.clock.ms += HOUR_MS;
      },
    ],
  ])('%s', async (_name, act) => {
    const before = server.clock.ms;
    const user = await makeUser(server.accounts, { role: 'property', customerId: world.alpha.id });
    const watcher = await listen(await server.as(user));
    await act(user);
    await eventually(() => expect(watcher.ended).toBe(true));
    server.clock.ms = before;
  });

  test('the administrator of a viewing session signs out', async () => {
    const admin = await makeUser(server.accounts, { role: 'admin' });
    const headers = await server.as(admin);
    const user = await makeUser(server.accounts, { role: 'property', customerId: world.alpha.id });
    const answer = await server.app.inject({ method: 'POST', url: `/api/users/${user.id}/view`, headers });
    expect(answer.statusCode, answer.body).toBe(200);
    const { data } = answer.json<{ data: string }>();
    const watcher = await listen({ authorization: `Bearer ${data}` });
    await server.app.inject({ method: 'POST', url: '/api/auth/logout', headers });
    await eventually(() => expect(watcher.ended).toBe(true));
  });

  test('a connection stays open otherwise, and neither it nor background calls count as activity', async () => {
    const user = await makeUser(server.accounts, { role: 'property', customerId: world.alpha.id });
    const headers = await server.as(user);
    const before = server.clock.ms;
    const lastUse = async () =>
      (await server.accounts.selectFrom('sessions').select('last_used_at').where('user_id', '=', user.id).execute())[0]
        ?.last_used_at;
    server.clock.ms += 10 * MINUTE_MS;
    const watcher = await listen(headers);
    await server.app.inject({ url: '/api/list', headers: { ...headers, 'x-unattended': '1' } });
    expect([await lastUse(), watcher.ended]).toEqual([before, false]);
    await server.app.inject({ url: '/api/list', headers });
    expect(await lastUse()).toBe(server.clock.ms);
    watcher.leave();
    server.clock.ms = before;
  });
});
