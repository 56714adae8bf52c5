import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Notification, NotificationChoice } from '#contract/notifications.ts';
import { DAY_MS } from '#domain/durations.ts';
import { createUnsubscribeLinks } from '../../mail/unsubscribe-link.ts';
import { forgetNotifications, type News, notify } from '../../notifications/notify.ts';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';
import { makeCustomer, makeUser } from '../../testing/makers.ts';

type Headers = { authorization: string };
type Page = { unread: number; data: Notification[]; next_cursor: string | null };

let server: TestApp;
let ours: { id: string };
let maria: { id: string; email: string };
let headers: Record<'maria' | 'colleague' | 'stranger' | 'admin' | 'full', Headers>;

beforeAll(async () => {
  server = await createTestApp({ env: { PUBLIC_URL: 'https://outlets.example' } });
  const { accounts } = server;
  ours = await makeCustomer(accounts, { name: 'Pier House' });
  const other = await makeCustomer(accounts, { name: 'Ridge' });
  const property = (customerId: string) => makeUser(accounts, { role: 'property', customerId });
  maria = await property(ours.id);
  headers = {
    maria: await server.as(maria),
    colleague: await server.as(await property(ours.id)),
    stranger: await server.as(await property(other.id)),
    admin: await server.asRole('admin'),
    full: await server.asRole('full'),
  };
});
afterAll(() => server.close());

const NEWS: Omit<News, 'customerId' | 'cause'> = {
  kind: 'payout_sent',
  title: 'Your payout is on its way',
  content: { paragraphs: ['It arrives soon.'], action: { label: 'View', path: '/app/documents' } },
};
const publish = (change: Partial<News> = {}) =>
  server.accounts
    .transaction()
    .execute((tx) => notify(tx, server.dependencies, { ...NEWS, customerId: ours.id, cause: newId(), ...change }));
async function call<Answer>(who: keyof typeof headers, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
  const asked = { method, url: `/api${url}`, headers: headers[who], ...(payload ? { payload } : {}) };
  const answer = await server.app.inject(asked);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Answer>();
}
const listOf = (who: keyof typeof headers, query = '') => call<Page>(who, 'GET', `/notifications${query}`);
const choicesOf = async (who: keyof typeof headers) =>
  (await call<{ data: NotificationChoice[] }>(who, 'GET', '/account/notifications')).data;
const mailsTo = (email: string) =>
  server.accounts.selectFrom('mails').selectAll().where('to_email', '=', email).orderBy('id').execute();

test('each person of the organization gets a cause once, and reads it alone', async () => {
  for (let round = 0; round < 2; round += 1) await publish({ cause: 'payout/1', detail: '$12.00' });
  for (const who of ['maria', 'colleague'] as const)
    expect(await listOf(who)).toMatchObject({
      unread: 1,
      data: [{ title: NEWS.title, detail: '$12.00', path: '/app/documents', read: false }],
    });
  for (const who of ['stranger', 'admin', 'full'] as const) expect((await listOf(who)).data).toEqual([]);
  expect(await mailsTo(maria.email)).toHaveLength(1);
  const [own] = (await listOf('maria')).data;
  expect(await call('stranger', 'POST', '/notifications/read', { id: own?.id })).toEqual({ unread: 0 });
  expect((await listOf('maria')).unread).toBe(1);
  const todo = () => call<{ data: { kind: string; count: number; items: object[] }[] }>('maria', 'GET', '/todo');
  expect((await todo()).data).toContainEqual({
    kind: 'news',
    count: 1,
    items: [expect.objectContaining({ id: own?.id, name: NEWS.title, about: '$12.00', path: '/app/documents' })],
  });
  expect(await call('maria', 'POST', '/notifications/read', { id: own?.id })).toEqual({ unread: 0 });
  expect((await todo()).data.filter(({ kind }) => kind === 'news')).toEqual([]);
  // What waits in a group of its own is not news as well.
  await publish({ kind: 'dispute_raised', customerId: null });
  const ofAdmin = await call<{ data: { kind: string }[] }>('admin', 'GET', '/todo');
  expect(ofAdmin.data.map(({ kind }) => kind)).not.toContain('news');
  expect((await listOf('admin')).unread).toBe(1);
  expect((await listOf('colleague')).unread).toBe(1);
  expect(await call('colleague', 'POST', '/notifications/read', {})).toEqual({ unread: 0 });
});

test('a person who moved to another organization no longer sees the former one’s', async () => {
  const { accounts } = server;
  const next = await makeCustomer(accounts, { name: 'Next' });
  const move = (customer_id: string) =>
    accounts.updateTable('users').set({ customer_id }).where('id', '=', maria.id).execute();
  await move(next.id);
  expect((await listOf('maria')).data).toEqual([]);
  await move(ours.id);
  expect((await listOf('maria')).data).toHaveLength(1);
});

