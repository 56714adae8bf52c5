import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSealJob } from '#event-store/seal-job.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { setCursor } from '../../audit-stream/stream-queries.ts';
import { noteTurn } from '../../databases/accounts/job-lease.ts';
import { measureSeals } from '../../metrics/measure-jobs.ts';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';
import { makeCustomer, makeKey, makeOutlet, makeVenue } from '../../testing/makers.ts';

const TOKEN = 'k7Qw-2hXv.9tLr_4mBz~8sNc+1pJd/6gFy=';
const SECRET_NAME = 'Harbour Hotels Confidential';

let server: TestApp;
let key: string;
let eui: string;

beforeAll(async () => {
  server = await createTestApp({
    env: { METRICS_TOKEN: TOKEN, AUDIT_STREAM_URL: 'https://siem.example/', AUDIT_STREAM_SECRET: TOKEN },
  });
  const { accounts } = server;
  const { id: customerId } = await makeCustomer(accounts, { name: SECRET_NAME });
  const { id: venueId } = await makeVenue(accounts, { customerId });
  const outlet = await makeOutlet(accounts, { customerId, venueId });
  eui = outlet.eui;
  key = (await makeKey(accounts, { outletId: outlet.id })).key;
});
afterAll(() => server.close());

const read = () => server.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } });

/** Returns the value of the line with this name and these labels, or 0 if there is none. */
async function readValue(series: string): Promise<number> {
  const line = (await read()).body.split('\n').find((one) => one.startsWith(`${series} `));
  return Number(line?.split(' ')[1] ?? 0);
}

/** Returns the change of each series during the work. */
async function moves(work: () => Promise<unknown>, ...series: string[]): Promise<number[]> {
  const before = await Promise.all(series.map(readValue));
  await work();
  const after = await Promise.all(series.map(readValue));
  return after.map((value, at) => value - (before[at] ?? 0));
}

const send = (events: readonly object[]) =>
  server.app.inject({
    method: 'POST',
    url: '/api/ingest/events',
    payload: events,
    headers: { authorization: `Bearer ${key}` },
  });
const view = (over: object = {}) => ({ id: uuid(), type: 'view', eui, timestamp: '2026-11-21T11:59:00Z', ...over });

