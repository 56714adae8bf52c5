// Played by `npm run test:full` alone.
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import { createSealJob, type SealJob } from '#event-store/seal-job.ts';
import { eraseVisitor } from '../admin/program.ts';
import { createBilling } from '../billing/create-billing.ts';
import { lockDataFolder } from '../databases/data-folder-lock.ts';
import type { JobRunner } from '../maintenance/job-runner.ts';
import { openMaintenance } from '../maintenance/open-maintenance.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../testing/create-test-app.ts';
import { makeCustomer, makeKey, makeOutlet } from '../testing/makers.ts';
import { NO_FINGERPRINT } from './visitor-gate.ts';

const EUI = '00000000000000e1';
const VISITOR = 'fee1dead0badc0de5afe0ddba11f00d5';
const OTHER = '0123456789abcdef0123456789abcdef';
const VIEWS = `/list/devices/${EUI}/views`;

let test_: TestApp;
let key: string;
let admin: { authorization: string };
let sealJob: SealJob;
let runner: JobRunner;
let unlock: () => void;
let ticking: NodeJS.Timeout;

beforeAll(async () => {
  test_ = await createTestApp();
  const { accounts, events, ledger, config, clock, gate, dependencies } = test_;
  const { id: customerId } = await makeCustomer(accounts, { name: 'Alpha' });
  const outlet = await makeOutlet(accounts, { customerId, eui: EUI });
  key = (await makeKey(accounts, { outletId: outlet.id })).key;
  admin = await test_.asRole('admin');
  // As in a running server, the folder is locked, and the runner looks for jobs continuously.
  unlock = lockDataFolder(config.dataDir);
  const now = () => clock.ms;
  sealJob = createSealJob(events, ledger, now);
  const { live } = dependencies;
  const report = (error: unknown) => console.error(error);
  runner = openMaintenance({
    figures: { check: sealJob.compareNow },
    billing: createBilling({ accounts, events, network: dependencies.network, config, now }),
    accounts,
    events,
    config,
    sealJob,
    gate,
    live,
    now,
    report,
  });
  ticking = setInterval(() => void runner.look(), 50);
});
afterAll(async () => {
  clearInterval(ticking);
  await runner.close();
  await sealJob.close();
  unlock();
  await test_.close();
});

const view = (daysAgo: number, fingerprint: string) => ({
  id: randomUUID(),
  type: 'view',
  eui: EUI,
  fingerprint,
  ip: '203.0.113.77',
  cryptic: `token-${daysAgo}`,
  timestamp: new Date(TEST_NOW - daysAgo * DAY_MS - MINUTE_MS).toISOString(),
});

async function send(events: readonly object[]) {
  const url = '/api/ingest/events';
  const answer = await test_.app.inject({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${key}` },
    payload: [...events],
  });
  return answer.json<{ results: { status: string }[] }>().results.map(({ status }) => status);
}

const get = async (url: string) => (await test_.app.inject({ url: `/api${url}`, headers: admin })).json();
const seen = async () => (await get(VIEWS)).data.map((each: { fingerprint: string }) => each.fingerprint);

/** Returns the output of the command. */
async function erase(fingerprint: string): Promise<string> {
  const lines: string[] = [];
  const { accounts, config, clock } = test_;
  await eraseVisitor({ accounts, config, now: () => clock.ms, print: (line) => lines.push(line) }, fingerprint);
  return lines.join('\n');
}

const sent = [view(0, VISITOR), view(1, OTHER), view(9, VISITOR), view(20, VISITOR), view(25, OTHER)];

test('a command erases a visitor everywhere while the server runs, and no figure changes', async () => {
  expect(await send(sent)).toEqual(Array(5).fill('accepted'));
  await sealJob.runNow();
  expect(await seen()).toEqual([VISITOR, OTHER, VISITOR, VISITOR, OTHER]);
  const figures = await get('/list');

  expect(await erase(VISITOR.toUpperCase())).toMatch(
    /^Erased the fingerprint, address and play token of 3 events\. All figures are unchanged/,
  );
  expect(await seen()).toEqual(['', OTHER, '', '', OTHER]);
  const withoutViews = ({ data }: { data: object[] }) =>
    JSON.parse(
      JSON.stringify(data, (name, value) => (name === 'views' && Array.isArray(value) ? value.length : value)),
    );
  expect(withoutViews(await get('/list'))).toEqual(withoutViews(figures));
  const popup = JSON.stringify(await get('/list'));
  expect(popup).not.toContain(VISITOR);
  expect(popup).not.toContain('token-9');
});

test('late or repeated events do not restore the visitor, and still count', async () => {
  const before = (await get(VIEWS)).views_total;
  expect(await send(sent)).toEqual(Array(5).fill('duplicate'));
  expect(await send([view(2, VISITOR), view(15, VISITOR)])).toEqual(['accepted', 'accepted']);
  await sealJob.runNow();
  expect(await seen()).not.toContain(VISITOR);
  expect((await get(VIEWS)).views_total).toBe(before + 2);
  const rows = await test_.events.query<{ ip: string; cryptic: string }>({
    sql: `SELECT toString(ip) AS ip, cryptic FROM events FINAL WHERE fingerprint = toFixedString('', 16) OR cryptic IN ('token-2', 'token-15')`,
    scope: { kind: 'all' },
  });
  expect(rows).toEqual(Array(5).fill({ ip: '::', cryptic: '' }));
});

test('the accounts store contains the fingerprint nowhere, and the log records when but not who', async () => {
  const entries = await test_.accounts
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'visitor.erased')
    .execute();
  expect(entries).toMatchObject([{ actor: 'command line', detail: '{"events":3}' }]);
  if (process.env.TEST_DATABASE_URL) return;
  const { dataDir } = test_.config;
  for (const file of readdirSync(dataDir).filter((name) => name.startsWith('accounts.sqlite')))
    expect(readFileSync(join(dataDir, file)).toString('latin1').toLowerCase(), file).not.toContain(VISITOR);
});

test('the mutations that the events store keeps do not name the erased visitor', async () => {
  const kept = await test_.events.query<{ command: string }>({
    sql: `SELECT lower(command) AS command FROM system.mutations WHERE database = currentDatabase()`,
    scope: { kind: 'all' },
  });
  expect(kept.length).toBeGreaterThan(2);
  expect(kept.filter(({ command }) => command.includes(VISITOR))).toEqual([]);
});

test('a second run finds nothing, and an invalid fingerprint is rejected', async () => {
  expect(await erase(VISITOR)).toMatch(/^No stored event has/);
  for (const wrong of ['', 'abc', NO_FINGERPRINT, `${VISITOR}0`, "' OR 1=1 --"])
    await expect(erase(wrong), wrong).rejects.toThrow(/^A fingerprint has 32 hex/);
});
