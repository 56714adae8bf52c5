import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '#domain/durations.ts';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';
import { eventually } from '../../testing/eventually.ts';
import { makeCustomer, makeUser } from '../../testing/makers.ts';

const METRICS_TOKEN = 'k7Qw-2hXv.9tLr_4mBz~8sNc+1pJd/6gFy=';

let server: TestApp;
let port: number;

beforeAll(async () => {
  server = await createTestApp({ env: { METRICS_TOKEN } });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = server.app.server.address() as AddressInfo);
});
afterAll(() => server.close());

type Headers = { readonly authorization: string };

/** Simulates a tab that follows the network. `text` is everything it has received. */
async function listen(headers: Headers) {
  const abort = new AbortController();
  const response = await fetch(`http://127.0.0.1:${port}/api/list/live`, { headers, signal: abort.signal });
  const tab = { status: response.status, text: '', ended: false, leave: () => abort.abort() };
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) tab.text += decoder.decode(chunk, { stream: true });
  };
  void read()
    .catch(() => undefined)
    .finally(() => {
      tab.ended = true;
    });
  await eventually(() => expect(tab.text).toContain('connected'));
  return tab;
}

async function listenTimes(count: number, headers: Headers) {
  const tabs: Awaited<ReturnType<typeof listen>>[] = [];
  for (let index = 0; index < count; index += 1) tabs.push(await listen(headers));
  return tabs;
}

async function makeOwner() {
  const customer = await makeCustomer(server.accounts, { kind: 'property' });
  return makeUser(server.accounts, { role: 'property', customerId: customer.id });
}

const endedOf = (tabs: readonly { readonly ended: boolean }[]) => tabs.map(({ ended }) => ended);

test('from the twenty-first stream of an account on, the oldest ends with a retry delay', async () => {
  const user = await makeOwner();
  const [first, second] = [await server.as(user), await server.as(user)];
  const other = await listen(await server.as(await makeOwner()));
  const tabs = await listenTimes(20, first);
  expect(endedOf(tabs)).not.toContain(true);
  const late = await listenTimes(2, second);
  await eventually(() => expect(endedOf(tabs)).toEqual([true, true, ...Array(18).fill(false)]));
  expect(tabs[0]?.text).toContain(`retry: ${MINUTE_MS}`);
  expect(tabs[2]?.text).not.toContain('retry');
  expect(endedOf([...late, other])).toEqual([false, false, false]);
  for (const tab of [...tabs, ...late, other]) tab.leave();
});

test('a closed stream frees its slot', async () => {
  const headers = await server.as(await makeOwner());
  const tabs = await listenTimes(20, headers);
  const openStreams = async () => {
    const answer = await server.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
    return Number(/^voltboard_live_streams (\d+)$/m.exec(answer.body)?.[1]);
  };
  const before = await openStreams();
  tabs[5]?.leave();
  await eventually(async () => expect(await openStreams()).toBe(before - 1));
  const next = await listen(headers);
  const last = await listen(headers);
  await eventually(() => expect(tabs[0]?.ended).toBe(true));
  expect(endedOf([...tabs.slice(1, 5), ...tabs.slice(6), next, last])).not.toContain(true);
  for (const tab of [...tabs, next, last]) tab.leave();
});

test('an administrator who views as a user takes no stream from that account', async () => {
  const user = await makeOwner();
  const own = await listen(await server.as(user));
  const admin = await server.as(await makeUser(server.accounts, { role: 'admin' }));
  const answer = await server.app.inject({ method: 'POST', url: `/api/users/${user.id}/view`, headers: admin });
  const { data } = answer.json<{ data: string }>();
  const viewing = await listenTimes(21, { authorization: `Bearer ${data}` });
  await eventually(() => expect(viewing[0]?.ended).toBe(true));
  expect(own.ended).toBe(false);
  for (const tab of [own, ...viewing]) tab.leave();
});
