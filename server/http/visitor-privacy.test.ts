// Played by `npm run test:full` alone.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ManagedUser } from '#contract/users.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../testing/create-test-app.ts';
import { type OpenApi, operationsOf } from '../testing/described-calls.ts';
import { makeCustomer, makeOutlet, makeUser, makeVenue } from '../testing/makers.ts';
import { registeredRoutes } from '../testing/registered-routes.ts';
import { byLength } from '../testing/test-length.ts';

const ADDRESS = 'zoe.planted@private-mail.com';
/** Texts that no visitor may read: parts of the address, the names, and entered text. */
const PLANTED = ['private-mail', 'zoe.planted', 'Zoeplanted', 'Plantedson', '0170 7777', 'my secret wish'];

let server: TestApp;
let zoe: { id: string };
let ids: Readonly<Record<string, string>>;
let readers: Readonly<Record<'demo' | 'made' | 'own', { authorization: string }>>;

beforeAll(async () => {
  server = await createTestApp({ env: { DEMO: 'on' } });
  const { accounts, dependencies } = server;
  const customer = await makeCustomer(accounts);
  const boss = await makeUser(accounts, { role: 'admin', demo: 1, email: 'admin@demo.voltboard.example' });
  const made = await makeUser(accounts, { role: 'admin', email: 'made@visitor.example' });
  await accounts.updateTable('users').set({ created_by_id: boss.id }).where('id', '=', made.id).execute();
  zoe = await makeUser(accounts, { role: 'property', customerId: customer.id, email: ADDRESS });
  const person = { first_name: 'Zoeplanted', last_name: 'Plantedson', name_key: 'zoeplanted plantedson' };
  await accounts
    .updateTable('users')
    .set({ ...person, phone_number: '0170 7777' })
    .where('id', '=', zoe.id)
    .execute();
  const say = { name: 'Zoeplanted Plantedson', email: ADDRESS, message: `my secret wish; answer to ${ADDRESS}` };
  const url = '/api/contact';
  const sent = await server.app.inject({ method: 'POST', url, headers: await server.as(zoe), payload: say });
  expect(sent.statusCode, sent.body).toBe(200);
  const detail = { firstName: { before: 'Zoeplanted', after: 'Plantedson' }, to: ADDRESS };
  const entry = { at: TEST_NOW, actorId: zoe.id, ip: '127.0.0.1', detail };
  await writeAudit(accounts, { ...entry, actor: ADDRESS, action: 'account.profile-changed', subject: ADDRESS });
  await writeAudit(accounts, { ...entry, actor: boss.email, action: 'user.invitation-sent', subject: ADDRESS });
  await dependencies.notices.raise('disk', `Ask ${ADDRESS} about it.`);
  await dependencies.mail.send(accounts, {
    to: boss.email,
    kind: 'contact',
    subject: `From ${ADDRESS}`,
    askedFrom: '127.0.0.1',
    content: { heading: 'Hello', paragraphs: [`Answer ${ADDRESS}.`], facts: [], action: { label: 'Open', path: '/' } },
  });
  const outlet = await makeOutlet(accounts, {
    eui: '00000000000000f7',
    customerId: customer.id,
    venueId: (await makeVenue(accounts, { customerId: customer.id })).id,
  });
  const judgement = {
    customer_id: customer.id,
    outlet_id: outlet.id,
    day: '2026-11-01',
    reason: 'visitor_pace',
  } as const;
  const decided = {
    state: 'accepted',
    decided_at: TEST_NOW,
    decided_by: boss.email,
    answer: 'Of my secret wish.',
  } as const;
  const said = {
    id: 'objection',
    words: 'my secret wish',
    raised_at: TEST_NOW,
    raised_by: ADDRESS,
    raised_by_id: zoe.id,
  };
  await accounts
    .insertInto('objections')
    .values({ ...judgement, ...said, ...decided })
    .execute();
  const message = await accounts.selectFrom('contact_messages').select('id').executeTakeFirstOrThrow();
  const mail = await accounts.selectFrom('mails').select('id').executeTakeFirstOrThrow();
  ids = { users: zoe.id, messages: message.id, mail: mail.id, customers: customer.id };
  readers = { demo: await server.as(boss), made: await server.as(made), own: await server.asRole('admin') };
});
afterAll(() => server.close());