test('returns the process, the stores and the build in the text format of Prometheus', async () => {
  const { statusCode, headers, body } = await read();
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(headers['cache-control']).toBe('no-store');
  expect(body).toContain('voltboard_store_up{store="accounts"} 1');
  expect(body).toContain('voltboard_store_up{store="events"} 1');
  const { databaseUrl, clickhouseUrl } = server.dependencies.config;
  const [build = ''] = /^voltboard_build_info\{.*$/m.exec(body) ?? [];
  expect(build).toMatch(
    /^voltboard_build_info\{version="0\.0\.0-test",node="v[\d.]+",accounts="\w+",events="\w+"\} 1$/,
  );
  expect(build).toContain(clickhouseUrl === null ? 'events="embedded"' : 'events="clickhouse"');
  for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds', 'process_open_fds'])
    expect(body).toMatch(new RegExp(`^${name} [\\d.e+-]+$`, 'm'));
  // The metrics omit a folder without a store.
  const hasStore = databaseUrl === null || clickhouseUrl === null;
  expect((await readValue('voltboard_data_folder_free_bytes')) > 0).toBe(hasStore);
});

test('shows how many audit entries wait for the receiver of the stream, and how long', async () => {
  const { accounts, now } = server.dependencies;
  const { seq } = await accounts.selectFrom('audit_chain').select('seq').executeTakeFirstOrThrow();
  await setCursor(accounts, seq);
  expect(await readValue('voltboard_audit_stream_lag_seconds')).toBe(0);
  const who = { actorId: null, actor: 'command line', ip: '', subject: 'x', detail: {}, action: 'thing.done' };
  for (const ago of [90_000, 30_000]) await writeAudit(accounts, { ...who, at: now() - ago });
  expect(await readValue('voltboard_audit_stream_waiting_entries')).toBe(2);
  expect(await readValue('voltboard_audit_stream_lag_seconds')).toBe(90);
});

test('shows the age of the newest backup, and recurring jobs that failed', async () => {
  const { accounts, now } = server.dependencies;
  const who = { actorId: null, actor: 'command line', ip: '', subject: '/backups/one', detail: {} };
  await writeAudit(accounts, { ...who, at: now() - 7_200_000, action: 'installation.backed-up' });
  expect(await readValue('voltboard_last_backup_seconds')).toBe(7_200);
  const turn = { begunAt: now(), endedAt: now() };
  await noteTurn(accounts, { ...turn, job: 'closing months', failure: null });
  await noteTurn(accounts, { ...turn, job: 'making a backup', failure: 'The disk is full.' });
  const { body } = await read();
  expect(body).toContain('voltboard_job_failed{name="closing months"} 0');
  expect(body).toContain('voltboard_job_failed{name="making a backup"} 1');
  expect(body).not.toContain('The disk is full');
});

test('counts events of outlets by result', async () => {
  const stored = view();
  const counts = await moves(
    () => send([stored, view({ timestamp: 'never' }), view({ id: uuid(), type: 'click', view_id: uuid() })]),
    'voltboard_ingest_events_total{result="accepted",reason=""}',
    'voltboard_ingest_events_total{result="refused",reason="bad_timestamp"}',
    'voltboard_ingest_events_total{result="later",reason="unknown_view"}',
    'voltboard_insert_group_events_sum',
    'voltboard_insert_duration_seconds_count{result="stored"}',
  );
  expect(counts).toEqual([1, 1, 1, 1, 1]);
  const again = await moves(
    () => send([stored]),
    'voltboard_ingest_events_total{result="duplicate",reason=""}',
    'voltboard_insert_group_events_sum',
  );
  expect(again).toEqual([1, 0]);
  expect(await readValue('voltboard_ingest_pending_events')).toBe(0);
});

test('counts requests by route pattern, and all unknown paths as one', async () => {
  const admin = await server.asRole('admin');
  const calls = await moves(
    async () => {
      await server.app.inject({ url: `/api/list/devices/${eui}/views`, headers: admin });
      for (const path of ['/api/invented/1', '/api/invented/2', '/invented/3']) await server.app.inject(path);
      await server.app.inject({ method: 'PROPFIND', url: '/invented/4' });
    },
    'voltboard_http_request_duration_seconds_count{method="GET",route="/api/list/devices/:eui/views",status="2xx"}',
    'voltboard_http_request_duration_seconds_count{method="GET",route="none",status="4xx"}',
    'voltboard_http_request_duration_seconds_count{method="other",route="none",status="4xx"}',
  );
  expect(calls).toEqual([1, 3, 1]);
});

test('counts a live page while it is open', async () => {
  const headers = await server.asRole('admin');
  const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const leaving = new AbortController();
  await fetch(`${address}/api/list/live`, { headers, signal: leaving.signal });
  expect(await readValue('voltboard_live_streams')).toBe(1);
  leaving.abort();
  await expect.poll(() => readValue('voltboard_live_streams')).toBe(0);
});

test('the age of the seal decreases when closed days are sealed, and a failed run is counted', async () => {
  await send([view({ id: uuid(), timestamp: '2026-11-10T10:00:00Z' })]);
  const job = measureSeals(
    createSealJob(server.events as never, server.ledger, server.dependencies.now),
    server.dependencies.metrics,
  );
  const [sealed, age] = await moves(
    () => job.runNow(),
    'voltboard_seal_runs_total{result="sealed"}',
    'voltboard_seal_age_seconds',
  );
  expect(sealed).toBe(1);
  expect(age).toBeLessThan(0);
  expect(await readValue('voltboard_seal_age_seconds')).toBe(3.5 * 86_400);
  await job.close();
  const failed = await moves(() => job.runNow().catch(() => null), 'voltboard_seal_runs_total{result="failed"}');
  expect(failed).toEqual([1]);
});

test('shows waiting mails and notices of administrators', async () => {
  const { notices, mail, accounts, metrics } = server.dependencies;
  expect(metrics).not.toBeNull();
  await notices.raise('disk', 'nearly full');
  expect(await readValue('voltboard_notice{kind="disk"}')).toBe(1);
  await notices.end('disk');
  expect(await readValue('voltboard_notice{kind="disk"}')).toBe(0);
  expect(mail.isDelivered).toBe(false);
  await server.app.inject({
    method: 'POST',
    url: '/api/auth/send-password-reset-email',
    payload: { email: (await accounts.selectFrom('users').select('email').executeTakeFirstOrThrow()).email },
  });
  await expect.poll(() => readValue('voltboard_mails{status="held"}')).toBe(1);
});

test('contains nothing about customers, people or outlets', async () => {
  const { body } = await read();
  const users = await server.accounts.selectFrom('users').select(['id', 'email']).execute();
  const secrets = [
    SECRET_NAME,
    eui,
    key,
    TOKEN,
    server.config.dataDir,
    ...users.flatMap(({ id, email }) => [id, email]),
  ];
  for (const secret of secrets) expect(body.toLowerCase()).not.toContain(secret.toLowerCase());
});

test('shows an unreachable store as down, omits its values, and returns the rest', async () => {
  const { accounts } = server;
  await accounts.destroy();
  const { statusCode, body } = await read();
  expect(statusCode).toBe(200);
  expect(body).toContain('voltboard_store_up{store="accounts"} 0');
  expect(body).not.toMatch(/^voltboard_mails\{/m);
  expect(body).toMatch(/^voltboard_http_request_duration_seconds_count/m);
});
