import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '#domain/durations.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import {
  makeCampaign,
  makeCustomer,
  makeFlight,
  makeOutlet,
  makeUser,
  makeVenue,
  reassignOutlet,
} from '../../testing/makers.ts';
import { readPdf } from './testing/read-pdf.ts';

let test_: TestApp;
let pier: { id: string; name: string };
let annex: { id: string; name: string };
let brand: { id: string; name: string };
let outletEui: string;

const event = (type: string, eui: string, minutes: number, more: object = {}) => ({
  id: crypto.randomUUID(),
  type,
  eui,
  timestamp: new Date(TEST_NOW - minutes * MINUTE_MS).toISOString(),
  ...more,
});

beforeAll(async () => {
  test_ = await createTestApp();
  const { accounts, ingestor } = test_;
  [pier, annex, brand] = await Promise.all([
    makeCustomer(accounts, { name: 'Pier House' }),
    makeCustomer(accounts, { name: 'Annex Gym' }),
    makeCustomer(accounts, { name: 'Cascade', kind: 'advertiser' }),
  ]);
  const venue = await makeVenue(accounts, { customerId: pier.id, name: 'Lobby' });
  const outlet = await makeOutlet(accounts, { customerId: pier.id, venueId: venue.id });
  await makeOutlet(accounts, { customerId: annex.id });
  outletEui = outlet.eui;
  const campaign = await makeCampaign(accounts, { customerId: brand.id });
  const flight = await makeFlight(accounts, { campaignId: campaign.id, model: 'flat', priceMicros: 10_000_000 });
  const views = Array.from({ length: 10 }, (_, index) =>
    event('view', outletEui, 60 + index, { flight: flight.code, energy_wh: 25 }),
  );
  const clicks = views
    .slice(0, 3)
    .map((view) => event('click', outletEui, 30, { flight: flight.code, view_id: view.id }));
  const results = await ingestor.accept([...views, ...clicks], { kind: 'network' });
  expect(results.map(({ status }) => status)).toEqual(Array.from({ length: 13 }, () => 'accepted'));
});

afterAll(() => test_.close());

type Headers = Awaited<ReturnType<TestApp['as']>>;

const askTicket = (
  headers: Headers,
  body: { cid: string; role: string; start?: string; end?: string; from?: string; to?: string; tz?: string },
) => test_.app.inject({ method: 'POST', url: '/api/list/print-ticket', headers, payload: body });

async function ticketUrl(headers: Headers, body: Parameters<typeof askTicket>[1]): Promise<string> {
  const response = await askTicket(headers, body);
  expect(response.statusCode).toBe(200);
  return response.json<{ url: string }>().url;
}

const open = (url: string, accept = 'application/json') => test_.app.inject({ url, headers: { accept } });

