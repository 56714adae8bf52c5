// Played by `npm run test:full` alone.
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { missesOf } from './drill-report.ts';
import type { FaultKind } from './plan-faults.ts';
import { runDrill } from './run-drill.ts';

/**
 * The kinds of faults in this test, which uses the setup of `npm start` with few events. `npm run drill` runs all kinds
 * on all setups with a million events.
 */
const KINDS: readonly FaultKind[] = ['kill-process', 'freeze-process', 'full-disk'];
const EVENTS = 10_000;

const isBuilt = existsSync('dist/server/main.js');
if (!isBuilt) console.log('drill.test.ts is skipped: build the product first (npm run test:full does).');

test.runIf(isBuilt)('loses, doubles and corrupts nothing after faults', async () => {
  const report = await runDrill({
    setup: 'embedded',
    kinds: KINDS,
    folder: tmpdir(),
    seed: 'short',
    until: { events: EVENTS },
    perSecond: 2_000,
    faultSeconds: 0.5,
    isPatient: false,
    say: () => undefined,
  });
  expect(report.faults).toHaveLength(KINDS.length - report.left.length);
  expect(report.stored.stored).toBeGreaterThan(EVENTS);
  expect(report.plays).toBeGreaterThan(EVENTS / 1_000);
  // Each owner and advertiser has documents of at least one month.
  expect(report.closed.lines).toBeGreaterThanOrEqual(10);
  expect(report.shown.compared).toBeGreaterThan(300);
  // Compare the exact problems instead of their number, because a drill cannot be repeated identically.
  expect([
    ...missesOf(report, false),
    ...report.shown.wrong,
    ...report.closed.wrong,
    ...report.stored.examples,
  ]).toEqual([]);
});
