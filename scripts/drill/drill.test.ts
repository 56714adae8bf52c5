import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { findClickhouse } from '../../server/testing/servers/clickhouse-cluster.ts';
import { findPostgres } from '../find-postgres.mjs';
import { missesOf } from './drill-report.ts';
import { SETUPS, type Setup } from './open-installation.ts';
import type { FaultKind } from './plan-faults.ts';
import { runDrill } from './run-drill.ts';

/** All kinds on all set-ups, with a million events: `npm run drill`. Here what differs most, with few. */
const SHORT: Partial<Record<Setup, readonly FaultKind[]>> = {
  embedded: ['kill-process', 'freeze-process', 'full-disk'],
  server: ['kill-process', 'seal'],
};
const EVENTS = 3_000;

const isBuilt = existsSync('dist/server/main.js');
const canRun = (setup: Setup) =>
  isBuilt && (setup === 'embedded' || (findPostgres() !== null && findClickhouse() !== null));
if (!isBuilt) console.log('drill.test.ts is skipped: build the product first (npm test does).');

for (const setup of SETUPS) {
  const kinds = SHORT[setup];
  if (kinds === undefined) continue;
  test.runIf(canRun(setup))(`nothing is lost, doubled or wrong after faults (${setup})`, async () => {
    const report = await runDrill({
      setup,
      kinds,
      folder: tmpdir(),
      seed: 'short',
      until: { events: EVENTS },
      perSecond: 2_000,
      faultSeconds: 0.5,
      isPatient: false,
      say: () => undefined,
    });
    expect(report.faults).toHaveLength(kinds.length - report.left.length);
    expect(report.stored.stored).toBeGreaterThan(EVENTS);
    expect(report.shown.compared).toBeGreaterThan(300);
    expect(missesOf(report, false)).toEqual([]);
  });
}