test('a ticket has the URL of the specification, opens the PDF once, and is stored as a hash', async () => {
  const owner = await test_.asRole('property', pier.id);
  const answer = (
    await askTicket(owner, { cid: pier.id, role: 'property', start: '1790000000', end: '1795300000' })
  ).json<{ ticket: string; url: string }>();
  expect(answer.ticket).toMatch(/^[\w-]{43}$/);
  expect(answer.url).toBe(
    `/api/list/?format=print&cid=${pier.id}&op=pdf&role=property&start=1790000000&end=1795300000&t=${answer.ticket}`,
  );
  const hash = createHash('sha256').update(answer.ticket).digest('hex');
  const stored = await test_.accounts
    .selectFrom('print_tickets')
    .selectAll()
    .where('id', '=', hash)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(stored)).not.toContain(answer.ticket);
  const pdf = await open(answer.url);
  expect(pdf.statusCode).toBe(200);
  expect(pdf.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename=outlet-report-${pier.id}.pdf`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  });
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  expect((await open(answer.url)).statusCode).toBe(401);
});

test('the call of the specification opens the PDF with a bearer token, within its scope only', async () => {
  const call = (headers: Partial<Headers>, cid: string, role = 'property') =>
    test_.app.inject({ url: `/api/list/?format=print&cid=${cid}&op=pdf&role=${role}`, headers });
  const owner = await test_.asRole('property', pier.id);
  const pdf = await call(owner, pier.id);
  expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(await readPdf(pdf.rawPayload)).toContain('$30.00');
  expect((await call(owner, pier.id, 'admin')).statusCode).toBe(403);
  expect((await call(owner, brand.id)).statusCode).toBe(403);
  expect((await call(await test_.asRole('admin'), pier.id)).statusCode).toBe(200);
  expect((await call({}, pier.id)).statusCode).toBe(401);
  expect((await call({ authorization: 'Bearer stolen' }, pier.id)).statusCode).toBe(401);
});

test('each role gets its own figures and terms', async () => {
  const owner = await readPdf(
    (await open(await ticketUrl(await test_.asRole('property', pier.id), { cid: pier.id, role: 'property' })))
      .rawPayload,
  );
  expect(owner).toContain('Charges');
  expect(owner).toContain('$30.00');
  expect(owner).toContain('0.250 kWh');
  expect(owner).not.toContain('$100.00');
  const admin = await readPdf(
    (await open(await ticketUrl(await test_.asRole('admin'), { cid: pier.id, role: '' }))).rawPayload,
  );
  expect(admin).toContain('Recorded revenue');
  expect(admin).toContain('$100.00');
  expect(admin).toContain(outletEui.toUpperCase());
  const sponsor = await readPdf(
    (await open(await ticketUrl(await test_.asRole('advertiser', brand.id), { cid: pier.id, role: 'advertiser' })))
      .rawPayload,
  );
  expect(sponsor).toContain('Campaign Overview');
  expect(sponsor).toContain('Status Live');
  expect(sponsor).toContain('Sponsor: Cascade');
  expect(sponsor).toContain('$100.00');
  expect(sponsor).not.toMatch(/kWh|\$30\.00/);
});

test("an administrator's preview of an owner's statement equals the owner's statement", async () => {
  const admin = await test_.asRole('admin');
  const preview = await readPdf((await open(await ticketUrl(admin, { cid: pier.id, role: 'property' }))).rawPayload);
  const own = await readPdf(
    (await open(await ticketUrl(await test_.asRole('property', pier.id), { cid: pier.id, role: 'property' })))
      .rawPayload,
  );
  expect(preview).toBe(own);
  const campaign = await readPdf(
    (await open(await ticketUrl(admin, { cid: brand.name, role: 'advertiser' }))).rawPayload,
  );
  expect(campaign).toContain('Campaign statement');
  expect(campaign).toContain('$100.00');
  expect((await askTicket(admin, { cid: brand.id, role: 'property' })).statusCode).toBe(400);
});

test('a role other than the own one is 403, but "no role" may choose any role', async () => {
  const owner = await test_.asRole('property', pier.id);
  for (const role of ['admin', '', 'advertiser', 'unassigned']) {
    expect((await askTicket(owner, { cid: pier.id, role })).statusCode, role).toBe(403);
  }
  const full = await test_.asRole('full');
  for (const role of ['admin', '', 'property', 'advertiser']) {
    expect((await askTicket(full, { cid: pier.id, role })).statusCode, role).toBe(200);
  }
  expect((await askTicket(full, { cid: pier.id, role: 'unassigned' })).statusCode).toBe(403);
});

test('a cid outside the scope is the same 403 whether it exists or not, and 404 for an administrator', async () => {
  const owner = await test_.asRole('property', pier.id);
  const other = await askTicket(owner, { cid: annex.id, role: 'property' });
  const unknown = await askTicket(owner, { cid: 'nobody', role: 'property' });
  expect(other.statusCode).toBe(403);
  expect(unknown.statusCode).toBe(403);
  expect(unknown.body).toBe(other.body);
  const sponsor = await test_.asRole('advertiser', brand.id);
  expect((await askTicket(sponsor, { cid: annex.id, role: 'advertiser' })).statusCode).toBe(403);
  expect((await askTicket(await test_.asRole('admin'), { cid: 'nobody', role: 'admin' })).statusCode).toBe(404);
  expect((await askTicket(await test_.asRole('unassigned'), { cid: pier.id, role: 'unassigned' })).statusCode).toBe(
    403,
  );
  const nobody = await test_.app.inject({
    method: 'POST',
    url: '/api/list/print-ticket',
    payload: { cid: pier.id, role: '' },
  });
  expect(nobody.statusCode).toBe(401);
});

test.each([
  ['a changed cid', (url: URL) => url.searchParams.set('cid', annex.id)],
  ['a changed role', (url: URL) => url.searchParams.set('role', 'admin')],
  ['a changed start', (url: URL) => url.searchParams.set('start', '1790000001')],
  ['a missing end', (url: URL) => url.searchParams.delete('end')],
  ['a time zone', (url: URL) => url.searchParams.set('tz', 'Europe/Paris')],
  ['days', (url: URL) => url.searchParams.set('from', '2026-11-01')],
  ['a further parameter', (url: URL) => url.searchParams.set('q', 'x')],
  ['no op', (url: URL) => url.searchParams.delete('op')],
  ['no ticket', (url: URL) => url.searchParams.delete('t')],
  ['another ticket', (url: URL) => url.searchParams.set('t', 'A'.repeat(43))],
])('%s is 401 and does not use up the ticket', async (_, change) => {
  const owner = await test_.asRole('property', pier.id);
  const url = await ticketUrl(owner, {
    cid: pier.id,
    role: 'property',
    start: '1790000000',
    end: '1795300000',
  });
  const changed = new URL(url, 'http://localhost');
  change(changed);
  expect((await open(changed.pathname + changed.search)).statusCode).toBe(401);
  expect((await open(url)).statusCode).toBe(200);
});

test('a ticket is 401 after 61 seconds, after the end of the session, or for HEAD', async () => {
  const owner = await test_.asRole('property', pier.id);
  const late = await ticketUrl(owner, { cid: pier.id, role: 'property' });
  test_.clock.ms += 61_000;
  expect((await open(late)).statusCode).toBe(401);
  const url = await ticketUrl(owner, { cid: pier.id, role: 'property' });
  expect((await test_.app.inject({ method: 'HEAD', url })).statusCode).toBe(401);
  await test_.app.inject({ method: 'POST', url: '/api/auth/logout', headers: owner });
  expect((await open(url)).statusCode).toBe(401);
  test_.clock.ms = TEST_NOW;
});

test('a right that is lost after the ticket was issued applies to the PDF too', async () => {
  const user = await makeUser(test_.accounts, { role: 'property', customerId: pier.id });
  const owner = await test_.as(user);
  const url = await ticketUrl(owner, { cid: pier.id, role: 'property' });
  await test_.accounts.updateTable('users').set({ customer_id: annex.id }).where('id', '=', user.id).execute();
  expect((await open(url)).statusCode).toBe(403);
  await test_.accounts.updateTable('users').set({ customer_id: pier.id }).where('id', '=', user.id).execute();
  const disabledUrl = await ticketUrl(owner, { cid: pier.id, role: 'property' });
  await test_.accounts.updateTable('users').set({ disabled: 1 }).where('id', '=', user.id).execute();
  expect((await open(disabledUrl)).statusCode).toBe(401);
});

test('an expired link opens a page that contains nothing of the URL', async () => {
  const response = await open(
    `/api/list/?format=print&cid=${encodeURIComponent('<b>x')}&op=pdf&role=property&t=used`,
    'text/html',
  );
  expect(response.statusCode).toBe(401);
  expect(response.headers['content-type']).toContain('text/html');
  expect(response.body).toContain('has expired');
  expect(response.body).not.toContain('<b>x');
});

test('a customer name cannot inject headers', async () => {
  const evil = await makeCustomer(test_.accounts, { name: 'x"\r\nSet-Cookie: a=b; ../../etc' });
  const pdf = await open(await ticketUrl(await test_.asRole('admin'), { cid: evil.name, role: 'admin' }));
  expect(pdf.headers['content-disposition']).toBe(`attachment; filename=outlet-report-${evil.id}.pdf`);
  expect(pdf.headers['set-cookie']).toBeUndefined();
});

test.each([
  [{ start: '10', end: '5' }, 400],
  [{ end: '9999999999' }, 400],
  [{ tz: 'UTC' }, 400],
  [{ from: '2026-11-01' }, 400],
  [{ from: '2026-11-02', to: '2026-11-01' }, 400],
  [{ from: '2026-02-30', to: '2026-11-01' }, 400],
  [{ from: '2026-11-01', to: '2026-11-02', start: '10' }, 400],
  [{ start: '1e400' }, 400],
])('rejects the terms %j before issuing a ticket', async (terms, status) => {
  const admin = await test_.asRole('admin');
  expect((await askTicket(admin, { cid: pier.id, role: 'admin', ...terms })).statusCode).toBe(status);
});

test('draws one statement while eight wait, and others get 503 and can reuse their ticket', async () => {
  const admin = await test_.asRole('admin');
  const urls = await Promise.all(Array.from({ length: 24 }, () => ticketUrl(admin, { cid: pier.id, role: 'admin' })));
  const { figures } = test_.dependencies;
  const original = figures.narrow;
  let draw: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    draw = resolve;
  });
  const narrow = vi.spyOn(figures, 'narrow').mockImplementation(async (scope, cid) => {
    await held;
    return original(scope, cid);
  });
  let refusals = 0;
  const answers = await Promise.all(
    urls.map(async (url) => {
      const answer = await open(url);
      if (answer.statusCode === 503) refusals += 1;
      if (refusals === 24 - 9) draw();
      return answer;
    }),
  );
  narrow.mockRestore();
  const statuses = answers.map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(9);
  const refused = statuses.indexOf(503);
  expect(answers[refused]?.headers['retry-after']).toBe('3');
  expect((await open(urls[refused] ?? '')).statusCode).toBe(200);
});

test('exactly one of many concurrent uses of a ticket gets the PDF', async () => {
  const url = await ticketUrl(await test_.asRole('admin'), { cid: pier.id, role: 'admin' });
  const answers = await Promise.all(Array.from({ length: 20 }, () => open(url)));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 401)]);
});

test("a moved outlet stays on the former owner's statement with its earnings there", async () => {
  const outlet = await test_.accounts
    .selectFrom('outlets')
    .select('id')
    .where('eui', '=', outletEui)
    .executeTakeFirstOrThrow();
  await reassignOutlet(test_.accounts, { outletId: outlet.id, customerId: annex.id, at: TEST_NOW });
  test_.clock.ms = TEST_NOW + 31_000;
  const former = await readPdf(
    (await open(await ticketUrl(await test_.asRole('property', pier.id), { cid: pier.id, role: 'property' })))
      .rawPayload,
  );
  const later = await readPdf(
    (await open(await ticketUrl(await test_.asRole('property', annex.id), { cid: annex.id, role: 'property' })))
      .rawPayload,
  );
  expect(former).toContain(outletEui.toUpperCase());
  expect(former).toContain('$30.00');
  expect(later).not.toContain('$30.00');
});

test('draws a statement once until an event changes it, and separately per role', async () => {
  const owner = await test_.asRole('property', pier.id);
  const admin = await test_.asRole('admin');
  const print = async (headers: Headers, role: string) =>
    (await open(await ticketUrl(headers, { cid: pier.id, role }))).rawPayload;
  const first = await print(owner, 'property');
  expect((await print(owner, 'property')).equals(first)).toBe(true);
  expect((await print(admin, 'admin')).equals(first)).toBe(false);
  const results = await test_.ingestor.accept([event('view', outletEui, 5)], { kind: 'network' });
  expect(results.map(({ status }) => status)).toEqual(['accepted']);
  const after = await print(owner, 'property');
  expect(after.equals(first)).toBe(false);
  expect(await readPdf(after)).not.toBe(await readPdf(first));
});
