// Played by `npm run test:full` alone.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '#domain/durations.ts';
import { onEachShard } from '#event-store/each-shard.ts';
import { createSealJob, type SealJob } from '#event-store/seal-job.ts';
import { makeStoredEvent } from '#event-store/testing/make-stored-event.ts';
import { acceptMissingEvents, giveUpMissingEvents } from '../admin/accept-missing-events.ts';
import type { AdminContext } from '../admin/admin-context.ts';
import { checkFigures } from '../admin/check-figures.ts';
import { removeEvents } from '../admin/remove-old-events.ts';
import { createBilling } from '../billing/create-billing.ts';
import { lockDataFolder } from '../databases/data-folder-lock.ts';
import { createFiguresWatch } from '../notices/watch-figures.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../testing/create-test-app.ts';
import { makeCustomer } from '../testing/makers.ts';
import { figuresNote } from './figures-check.ts';
import type { JobRunner } from './job-runner.ts';
import { openMaintenance } from './open-maintenance.ts';
import { removeOldEvents } from './remove-events-job.ts';

let app: TestApp;
let sealJob: SealJob;
let runner: JobRunner;
let unlock: () => void;
let ticking: NodeJS.Timeout;

beforeAll(async () => {
  app = await createTestApp();
  const { accounts, events, ledger, config, gate, dependencies } = app;
  unlock = lockDataFolder(config.dataDir);
  const now = () => app.clock.ms;
  sealJob = createSealJob(events, ledger, now);
  const { live, notices } = dependencies;
  const figures = createFiguresWatch({ sealJob, notices, note: figuresNote(accounts, now), warn: () => undefined });
  const report = (error: unknown) => console.error(error);
  const billing = createBilling({ accounts, events, network: dependencies.network, config, now });
  runner = openMaintenance({ accounts, events, config, sealJob, gate, figures, billing, live, now, report });
  ticking = setInterval(() => void runner.look(), 50);
});
afterAll(async () => {
  clearInterval(ticking);
  await runner.close();
  await sealJob.close();
  unlock();
  await app.close();
});

/** Returns the lines that the command prints, and its refusal. */
async function told(command: (context: AdminContext) => Promise<void>, more: Partial<AdminContext['config']> = {}) {
  const lines: string[] = [];
  const config = { ...app.config, ...more };
  const print = (line: string) => lines.push(line);
  const context = { accounts: app.accounts, config, now: () => app.clock.ms, print };
  const refused = await command(context).then(
    () => null,
    (error: Error) => error.message,
  );
  return { lines, refused };
}
const check = (isDry: boolean) => told((context) => checkFigures(context, isDry));

async function ready(role?: 'admin' | 'property') {
  const headers = role === undefined ? {} : await app.asRole(role);
  return (await app.app.inject({ url: '/api/readyz', headers })).json();
}

