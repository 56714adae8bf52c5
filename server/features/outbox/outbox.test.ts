import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OutboxMail, OutboxPage } from '#contract/outbox.ts';
import { buildApp } from '../../app.ts';
import { createMail, type MailOrder } from '../../mail/mail.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { makeUser } from '../../testing/makers.ts';

const ORDER: MailOrder = {
  to: 'maria@hotel.example',
  kind: 'reset-password',
  subject: 'Set a new password',
  content: { heading: 'New password', paragraphs: ['Here.'], action: { label: 'Set it', path: '/password-reset' } },
  token: { value: 'the-secret-token', expiresAt: TEST_NOW + 1_000 },
};

let server: TestApp;
let admin: { authorization: string };
beforeAll(async () => {
  server = await createTestApp({ env: { DEMO: 'on', PUBLIC_URL: 'https://outlets.example' } });
  admin = await server.asRole('admin');
});
beforeEach(async () => {
  await server.accounts.deleteFrom('mails').execute();
  server.clock.ms = TEST_NOW;
});
afterAll(() => server.close());

const send = (change: Partial<MailOrder> = {}) =>
  server.dependencies.mail.send(server.accounts, { ...ORDER, ...change });
const list = async (query = '', headers = admin) =>
  (await server.app.inject({ url: `/api/admin/mail${query}`, headers })).json<OutboxPage>();
const subjects = async (query: string) => (await list(query)).data.map(({ subject }) => subject);
const onlyId = async () => (await list()).data[0]?.id ?? '';
const read = (id: string, headers = admin) => server.app.inject({ url: `/api/admin/mail/${id}`, headers });

test('lists mails newest first, with search in address and subject, filter, sort and pages', async () => {
  for (const [count, to] of ['b@x.example', 'c@x.example', 'a_100%@y.example'].entries()) {
    server.clock.ms += 1_000;
    await send({ to, subject: `Letter ${count}` });
  }
  await server.accounts.updateTable('mails').set({ status: 'failed' }).where('to_key', '=', 'c@x.example').execute();
  expect(await subjects('')).toEqual(['Letter 2', 'Letter 1', 'Letter 0']);
  expect(await subjects('?q=X.EXAMPLE')).toEqual(['Letter 1', 'Letter 0']);
  expect(await subjects('?q=0%25%40')).toEqual(['Letter 2']);
  expect(await subjects('?q=letter%201')).toEqual(['Letter 1']);
  expect(await subjects('?q=_')).toEqual(['Letter 2']);
  expect(await subjects('?status=failed')).toEqual(['Letter 1']);
  expect(await subjects('?sort=to&limit=2')).toEqual(['Letter 2', 'Letter 0']);
  expect(await list('?limit=2&page=2')).toMatchObject({ total: 3, page: 2, data: [{ subject: 'Letter 0' }] });
});

test('without a mail server, an administrator reads a mail with its link, and the audit log records it', async () => {
  await send();
  const id = await onlyId();
  const mail = (await read(id)).json<OutboxMail>();
  expect(mail).toMatchObject({ status: 'held', can_retry: false });
  const link = 'https://outlets.example/password-reset?token=the-secret-token';
  expect([mail.text.includes(link), mail.html.includes(`href="${link}"`)]).toEqual([true, true]);
  const entry = { action: 'mail.read', subject: id, detail: '{"kind":"reset-password","to":"maria@hotel.example"}' };
  expect(await server.accounts.selectFrom('audit_log').selectAll().where('subject', '=', id).execute()).toMatchObject([
    entry,
  ]);
  server.clock.ms += 1_000;
  expect((await read(id)).json<OutboxMail>().text).not.toContain('token');
});

test('the list contains neither links nor contents', async () => {
  await send();
  expect(JSON.stringify(await list())).not.toMatch(/token|Here\./);
});

test('a demo account reads its own mails only, and other accounts read none', async () => {
  const owner = await makeUser(server.accounts, { role: 'property', demo: 1, email: 'guest@demo.voltboard.example' });
  await send();
  const strangers = await onlyId();
  await send({ to: owner.email, subject: 'For the demo' });
  const own = await server.as(owner);
  expect((await list('', own)).data).toMatchObject([{ subject: 'For the demo' }]);
  expect((await read(strangers, own)).statusCode).toBe(404);
  const other = await server.asRole('advertiser');
  expect((await read(strangers, other)).statusCode).toBe(403);
});

test('the demo administrator reads mails to demo addresses, and no link or address of a visitor', async () => {
  const visitor = await server.as(
    await makeUser(server.accounts, { role: 'admin', demo: 1, email: 'boss@demo.voltboard.example' }),
  );
  await send();
  const strangers = await onlyId();
  await send({ to: 'me@demo.voltboard.example', subject: 'Of the demo' });
  await send({ to: 'me@demo.voltboard.example.stranger.example', subject: 'Not of the demo' });
  expect(await list('', visitor)).toMatchObject({ total: 1, data: [{ subject: 'Of the demo' }] });
  expect(JSON.stringify(await list('?q=maria', visitor))).not.toContain('maria');
  expect((await read(strangers, visitor)).statusCode).toBe(404);
  const retry = { method: 'POST', url: `/api/admin/mail/${strangers}/retry`, headers: visitor } as const;
  expect((await server.app.inject(retry)).statusCode).toBe(404);
});

test('with a mail server, hides links, and failed or held mails can be sent once', async () => {
  const config = { ...server.config, smtpUrl: 'smtp://127.0.0.1:9' };
  const mail = createMail({ config, now: () => server.clock.ms });
  const app = await buildApp(
    { ...server.dependencies, config, mail },
    { version: 'test', shedsLoad: false, webFolder: config.dataDir },
  );
  const ask = async (method: 'GET' | 'POST', path: string) => {
    const answer = await app.inject({ method, url: `/api/admin/mail/${path}`, headers: admin });
    return [answer.statusCode, answer.json<OutboxMail & { error?: { message: string } }>()] as const;
  };
  await mail.send(server.accounts, ORDER);
  const id = await onlyId();
  const [, queued] = await ask('GET', id);
  expect(queued.text).not.toContain('the-secret-token');
  expect((await ask('POST', `${id}/retry`))[0]).toBe(409);

  const failed = { status: 'failed', last_error: '550 no such mailbox', attempts: 3 } as const;
  await server.accounts.updateTable('mails').set(failed).execute();
  expect((await ask('GET', id))[1]).toMatchObject({ can_retry: true, failure: '550 no such mailbox', tries: 3 });
  expect(await ask('POST', `${id}/retry`)).toMatchObject([200, { status: 'queued', tries: 0 }]);
  expect((await ask('POST', `${id}/retry`))[0]).toBe(409);

  await server.accounts.updateTable('mails').set(failed).execute();
  server.clock.ms += 1_000;
  expect(await ask('POST', `${id}/retry`)).toMatchObject([
    409,
    { error: { message: 'The link in this email has expired. The recipient must request a new one.' } },
  ]);
  expect((await ask('POST', '01900000-0000-7000-8000-000000000000/retry'))[0]).toBe(404);
  await app.close();
});
