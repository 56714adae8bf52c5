import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ContactMessage, MessageList } from '#contract/contact.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import { forgetExpired } from '../../databases/accounts/forget-expired.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeCustomer, makeUser } from '../../testing/makers.ts';

type Headers = { authorization: string };

let server: TestApp;
let admin: Headers;
let owner: Headers;
/** Each test uses its own address, because the rate limit also counts calls per address. */
let address = 0;

const HELLO = { name: 'Ada Owner', email: 'ada@hotel.example', message: 'Two outlets at the bar blink red.' };

beforeAll(async () => {
  server = await createTestApp({ env: { CONTACT_EMAIL: 'operator@network.example' } });
  admin = await server.asRole('admin');
});
afterAll(() => server.close());
beforeEach(async () => {
  address += 1;
  server.clock.ms = TEST_NOW;
  await server.accounts.deleteFrom('contact_messages').execute();
  const customer = await makeCustomer(server.accounts);
  owner = await server.as(await makeUser(server.accounts, { role: 'property', customerId: customer.id }));
});

const send = (headers: Headers, payload: object) =>
  server.app.inject({ method: 'POST', url: '/api/contact', headers, payload, remoteAddress: `10.0.0.${address}` });
const list = async (query = ''): Promise<MessageList> => {
  const answer = await server.app.inject({ url: `/api/admin/messages${query}`, headers: admin });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<MessageList>();
};
const act = (id: string, action: string, headers = admin) =>
  server.app.inject({ method: 'PUT', url: `/api/admin/messages/${id}`, headers, payload: { action } });
const audited = async () => {
  const rows = await server.accounts.selectFrom('audit_log').select(['action', 'subject']).execute();
  return rows.filter(({ action }) => action.startsWith('message.'));
};

test.each(['admin', 'property', 'advertiser', 'full', 'unassigned'] as const)('%s can send a message', async (role) => {
  const answer = await send(await server.asRole(role), HELLO);
  expect(answer.json()).toEqual({ status: true });
  expect((await list()).total).toBe(1);
});

test('sending a message needs a session, and only administrators can read it', async () => {
  expect((await server.app.inject({ method: 'POST', url: '/api/contact', payload: HELLO })).statusCode).toBe(401);
  await send(owner, HELLO);
  const [message] = (await list()).data;
  for (const role of ['property', 'advertiser', 'full', 'unassigned'] as const) {
    const headers = await server.asRole(role);
    expect((await server.app.inject({ url: '/api/admin/messages', headers })).statusCode).toBe(403);
    expect((await act(message?.id ?? '', 'delete', headers)).statusCode).toBe(403);
  }
  expect((await list()).total).toBe(1);
});

test('a message contains the typed text and the account that sent it', async () => {
  await send(owner, { ...HELLO, name: '  Ada Owner ' });
  const { data, total, unread } = await list();
  expect({ total, unread }).toEqual({ total: 1, unread: 1 });
  expect(data[0]).toMatchObject({
    ...HELLO,
    sent_at: new Date(TEST_NOW).toISOString(),
    read_at: null,
    deleted_at: null,
  });
  expect(data[0]?.account).toMatch(/@test\.example$/);
  expect(data[0]?.customer).not.toBe('');
});

test('accepts any email text, but rejects a message without text or with a header in it', async () => {
  expect((await send(owner, { name: '', email: 'no address', message: 'x' })).statusCode).toBe(200);
  const empty = await send(owner, { ...HELLO, message: ' \n ' });
  expect(empty.statusCode).toBe(400);
  expect(empty.json()).toEqual({ error: { message: 'Enter a message.' } });
  expect((await send(owner, { ...HELLO, name: 'A\r\nBcc: all@example.com' })).statusCode).toBe(400);
  expect((await send(owner, { ...HELLO, email: 'a@b.example\nX: y' })).statusCode).toBe(400);
  expect((await send(owner, { ...HELLO, role: 'admin' })).statusCode).toBe(400);
  expect((await send(owner, { ...HELLO, message: 'x'.repeat(5_001) })).statusCode).toBe(400);
});

test('answers normally when the hidden field is filled, and drops the message', async () => {
  expect((await send(owner, { ...HELLO, website: 'https://spam.example' })).json()).toEqual({ status: true });
  expect((await list()).total).toBe(0);
});