/** Returns every GET of the API, including searches, with the planted row's ID in URLs that have an ID. */
const addresses = () =>
  registeredRoutes(server.app)
    .filter((route) => route.startsWith('GET /api/') && !/live|docs|openapi|metrics/.test(route))
    .map((route) => route.slice(4).replace(/([a-z]+)\/:id/, (_, kind: string) => `${kind}/${ids[kind] ?? zoe.id}`))
    .flatMap((url) => (url.includes('search') ? [`${url}?q=zoeplanted`, `${url}?q=private`] : [url, `${url}?q=zoe`]));

async function tellTales(headers: { authorization: string }): Promise<string[]> {
  const found: string[] = [];
  for (const url of addresses()) {
    const { body, statusCode } = await server.app.inject({ url, headers });
    expect(statusCode, url).toBeLessThan(500);
    if (PLANTED.some((text) => body.includes(text))) found.push(url.replace(/[0-9a-f-]{36}/, ':id'));
  }
  return found;
}

test('no route reveals to a visitor of the demo who another visitor is', async () => {
  for (const headers of [readers.demo, readers.made]) expect(await tellTales(headers)).toEqual([]);
});

test('an administrator from the command line reads all of them', async () => {
  expect(await tellTales(readers.own)).toEqual(
    expect.arrayContaining([
      ...['/api/users', '/api/users/:id', '/api/users/export', '/api/audit?q=zoe', '/api/audit/export', '/api/notices'],
      ...['/api/admin/messages', '/api/admin/messages/:id', '/api/admin/mail', '/api/admin/mail/:id'],
      ...['/api/objections', '/api/list/search?q=zoeplanted'],
    ]),
  );
});

test('a search does not reveal a hidden account, and a visitor can neither view as it nor overwrite it', async () => {
  const search = async (q: string) =>
    (await server.app.inject({ url: `/api/users?q=${q}`, headers: readers.demo })).json<{
      data: unknown;
      total: number;
    }>();
  expect(await search('zoe')).toEqual(await search('nobody-of-that-name'));
  const send = (method: 'POST' | 'PUT', url: string, payload?: object) =>
    server.app.inject({ method, url, headers: readers.demo, ...(payload ? { payload } : {}) });
  expect((await send('POST', `/api/users/${zoe.id}/view`)).statusCode).toBe(403);
  const shown = (await server.app.inject({ url: `/api/users/${zoe.id}`, headers: readers.demo })).json<ManagedUser>();
  const { email, first_name, last_name, phone_number, role, customer_id, version } = shown;
  const input = { email, first_name, last_name, phone_number, role, customer_id, disabled: false, version };
  expect((await send('PUT', `/api/users/${zoe.id}`, input)).statusCode).toBe(400);
});

type Person = { readonly name: string; readonly host: string; readonly phone: string; readonly ip: string };
const AARON: Person = { name: 'aaron', host: 'aa-mail.com', phone: '0111', ip: '198.51.100.7' };
const ZULEIKA: Person = { name: 'zuleika', host: 'zz-post.org', phone: '0999', ip: '203.0.113.250' };

/** Disables the protection of the log. Anyone with the store's password can do so, and so can this test. */
async function unlockAuditLog(): Promise<void> {
  const { accounts } = server;
  const isPostgres = await sql`select 1 from pg_catalog.pg_class limit 1`.execute(accounts).then(
    () => true,
    () => false,
  );
  const statements = isPostgres
    ? ['alter table audit_log disable trigger user']
    : ['drop trigger audit_log_no_update', 'drop trigger audit_log_no_delete'];
  for (const statement of statements) await sql.raw(statement).execute(accounts);
}

