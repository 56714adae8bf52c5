// Played by `npm run test:full` alone.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withJobLease } from '../../databases/accounts/job-lease.ts';
import { pastOf } from '../../start/past-of.ts';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';
import { canRun } from '../../testing/test-stores.ts';
import { countCustomers } from './demo-queries.ts';
import { planNetwork } from './plan-network.ts';
import { seedDemoNetwork } from './seed-demo-network.ts';

const SCALE = { owners: 3, days: 2 };
const SEED = 'in turn';

describe.skipIf(!canRun('server'))('a demo on servers', () => {
  let server: TestApp;
  beforeAll(async () => {
    server = await createTestApp({ stores: 'server', env: { DEMO: 'on' } });
  });
  afterAll(() => server.close());

  test('is created once if several processes start at the same moment', async () => {
    const said: string[] = [];
    const begin = () => {
      const make = () =>
        seedDemoNetwork({
          ...server.dependencies,
          past: pastOf(server.events),
          scale: SCALE,
          seed: SEED,
          report: (line) => said.push(line),
        });
      return withJobLease(server.accounts, 'demo', make, () => said.push('waiting'));
    };
    await Promise.all([begin(), begin(), begin()]);
    expect(said.toSorted()).toEqual(['Creating the demo network …', 'waiting', 'waiting']);
    const planned = planNetwork(SEED, server.clock.ms, SCALE);
    expect(await countCustomers(server.accounts)).toBe(planned.owners.length + planned.sponsors.length);
  });
});
