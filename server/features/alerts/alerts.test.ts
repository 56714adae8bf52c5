import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Alert, AlertRules, AlertWebhook } from '#contract/alerts.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/durations.ts';
import { instantWords } from '#domain/instant-words.ts';
import { type Delivery, startDelivery } from '../../mail/deliver-mails.ts';
import { type MailSink, openMailSink } from '../../mail/testing/mail-sink.ts';
import { findRecipients } from '../../notifications/notifications-queries.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import {
  makeCampaign,
  makeCreative,
  makeCustomer,
  makeFlight,
  makeOutlet,
  makeUser,
  makeVenue,
} from '../../testing/makers.ts';
import { createAlertWatch, createWebhookCalls, forgetAlerts } from './start-alerts.ts';
import { insertCalls } from './webhook-queries.ts';

type Headers = { authorization: string };
type List = { unread: number; open: number; data: Alert[]; next_cursor: string | null };
type Call = { headers: IncomingHttpHeaders; body: string };

let server: TestApp;
let sink: MailSink;
let delivery: Delivery;
let watch: ReturnType<typeof createAlertWatch>;
let otherWatch: typeof watch;
let calls: ReturnType<typeof createWebhookCalls>;
let owner: Headers;
let stranger: Headers;
let admin: Headers;
let outlets: { id: string }[];
let hookUrl: string;
const received: Call[] = [];
let answersWith = 200;

/** Lets the slow receiver answer, which happens only after the test has called another receiver. */
let letSlowAnswer: () => void = () => undefined;
const slowMayAnswer = new Promise<void>((resolve) => {
  letSlowAnswer = resolve;
});

const hook = createServer((request, response) => {
  if (request.url === '/slow') return void slowMayAnswer.then(() => response.end());
  if (request.url === '/next') {
    letSlowAnswer();
    return void response.end();
  }
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    received.push({ headers: request.headers, body: Buffer.concat(parts).toString('utf8') });
    response.writeHead(answersWith).end();
  });
});