test('prints differences exactly by week and customer, reseals them, and reports them to administrators', async () => {
  const { accounts, events } = app;
  const alpha = await makeCustomer(accounts, { name: 'Alpha Hotels' });
  const beta = await makeCustomer(accounts, { name: 'Beta Cafés' });
  const weeks = [12, 12, 12, 20].map((daysAgo, at) =>
    makeStoredEvent({
      eventId: BigInt(at + 1),
      timestampMs: TEST_NOW - daysAgo * DAY_MS,
      amountMicros: 5_001 + at,
      customerKey: at === 1 ? beta.key : alpha.key,
      localDay: '2026-11-09',
    }),
  );
  await events.insert(weeks);
  const up = { accounts: true, events: true, clock: true, schema: true };
  expect(await ready('admin')).toEqual({ status: 'ready', ...up, figures: null, ledger: null });
  await sealJob.runNow();
  expect(await check(false)).toEqual({ lines: ['2 weeks compared: all sums match the events.'], refused: null });

  // The sums of one week are too large for one customer and missing for another. The sums of the other week are too
  // small.
  const { weeks: seals } = await events.seal();
  const [second, first] = [...seals.entries()].sort().map(([, { number }]) => number);
  await onEachShard(events.engine, (rowsOf) => {
    const days = rowsOf('sealed_day');
    return `INSERT INTO ${days} SELECT * FROM ${days} WHERE seal = ${first} AND customer_id = ${beta.key}`;
  });
  await onEachShard(
    events.engine,
    (rowsOf) => `ALTER TABLE ${rowsOf('sealed_day')} DELETE WHERE seal = ${second} SETTINGS mutations_sync = 2`,
  );
  const found = [
    'Week of, customer: events minus sealed sums (money in millionths)',
    "2026-10-26, Alpha Hotels: views +1, clicks 0, burns 0, money +5004, owner's share +1500, energy +25000 mWh (on 1 day)",
    "2026-11-09, Beta Cafés: views -1, clicks 0, burns 0, money -5002, owner's share -1500, energy -25000 mWh (on 1 day)",
  ];
  expect(await check(true)).toEqual({
    lines: found,
    refused: '2 weeks compared: some sums do not match. Run without --dry-run to reseal them.',
  });
  expect((await ready('admin')).figures).toMatchObject({ weeks: 2, differing: 2, repaired: 0, missing: 0 });
  expect(await check(false)).toEqual({
    lines: [...found, '2 weeks compared: sums that did not match were resealed from the events.'],
    refused: null,
  });
  const checked_at = new Date(TEST_NOW).toISOString();
  expect((await ready('admin')).figures).toEqual({ checked_at, weeks: 2, differing: 2, repaired: 2, missing: 0 });
  expect((await app.dependencies.notices.list()).map(({ kind }) => kind)).toEqual(['figures']);
  for (const role of [undefined, 'property'] as const) expect(await ready(role)).toEqual({ status: 'ready', ...up });
  expect(await check(false)).toEqual({ lines: ['2 weeks compared: all sums match the events.'], refused: null });
});

async function remove(options: { months?: number; isDry: boolean }, retentionMonths: number | null = null) {
  const { lines, refused } = await told((context) => removeEvents(context, options), { retentionMonths });
  return { lines: lines.map((line) => line.replace(/\d+ kB/, 'n kB')), refused };
}

test('removes old events by command or every night, never events that outlets may still report, and only whole weeks', async () => {
  const { accounts, events } = app;
  const old = [100, 93, 93, 70].map((daysAgo, at) =>
    makeStoredEvent({ eventId: BigInt(at + 100), timestampMs: TEST_NOW - daysAgo * DAY_MS, localDay: '2026-08-09' }),
  );
  await events.insert(old);
  const forEver = 'Events are kept without limit. Set RETENTION_MONTHS, or use --months.';
  expect(await remove({ isDry: true })).toEqual({ lines: [], refused: forEver });
  expect((await remove({ isDry: true, months: 1 })).refused).toContain(
    'at least 2 months, because outlets report up to 30 days',
  );
  const week = 'Week of 2026-08-10: 1 event, n kB';
  const second = 'Week of 2026-08-17: 2 events, n kB';
  const stay = 'Quarter-hour sums stay, so figures do not change.';
  expect(await remove({ isDry: true }, 3)).toEqual({
    lines: [week, `Would remove 1 event of 1 week (n kB) from before 2026-08-21. ${stay}`],
    refused: null,
  });
  expect(await remove({ isDry: false }, 3)).toEqual({
    lines: [
      week,
      'Removed 1 event of 1 week (n kB) from before 2026-08-21. Disk space is freed some minutes later. All figures are unchanged.',
      'Earlier backups still contain them.',
    ],
    refused: null,
  });
  expect((await remove({ isDry: true, months: 2 })).lines[0]).toBe(second);
  const entry = await accounts.selectFrom('audit_log').selectAll().where('action', '=', 'events.removed').execute();
  expect(entry.map(({ subject, detail }) => [subject, detail])).toEqual([
    ['3 months', JSON.stringify({ months: 3, weeks: 1, events: 1 })],
  ]);

  const lines: string[] = [];
  const nightly = { accounts, events, sealJob, now: () => app.clock.ms, say: (line: string) => lines.push(line) };
  expect(await removeOldEvents({ ...nightly, retentionMonths: null })).toBe(0);
  // According to the shared clock, nothing is due, even if this process's clock is two months ahead.
  const right = app.clock.ms - 60 * DAY_MS;
  expect(await removeOldEvents({ ...nightly, time: async () => right, retentionMonths: 2 })).toBe(0);
  expect(await removeOldEvents({ ...nightly, retentionMonths: 2 })).toBe(3);
  expect(await removeOldEvents({ ...nightly, retentionMonths: 2 })).toBe(0);
  expect(lines).toEqual(['Removed 3 events of 2 weeks (RETENTION_MONTHS). Their sums are kept.']);
  const entries = await accounts.selectFrom('audit_log').selectAll().where('actor', '=', 'retention').execute();
  expect(entries.map(({ action, detail }) => [action, detail])).toEqual([
    ['events.removed', JSON.stringify({ months: 2, weeks: 2, events: 3 })],
  ]);
  expect((await check(false)).refused).toBeNull();

  // A clock that is a year ahead removes no events of a week to which outlets may still add events.
  app.clock.ms += 365 * DAY_MS;
  expect((await remove({ isDry: true, months: 2 })).lines[0]).toMatch(/^There is no whole week/);
  app.clock.ms -= 365 * DAY_MS;
});