test('older ones follow by cursor, and are deleted after 90 days', async () => {
  for (let count = 0; count < 21; count += 1) await publish();
  const first = await listOf('maria');
  expect(first.data).toHaveLength(20);
  const second = await listOf('maria', `?cursor=${first.next_cursor}`);
  expect([second.data.length, second.next_cursor]).toEqual([2, null]);
  await forgetNotifications(server.accounts, server.clock.ms + 91 * DAY_MS);
  expect((await listOf('maria')).data).toEqual([]);
});

test('each person chooses channels for the kinds of the role; emails that protect the account stay', async () => {
  const before = await choicesOf('maria');
  expect(before.map(({ kind }) => kind)).not.toContain('flight_submitted');
  expect(before).toContainEqual({ kind: 'payout_sent', in_app: true, mail: true, required: false });
  expect(before).toContainEqual({ kind: 'alert', in_app: null, mail: true, required: false });
  expect(before.at(-1)).toEqual({ kind: 'security', in_app: null, mail: true, required: true });
  const set = (body: object) =>
    server.app.inject({ method: 'PUT', url: '/api/account/notifications', headers: headers.maria, payload: body });
  expect((await set({ kind: 'payout_sent', mail: false })).statusCode).toBe(200);
  expect((await set({ kind: 'payout_sent', in_app: false })).statusCode).toBe(200);
  expect(await choicesOf('maria')).toContainEqual({ kind: 'payout_sent', in_app: false, mail: false, required: false });
  expect(await choicesOf('colleague')).toEqual(before);
  for (const wrong of [
    { kind: 'flight_submitted', mail: false },
    { kind: 'security', mail: false },
    { kind: 'alert', in_app: false },
    { kind: 'nonsense' },
  ])
    expect((await set(wrong)).statusCode, wrong.kind).toBe(400);
  const mails = (await mailsTo(maria.email)).length;
  await publish();
  expect((await mailsTo(maria.email)).length).toBe(mails);
  expect((await listOf('maria')).data).toEqual([]);
  await set({ kind: 'payout_sent', mail: true, in_app: true });
});

const links = () => createUnsubscribeLinks(server.config);
const pathOf = (link: string | null) => (link ?? '').replace('https://outlets.example', '');

test('one click stops the mails of a kind; opening the link changes nothing', async () => {
  await publish();
  const mail = (await mailsTo(maria.email)).at(-1);
  expect(mail).toMatchObject({ notification: 'payout_sent', unsubscriber: `user:${maria.id}` });
  const url = pathOf(links().linkOf(mail ?? { notification: '', unsubscriber: '' }));
  const page = await server.app.inject({ url });
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.body).toContain('Payout sent');
  expect((await choicesOf('maria')).find(({ kind }) => kind === 'payout_sent')?.mail).toBe(true);
  // The two forms of RFC 8058 that mail programs send.
  for (const [type, payload] of [
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    ['multipart/form-data; boundary=b', '--b\r\n\r\nOne-Click\r\n--b--\r\n'],
  ] as const) {
    const done = await server.app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } });
    expect(done.statusCode, done.body).toBe(200);
  }
  expect(await choicesOf('maria')).toContainEqual({ kind: 'payout_sent', in_app: true, mail: false, required: false });
  expect((await choicesOf('colleague')).find(({ kind }) => kind === 'payout_sent')?.mail).toBe(true);
});

test('a link that was changed stops nothing', async () => {
  const url = pathOf(links().linkOf({ notification: 'alert', unsubscriber: `user:${maria.id}` }));
  for (const forged of [url.replace('alert', 'report'), url.slice(0, -2), url.replace(/\.[^.]+$/, '.aa')]) {
    const answer = await server.app.inject({ method: 'POST', url: forged });
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining('isn’t valid')]);
  }
  expect((await choicesOf('maria')).find(({ kind }) => kind === 'alert')?.mail).toBe(true);
});

test('a billing address removes itself, and the audit log has it', async () => {
  const { accounts } = server;
  await accounts.updateTable('customers').set({ billing_email: 'bills@pier.example' }).execute();
  const url = pathOf(links().linkOf({ notification: 'document_final', unsubscriber: `customer:${ours.id}` }));
  expect((await server.app.inject({ method: 'POST', url })).statusCode).toBe(200);
  const left = await accounts.selectFrom('customers').select(['id', 'billing_email']).execute();
  expect(left.filter(({ billing_email: email }) => email === '').map(({ id }) => id)).toEqual([ours.id]);
  const entry = await accounts.selectFrom('audit_log').selectAll().orderBy('seq', 'desc').executeTakeFirstOrThrow();
  expect(entry).toMatchObject({ action: 'customer.changed', subject: 'Pier House', actor: 'unsubscribe link' });
});
