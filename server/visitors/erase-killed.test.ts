// Played by `npm run test:full` alone.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { DAY_MS } from '#domain/durations.ts';
import type { EventsStore } from '#event-store/events-store.ts';
import { openEvents } from '#event-store/open-events.ts';
import { createSealJob } from '#event-store/seal-job.ts';
import { createRandom, randomEvent, readByOutlet, sumByOutlet } from '#event-store/testing/event-oracle.ts';
import { readConfig } from '../config/config.ts';
import { createSealLedger } from '../databases/accounts/create-seal-ledger.ts';
import { raiseNumbers } from '../databases/accounts/installation-facts.ts';
import { openMigrated } from '../databases/accounts/testing/open-engines.ts';
import { workHere } from '../maintenance/work-here.ts';
import { openConfig } from '../start/installation-secret.ts';
import { askProgram } from '../testing/servers/ask-servers.ts';

const START_MS = Date.UTC(2026, 5, 1);
/**
 * The steps at which the process is killed: during the first statement, after the second, and when everything is done.
 * There are two steps around the list. Each statement has two steps: one during it and one after it.
 */
const STEPS = [3, 6, 9];
const dataDir = mkdtempSync(join(tmpdir(), 'voltboard-erase-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const visitorOf = (round: number) => String(round + 1).padStart(32, '0');

const LEFT = `SELECT
  (SELECT count() FROM events WHERE lower(hex(fingerprint)) = {visitor:String}) AS raw,
  (SELECT count() FROM events_by_campaign WHERE visitor = sipHash64(toFixedString(unhex({visitor:String}), 16))) AS copies,
  (SELECT countIf(arrayExists(view -> lower(hex(view.3)) = {visitor:String}, last)) FROM device_recent) AS recent`;
const left = (events: EventsStore, visitor: string) =>
  events.query({ sql: LEFT, params: { visitor }, scope: { kind: 'all' } });

test('the next start completes an erasure that was killed at any step, without a changed figure', async () => {
  const accounts = await openMigrated(dataDir);
  const settings = readConfig({ DATA_DIR: dataDir, DEMO: 'off' });
  const config = await openConfig({ settings, accounts, now: Date.now });
  await raiseNumbers(accounts, { customers: 99, outlets: 99, campaigns: 99, flights: 999 });
  const ledger = createSealLedger(accounts);
  const random = createRandom(5);
  const rows = [...Array(2_000).keys()].map((id) => randomEvent(random, id, START_MS, START_MS + 20 * DAY_MS));
  const opened = async (work: (events: EventsStore) => Promise<void>) => {
    const events = await openEvents({ dataDir }, ledger);
    await work(events).finally(() => events.close());
  };
  await opened(async (events) => {
    await events.insert(rows);
    await createSealJob(events, ledger, Date.now).runNow();
    expect(await left(events, visitorOf(0))).not.toEqual([{ raw: '0', copies: '0', recent: '0' }]);
  });

  for (const [round, step] of STEPS.entries()) {
    const args = [await askProgram('erase-until-killed'), dataDir, visitorOf(round), String(step)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
    const report = (error: unknown) => console.error(error);
    expect(await workHere({ accounts, config, now: Date.now, report }, (runner) => runner.look())).toBe(true);
    const jobs = await accounts.selectFrom('maintenance_jobs').select(['state', 'payload']).execute();
    expect(jobs).toEqual(Array(round + 1).fill({ state: 'done', payload: '' }));
    await opened(async (events) => {
      expect(await left(events, visitorOf(round)), `round ${round}`).toEqual([{ raw: '0', copies: '0', recent: '0' }]);
      for (const rollup of ['device_total', 'sealed_day'] as const)
        expect(await readByOutlet(events, rollup)).toEqual(sumByOutlet(rows));
    });
  }
  const entries = await accounts
    .selectFrom('audit_log')
    .select('detail')
    .where('action', '=', 'visitor.erased')
    .execute();
  const counts = STEPS.map((_, round) => rows.filter((row) => row.fingerprint === visitorOf(round)).length);
  expect(entries.map(({ detail }) => JSON.parse(detail).events)).toEqual(counts);
  await accounts.destroy();
});