/** Changes the rows to those that another person would have left. */
async function becomes({ name, host, phone, ip }: Person): Promise<void> {
  const { accounts } = server;
  const email = `${name}@${host}`;
  const named = { first_name: name, last_name: `${name}sson`, name_key: `${name} ${name}sson`, phone_number: phone };
  await accounts
    .updateTable('users')
    .set({ ...named, email, email_key: email })
    .where('id', '=', zoe.id)
    .execute();
  const said = { name, email, message: `${name} asks for ${email}`, search_key: `${name} ${email}` };
  await accounts.updateTable('contact_messages').set(said).execute();
  await accounts
    .updateTable('mails')
    .set({ subject: `From ${email}`, reply_to: email })
    .where('id', '=', ids.mail ?? '')
    .execute();
  await accounts.updateTable('sessions').set({ ip }).where('user_id', '=', zoe.id).execute();
  const entries = await accounts.selectFrom('audit_log').selectAll().execute();
  for (const { seq, actor_id, action } of entries) {
    const own = actor_id === zoe.id ? { actor: email, subject: email, detail: JSON.stringify({ to: email }) } : {};
    const about = action === 'user.invitation-sent' ? { subject: email } : {};
    const hash = `${ip} ${seq}`;
    await accounts
      .updateTable('audit_log')
      .set({ ip, hash, ...own, ...about })
      .where('seq', '=', seq)
      .execute();
  }
}

/**
 * Returns every GET, with each sort order, with searches for letters of both persons, and a page of one row. Omits
 * values that change automatically, such as free disk space.
 */
async function everySearch(): Promise<string[]> {
  const description = (await server.app.inject({ url: '/api/openapi.json' })).json<OpenApi>();
  const words = byLength(['aaron', '203.0'], ['a', 'aaron', 'zuleika', '@', 'mail', '0111', '203.0', '***']);
  return operationsOf(description)
    .filter(({ method, path }) => method === 'GET' && !/live|docs|openapi|metrics|admin\/health|\{(?!id\})/.test(path))
    .flatMap(({ path, parameters }) => {
      const url = path.replace(/([a-z]+)\/\{id\}/, (_, kind: string) => `${kind}/${ids[kind] ?? zoe.id}`);
      const named = (name: string) => parameters.find((one) => one.in === 'query' && one.name === name);
      const { enum: written = [], anyOf = [] } = named('sort')?.schema ?? {};
      const sorts = [...written, ...anyOf.map((choice) => choice.const)].map((sort) => `sort=${sort}`);
      const searches = named('q') ? words.map((word) => `q=${encodeURIComponent(word)}`) : [];
      const first = named('limit') ? ['limit=1'] : [];
      return [url, ...[...sorts, ...searches, ...first].map((choice) => `${url}?${choice}`)];
    });
}

/** Returns the response of each URL. Exports add entries to the audit log, which the function restores afterwards. */
async function answersTo(urls: readonly string[], headers: { authorization: string }): Promise<string[]> {
  const { accounts } = server;
  const { seq, hash } = await accounts.selectFrom('audit_chain').selectAll().executeTakeFirstOrThrow();
  const answers: string[] = [];
  for (const url of urls) {
    const { statusCode, body } = await server.app.inject({ url, headers });
    answers.push(`${statusCode} ${body}`);
    if (!/export|mail\//.test(url)) continue;
    await accounts.deleteFrom('audit_log').where('seq', '>', seq).execute();
    await accounts.updateTable('audit_chain').set({ seq, hash }).execute();
  }
  expect(answers.filter((answer) => /^(429|5)/.test(answer))).toEqual([]);
  return answers;
}

test('no search, order, page or total reveals to a visitor a letter of another visitor, or their address', async () => {
  const urls = await everySearch();
  expect(urls.length).toBeGreaterThan(100);
  await unlockAuditLog();
  const differing = async (headers: { authorization: string }, asked: readonly string[]): Promise<string[]> => {
    await becomes(AARON);
    const aaron = await answersTo(asked, headers);
    await becomes(ZULEIKA);
    const zuleika = await answersTo(asked, headers);
    return asked.filter((_, index) => aaron[index] !== zuleika[index]);
  };
  expect(await differing(readers.demo, urls)).toEqual([]);
  // Where nothing is hidden, the same calls show the differences.
  const pathOf = (url: string) => url.split('?')[0] ?? '';
  const telling = ['/api/admin/messages', '/api/audit', '/api/audit/export', '/api/list/search', '/api/users'];
  const asked = urls.filter((url) => telling.includes(pathOf(url)));
  expect([...new Set((await differing(readers.own, asked)).map(pathOf))].sort()).toEqual(telling);
});