test('gives up lost weeks one by one, after showing the cost, and only with a confirmation', async () => {
  const { accounts, events, ledger } = app;
  const lost = [40, 40, 40, 47].map((daysAgo, at) =>
    makeStoredEvent({ eventId: BigInt(at + 50), timestampMs: TEST_NOW - daysAgo * DAY_MS, amountMicros: 1_500_000 }),
  );
  await events.insert(lost);
  await sealJob.runNow();
  await onEachShard(
    events.engine,
    (rowsOf) => `ALTER TABLE ${rowsOf('events')} DELETE WHERE event_id IN (51, 53) SETTINGS mutations_sync = 2`,
  );
  await check(false);
  const [older, newer] = ['2026-10-05', '2026-10-12'];
  const costs = [
    `Week of ${older}: about 1 event of 1 missing, 0 events ($0.00) left. Advertisers would see 1 event and $1.50 less, which only their copy contains.`,
    `Week of ${newer}: about 1 event of 3 missing, 2 events ($3.00) left. Advertisers would see 1 event and $1.50 less, which only their copy contains.`,
  ];
  const giveUp = (asked: Parameters<typeof giveUpMissingEvents>[1]) =>
    told((context) => giveUpMissingEvents(context, asked));
  const unnamed = 'Nothing was discarded. Name the weeks with --week, or select all of them with --all.';
  expect(await giveUp({ weeks: [], isConfirmed: true })).toEqual({ lines: costs, refused: unnamed });
  expect((await giveUp({ weeks: [newer], isConfirmed: false })).lines).toEqual([
    costs[1],
    expect.stringMatching(/^Nothing was discarded\. To continue, run the command again with --yes/),
  ]);
  const other = `The week of 2026-10-19 has no missing events; these weeks do: ${older}, ${newer}.`;
  expect(await giveUp({ weeks: ['2026-10-19'], isConfirmed: true })).toEqual({ lines: [], refused: other });
  expect((await ledger.losses()).some(({ isAccepted, isGivenUp }) => isAccepted || isGivenUp)).toBe(false);

  expect((await giveUp({ weeks: [newer], isConfirmed: true })).lines.slice(1)).toEqual([
    `Accepted: about 1 event of the week of ${newer}.`,
    `Discarded: the remaining events of the week of ${newer} count where they differ, and are removed after RETENTION_MONTHS.`,
  ]);
  expect((await ledger.losses()).map(({ isAccepted, isGivenUp }) => [isAccepted, isGivenUp])).toEqual([
    [false, false],
    [true, true],
  ]);
  expect((await app.dependencies.notices.list()).map(({ kind }) => kind)).toContain('events');
  await told((context) => acceptMissingEvents(context, { weeks: [older] }));
  expect((await app.dependencies.notices.list()).map(({ kind }) => kind)).not.toContain('events');
  expect((await giveUp({ weeks: [], all: true, isConfirmed: true })).refused).toBeNull();
  const audited = await accounts.selectFrom('audit_log').selectAll().where('action', '=', 'events.give-up').execute();
  expect(audited.map(({ subject }) => subject)).toEqual([newer, older]);
});
