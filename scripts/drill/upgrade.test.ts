// Played by `npm run test:full` alone.
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { hasClickhouse, hasPostgres } from '../../server/testing/servers/ask-servers.ts';
import { missesOf } from './drill-report.ts';
import { runDrill } from './run-drill.ts';

const EVENTS = 6_000;

const isBuilt = existsSync('dist/server/main.js');
if (!isBuilt) console.log('upgrade.test.ts is skipped: build the product first (npm run test:full does).');

test.runIf(isBuilt && hasPostgres() && hasClickhouse())(
  'loses, doubles and corrupts nothing during two upgrades, the second of which stops the older version',
  async () => {
    const report = await runDrill({
      setup: 'server',
      kinds: ['upgrade'],
      folder: tmpdir(),
      seed: 'upgrade',
      until: { events: EVENTS },
      perSecond: 500,
      faultSeconds: 0.5,
      isPatient: false,
      say: () => undefined,
    });
    expect(report.faults.map(({ name }) => name)).toEqual([
      'rolling upgrade to the newer version',
      'rolling upgrade to the breaking version',
    ]);
    expect(report.stored.stored).toBeGreaterThan(EVENTS);
    expect([
      ...missesOf(report, false),
      ...report.answers.examples,
      ...report.shown.wrong,
      ...report.closed.wrong,
      ...report.stored.examples,
    ]).toEqual([]);
  },
);