test('stores 5 of 100 concurrent messages, and the next after the first is an hour old (docs/threat-model.md#i14)', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => send(owner, HELLO)));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5);
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(95);
  expect((await list()).total).toBe(5);
  server.clock.ms += HOUR_MS - MINUTE_MS;
  const refused = await send(owner, HELLO);
  expect(refused.headers['retry-after']).toBe('60');
  expect(refused.json<{ error: { message: string } }>().error.message).toContain('in 1 min');
  server.clock.ms += MINUTE_MS;
  expect((await send(owner, HELLO)).statusCode).toBe(200);
});

test('lists the newest first, ten per page, and searches all texts literally', async () => {
  for (let index = 0; index < 23; index += 1) {
    server.clock.ms = TEST_NOW + index * 1000;
    await send(await server.asRole('property'), {
      name: `Ada ${index}`,
      email: 'ADA@hotel.example',
      message: `Report ${index}: 100% of them`,
    });
  }
  server.clock.ms += 1000;
  await send(owner, { ...HELLO, message: 'ÄRGER mit 5_5' });
  const first = await list();
  expect(first.data).toHaveLength(10);
  expect(first.total).toBe(24);
  expect(first.data[0]?.message).toBe('ÄRGER mit 5_5');
  expect((await list('?page=2&limit=20')).data).toHaveLength(4);
  expect(await list('?page=4')).toMatchObject({ data: [], total: 24, page: 4, limit: 10 });
  expect((await list('?sort=sent_at')).data[0]?.name).toBe('Ada 0');
  expect((await list('?sort=name&limit=1')).data[0]?.name).toBe('Ada 0');
  expect((await list('?q=ada%2022')).data.map(({ name }) => name)).toEqual(['Ada 22']);
  expect((await list('?q=Ada%40HOTEL')).total).toBe(24);
  expect((await list('?q=%C3%A4rger')).total).toBe(1);
  expect((await list('?q=100%25')).total).toBe(23);
  expect((await list('?q=_5')).total).toBe(1);
  expect((await list('?q=%5C')).total).toBe(0);
});

test('stores and audits opening, marking, deleting and restoring once each', async () => {
  await send(owner, HELLO);
  const id = (await list()).data[0]?.id ?? '';
  const before = (await audited()).length;
  for (const action of ['read', 'read', 'unread', 'delete', 'delete', 'restore']) {
    const answer = await act(id, action);
    expect(answer.statusCode, answer.body).toBe(200);
  }
  expect((await audited()).slice(before)).toEqual([
    { action: 'message.read', subject: id },
    { action: 'message.marked-unread', subject: id },
    { action: 'message.deleted', subject: id },
    { action: 'message.restored', subject: id },
  ]);
  await act(id, 'read');
  expect(await list('?folder=unread')).toMatchObject({ data: [], unread: 0 });
  await act(id, 'delete');
  expect((await list()).total).toBe(0);
  expect((await list('?folder=deleted')).data.map((one) => one.id)).toEqual([id]);
  const opened = await server.app.inject({ url: `/api/admin/messages/${id}`, headers: admin });
  expect(opened.json<ContactMessage>()).toMatchObject({ id, deleted_at: new Date(TEST_NOW).toISOString() });
});

test('purges a deleted message after 30 days, and shows the deletion time', async () => {
  await send(owner, HELLO);
  const id = (await list()).data[0]?.id ?? '';
  await act(id, 'delete');
  await forgetExpired(server.accounts, TEST_NOW + 30 * DAY_MS);
  expect((await list('?folder=deleted')).total).toBe(1);
  await forgetExpired(server.accounts, TEST_NOW + 30 * DAY_MS + 1);
  expect((await list('?folder=deleted')).total).toBe(0);
  expect((await act(id, 'restore')).statusCode).toBe(404);
});

test('mails each stored message to the operator, with no typed text in a header', async () => {
  await server.accounts.deleteFrom('mails').execute();
  await send(owner, { ...HELLO, email: 'evil@example.com', message: 'One\n\nTwo' });
  await send(owner, { ...HELLO, website: 'spam' });
  const [mail, ...more] = await server.accounts.selectFrom('mails').selectAll().execute();
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ to_key: 'operator@network.example', kind: 'contact' });
  expect(mail?.reply_to).toMatch(/@test\.example$/);
  expect(mail?.subject).not.toContain('Ada');
  expect(JSON.parse(mail?.content ?? '')).toMatchObject({ paragraphs: ['One', 'Two'] });
});