beforeAll(async () => {
  sink = await openMailSink();
  hook.listen(0, '127.0.0.1');
  await once(hook, 'listening');
  hookUrl = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/alerts`;
  server = await createTestApp({ env: { SMTP_URL: sink.url, PRIVATE_WEBHOOKS: 'on', SESSION_IDLE_MINUTES: '1440' } });
  const { accounts, clock, config, dependencies } = server;
  const alpha = await makeCustomer(accounts, { name: 'Alpha Hotels' });
  const beta = await makeCustomer(accounts, { name: 'Beta Bars' });
  const venueId = (await makeVenue(accounts, { customerId: alpha.id, name: 'Grand hall', timeZone: 'UTC' })).id;
  outlets = [];
  for (const minute of [0, 1, 3])
    outlets.push(
      await makeOutlet(accounts, { customerId: alpha.id, venueId, lastSeenAt: TEST_NOW - minute * MINUTE_MS }),
    );
  // Another outlet keeps reporting, so that ingestion does not stop.
  await makeOutlet(accounts, { customerId: beta.id, lastSeenAt: TEST_NOW + 10 * DAY_MS });
  owner = await server.as(
    await makeUser(accounts, { role: 'property', customerId: alpha.id, email: 'ada@alpha.example' }),
  );
  stranger = await server.asRole('property', beta.id);
  admin = await server.asRole('admin');
  watch = createAlertWatch(dependencies);
  otherWatch = createAlertWatch(dependencies);
  calls = createWebhookCalls(dependencies);
  const report = () => undefined;
  delivery = startDelivery({ config, smtpUrl: sink.url, accounts, now: () => clock.ms, report });
});
afterAll(async () => {
  await delivery.close();
  await server.close();
  await sink.close();
  hook.close();
});

async function call<Answer>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  headers: Headers,
  payload?: object,
): Promise<Answer> {
  const answer = await server.app.inject({ method, url: `/api${url}`, headers, ...(payload ? { payload } : {}) });
  expect(answer.statusCode, answer.payload).toBe(200);
  return answer.json<Answer>();
}
const list = (headers: Headers, query = '') => call<List>('GET', `/alerts${query}`, headers);

/** Advances the clock minute by minute. Each minute runs the alert watch and the webhook calls. */
async function pass(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    server.clock.ms += MINUTE_MS;
    // Two processes run the watch at the same time.
    await Promise.all([watch.look(), otherWatch.look()]);
    await calls.runNow();
  }
}

const hear = (ids: readonly { id: string }[]) =>
  server.accounts
    .updateTable('outlets')
    .set({ last_seen_at: server.clock.ms })
    .where(
      'id',
      'in',
      ids.map(({ id }) => id),
    )
    .execute();

const mailsOf = (to: string) => sink.received.filter(({ envelopeTo }) => envelopeTo === to);

let secret: string;

test('rejects a rule of another role and a webhook without a valid URL', async () => {
  const change = {
    rules: [{ rule: 'disk_low', on: true, threshold: null, mail: true, muted_until: null }],
    quiet: null,
  };
  const refused = await server.app.inject({ method: 'PUT', url: '/api/alert-rules', headers: owner, payload: change });
  expect(refused.statusCode).toBe(400);
  expect((await call<AlertRules>('PUT', '/alert-rules', admin, change)).rules.map(({ rule }) => rule)).toContain(
    'disk_low',
  );
  for (const url of ['ftp://example.com', 'nowhere', 'https://me:secret@example.com']) {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/alert-webhooks',
      headers: owner,
      payload: { url },
    });
    expect(answer.statusCode, url).toBe(400);
  }
});

test('a receiver that answers late delays no other receiver', async () => {
  const { accounts, clock } = server;
  const made: string[] = [];
  for (const path of ['/slow', '/next'])
    made.push(
      (await call<{ id: string }>('POST', '/alert-webhooks', stranger, { url: new URL(path, hookUrl).href })).id,
    );
  await insertCalls(
    accounts,
    made.map((webhook_id, at) => ({
      id: `call-${at}`,
      alert_id: 'any',
      webhook_id,
      event: 'alert.begun' as const,
      body: '{}',
      status: 'queued' as const,
      attempts: 0,
      next_at: clock.ms,
      leased_until: 0,
      last_error: '',
      created_at: clock.ms,
      sent_at: null,
    })),
  );
  await calls.runNow();
  const rows = await accounts.selectFrom('alert_calls').select('status').where('webhook_id', 'in', made).execute();
  expect(rows.map(({ status }) => status)).toEqual(['sent', 'sent']);
});

test('reports a simulated venue outage once, as one venue, to its owner and to administrators only', async () => {
  ({ secret } = await call<{ secret: string }>('POST', '/alert-webhooks', owner, { url: hookUrl }));
  await pass(59);
  expect((await list(owner)).data).toEqual([]);
  await pass(30);
  const { data, unread, open } = await list(owner);
  expect([unread, open]).toEqual([1, 1]);
  expect(data).toMatchObject([
    { rule: 'venue_silent', affected_count: 3, ended_at: null, unread: true, path: '/app/outlets?q=Grand%20hall' },
  ]);
  expect(data[0]?.title).toContain('Grand hall');
  expect((await list(stranger)).data).toEqual([]);
  expect((await list(admin)).data.map(({ id }) => id)).toEqual(data.map(({ id }) => id));
  await delivery.runNow();
  await sink.arrived((mails) => mails.length > 0);
  expect(mailsOf('ada@alpha.example').map(({ subject }) => subject)).toEqual([data[0]?.title]);
});

test('calls the webhook once, with a signature over body and time', () => {
  expect(received.length).toBe(1);
  const [{ headers, body } = { headers: {}, body: '' }] = received;
  const event = JSON.parse(body) as { id: string; event: string; alert: { title: string; ended_at: null } };
  expect(event).toMatchObject({ event: 'alert.begun', alert: { ended_at: null, rule: 'venue_silent' } });
  expect(headers['voltboard-call']).toBe(event.id);
  const [, seconds = '', signature = ''] =
    /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['voltboard-signature'])) ?? [];
  expect(createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')).toBe(signature);
  expect(Math.abs(Number(seconds) * SECOND_MS - server.clock.ms)).toBeLessThan(HOUR_MS);
});

test('a manager acknowledges the alert, and it counts as read after the reader lists it', async () => {
  const [alert] = (await list(owner)).data;
  const strange = await server.app.inject({
    method: 'POST',
    url: `/api/alerts/${alert?.id}/acknowledge`,
    headers: stranger,
  });
  expect(strange.statusCode).toBe(404);
  const taken = await call<Alert>('POST', `/alerts/${alert?.id}/acknowledge`, owner);
  expect(taken.acknowledged_at).not.toBeNull();
  const undone = await call<Alert>('POST', `/alerts/${alert?.id}/unacknowledge`, owner);
  expect(undone.acknowledged_at).toBeNull();
  await call<Alert>('POST', `/alerts/${alert?.id}/acknowledge`, owner);
  await call('POST', '/alerts/seen', owner);
  expect((await list(owner)).unread).toBe(0);
  expect((await list(admin)).unread).toBe(1);
});

test('ends the alert automatically when the outlets return, and notifies the webhook', async () => {
  await hear(outlets);
  await pass(1);
  expect(await list(owner)).toMatchObject({ open: 0, data: [{ rule: 'venue_silent' }] });
  expect((await list(owner)).data[0]?.ended_at).not.toBeNull();
  expect((await list(owner, '?show=open')).data).toEqual([]);
  expect(received.map(({ body }) => (JSON.parse(body) as { event: string }).event)).toEqual([
    'alert.begun',
    'alert.ended',
  ]);
});

test('retries a failing receiver with the same id, and an administrator can repeat any call manually', async () => {
  answersWith = 500;
  const before = received.length;
  await hear(outlets.slice(1));
  await pass(61);
  await hear(outlets.slice(1));
  const failing = received.slice(before).map(({ headers }) => headers['voltboard-call']);
  expect(failing.length).toBeGreaterThan(0);
  answersWith = 200;
  for (let minute = 0; minute < 4; minute += 1) {
    await hear(outlets.slice(1));
    await pass(1);
  }
  const all = received.slice(before).map(({ headers }) => headers['voltboard-call']);
  expect(new Set(all).size).toBe(1);
  const { data } = await call<{ data: AlertWebhook[] }>('GET', '/alert-webhooks', owner);
  expect(data[0]?.calls[0]).toMatchObject({ status: 'sent', last_error: '', event: 'alert.begun' });
  await call('POST', `/alert-calls/${data[0]?.calls[0]?.id}/replay`, owner);
  const noted = server.accounts.selectFrom('audit_log').select('subject').where('action', '=', 'alert.call-replayed');
  expect((await noted.execute()).map(({ subject }) => subject)).toEqual([data[0]?.calls[0]?.id]);
  await calls.runNow();
  expect(received.at(-1)?.headers['voltboard-call']).toBe(all[0]);
  expect(received.length).toBe(before + all.length + 1);
});

test('sends no mail in quiet hours or for muted rules, and at most one mail per hour and rule', async () => {
  const rules = await call<AlertRules>('GET', '/alert-rules', owner);
  expect(rules.rules.map(({ rule, threshold }) => [rule, threshold])).toEqual([
    ['outlet_silent', 60],
    ['venue_silent', null],
    ['fault', null],
    ['meter_implausible', 3],
    ['views_low', 50],
    ['invalid_share', 10],
    ['document_final', null],
    ['payout_returned', null],
  ]);
  const quiet = { from: 0, to: 1_439, time_zone: 'UTC' };
  await hear(outlets);
  await pass(1);
  await delivery.runNow();
  const before = mailsOf('ada@alpha.example').length;
  await call('PUT', '/alert-rules', owner, { ...rules, quiet });
  await pass(75);
  await delivery.runNow();
  const { data, open } = await list(owner, '?show=open');
  expect(open).toBe(1);
  expect(mailsOf('ada@alpha.example').length).toBe(before);
  await call('PUT', '/alert-rules', owner, { ...rules, quiet: null });
  await pass(2);
  await delivery.runNow();
  await sink.arrived(() => mailsOf('ada@alpha.example').length > before);
  expect(mailsOf('ada@alpha.example').length).toBe(before + 1);
  // The mail states when the outlets fell silent, not when a check found it.
  expect(data[0]).toMatchObject({ severity: 'critical', state: 'open', place: { name: 'Grand hall' } });
  expect(Date.parse(data[0]?.raised_at ?? '') - Date.parse(data[0]?.since ?? '')).toBeGreaterThan(59 * MINUTE_MS);
  const since = instantWords(Date.parse(data[0]?.since ?? ''), server.config.networkTimeZone);
  expect(mailsOf('ada@alpha.example').at(-1)?.text?.replaceAll(/\s+/g, ' ')).toContain(`Since ${since}.`);
  const until = new Date(server.clock.ms + 3 * HOUR_MS).toISOString();
  const muted = rules.rules.map((rule) => ({ ...rule, muted_until: until }));
  await call('PUT', '/alert-rules', owner, { rules: muted, quiet: null });
  const called = received.length;
  await hear(outlets);
  await pass(75);
  await delivery.runNow();
  expect([mailsOf('ada@alpha.example').length, received.length]).toEqual([before + 1, called]);
});

test('after a server pause, an outlet counts as silent only when it had time to report', async () => {
  await hear(outlets);
  await pass(1);
  expect((await list(owner)).open).toBe(0);
  server.clock.ms += 3 * HOUR_MS;
  await hear(outlets.slice(1));
  await pass(14);
  expect((await list(owner)).open).toBe(0);
  await pass(2);
  expect((await list(owner, '?show=open')).data).toMatchObject([{ rule: 'outlet_silent', affected_count: 1 }]);
});

const openRows = () => server.accounts.selectFrom('alerts').selectAll().where('ended_at', 'is', null).execute();
const standingOf = async (customerId: string) =>
  (await openRows()).filter(({ customer_id }) => customer_id === customerId).map(({ rule }) => rule);

test('a flight is behind its plan after a day, and caught up when it is well above the limit again', async () => {
  const { accounts, clock } = server;
  const buyer = await makeCustomer(accounts, { name: 'Gamma Drinks', kind: 'advertiser' });
  const campaign = await makeCampaign(accounts, { customerId: buyer.id });
  const startsAt = clock.ms;
  const flight = await makeFlight(accounts, {
    plain: false,
    campaignId: campaign.id,
    startsAt,
    endsAt: startsAt + 10 * DAY_MS,
    budgetMicros: 100_000_000,
  });
  let spentMicros = 0;
  const standing = async () => new Map([[flight.key, { spentMicros, days: new Map<string, number>(), heldMicros: 0 }]]);
  const { dependencies } = server;
  const looking = createAlertWatch({ ...dependencies, budgets: { ...dependencies.budgets, standing } });
  const look = async (sinceStartMs: number, spent: number) => {
    clock.ms = startsAt + sinceStartMs;
    spentMicros = spent;
    await looking.look();
    return standingOf(buyer.id);
  };
  expect(await look(DAY_MS - HOUR_MS, 0)).toEqual(['nothing_to_show']);
  await makeCreative(accounts, { flightId: flight.id });
  expect(await look(DAY_MS - HOUR_MS, 0)).toEqual([]);
  expect(await look(2 * DAY_MS, 15_000_000)).toEqual(['flight_behind']);
  expect(await look(2 * DAY_MS, 16_500_000)).toEqual(['flight_behind']);
  expect(await look(2 * DAY_MS, 17_500_000)).toEqual([]);
  const approve = (approvedAt: number) =>
    accounts.updateTable('flights').set({ approved_at: approvedAt }).where('id', '=', flight.id).execute();
  await approve(startsAt + 2 * DAY_MS);
  expect(await look(3 * DAY_MS - HOUR_MS, 0)).toEqual([]);
  expect(await look(3 * DAY_MS + HOUR_MS, 0)).toEqual(['flight_behind']);
  expect(await look(4 * DAY_MS, 22_000_000)).toEqual([]);
  await approve(0);
  expect(await look(9 * DAY_MS - HOUR_MS, 92_000_000)).toEqual(['budget_used']);
  expect(await look(9 * DAY_MS + HOUR_MS, 92_000_000)).toEqual(['flight_over']);
});

test('sends no alerts to users of an ended organization', async () => {
  const { accounts, clock } = server;
  const ended = await makeCustomer(accounts, { name: 'Delta Inns' });
  const user = await makeUser(accounts, { role: 'property', customerId: ended.id, email: 'dan@delta.example' });
  expect(await findRecipients(accounts, ended.id)).toMatchObject([{ email: user.email }]);
  await accounts.updateTable('customers').set({ deleted_at: clock.ms }).where('id', '=', ended.id).execute();
  expect(await findRecipients(accounts, ended.id)).toEqual([]);
});

test('keeps ended alerts as long as the contacts that caused them', async () => {
  await hear(outlets);
  await pass(1);
  const kept = async () => (await server.accounts.selectFrom('alerts').select('id').execute()).length;
  const before = await kept();
  await forgetAlerts(server.accounts, server.clock.ms + 300 * DAY_MS);
  expect(await kept()).toBe(before);
  await forgetAlerts(server.accounts, server.clock.ms + 401 * DAY_MS);
  expect(await kept()).toBe((await openRows()).length);
  const made = await server.accounts.selectFrom('alert_calls').select('id').execute();
  expect(made).toEqual([]);
});

test('shows alerts about the installation to administrators only, not to readers of all figures', async () => {
  const row = {
    id: 'z-low',
    cause: 'test/low',
    rule: 'disk_low' as const,
    title: 'The disk is low',
    affected: '[]',
    path: '/admin',
  };
  const open = { raised_at: server.clock.ms, ended_at: null, acknowledged_at: null, mailed_at: null };
  await server.accounts
    .insertInto('alerts')
    .values({ ...row, ...open, customer_id: null })
    .execute();
  const titles = async (headers: Headers) => (await list(headers, '?limit=100')).data.map(({ title }) => title);
  expect(await titles(await server.asRole('admin'))).toContain(row.title);
  expect(await titles(await server.asRole('full'))).not.toContain(row.title);
  await server.accounts.deleteFrom('alerts').where('id', '=', row.id).execute();
});
