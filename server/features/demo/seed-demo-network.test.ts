import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { planDay } from './plan-history.ts';
import { planNetwork } from './plan-network.ts';
import { DAY_MS } from './planned-network.ts';
import { seedDemoNetwork } from './seed-demo-network.ts';

const SEED = 'a seed';
const SMALL = { owners: 4, days: 30 };

describe('the planned network', () => {
  const network = planNetwork(SEED, TEST_NOW);

  test('is the same for the same seed and another for another', () => {
    expect(planNetwork(SEED, TEST_NOW)).toEqual(network);
    expect(planNetwork('another seed', TEST_NOW)).not.toEqual(network);
    const day = { seed: SEED, now: TEST_NOW, day: 3, days: 30 };
    expect(planDay(network, day)).toEqual(planDay(network, day));
  });

  test('has at least 60 customers with about 1,200 outlets, and 12 advertisers with 40 campaigns', () => {
    const outlets = network.owners.flatMap((owner) => owner.outlets);
    expect(network.owners.length).toBeGreaterThanOrEqual(60);
    expect(outlets.length).toBeGreaterThan(1_150);
    expect(outlets.length).toBeLessThan(1_300);
    expect(new Set(outlets.map(({ eui }) => eui)).size).toBe(outlets.length);
    expect(outlets.some(({ lat }) => lat === null)).toBe(true);
    expect(new Set(network.owners.map(({ category }) => category)).size).toBe(7);
    expect(network.sponsors).toHaveLength(12);
    expect(network.sponsors.flatMap(({ campaigns }) => campaigns)).toHaveLength(40);
  });

  test('has about half a million views in its month', () => {
    const days = [2, 9, 15, 21, 27].map((day) => planDay(network, { seed: SEED, now: TEST_NOW, day, days: 30 }));
    const views = days.flat().filter(({ type }) => type === 'view').length / days.length;
    expect(views * 30).toBeGreaterThan(400_000);
    expect(views * 30).toBeLessThan(650_000);
  });
});

describe('the seed', () => {
  let server: TestApp;
  beforeAll(async () => {
    server = await createTestApp();
  });
  afterAll(() => server.close());

  const seed = (ingestor = server.ingestor) =>
    seedDemoNetwork({ ...server.dependencies, ingestor, report: () => undefined, scale: SMALL, seed: SEED });
  const count = async () => {
    const rows = await server.events.query<{ kind: string; events: string }>({
      sql: 'SELECT kind, toString(count()) AS events FROM events FINAL GROUP BY kind ORDER BY kind',
      scope: { kind: 'all' },
    });
    return Object.fromEntries(rows.map(({ kind, events }) => [kind, Number(events)]));
  };

  test('carries on after it was interrupted and ends with every planned event once', async () => {
    let batches = 0;
    const interrupted = {
      ...server.ingestor,
      accept: (...args: Parameters<typeof server.ingestor.accept>) => {
        batches += 1;
        if (batches === 12) throw new Error('killed');
        return server.ingestor.accept(...args);
      },
    };
    await expect(seed(interrupted)).rejects.toThrow('killed');
    await seed();
    const network = planNetwork(SEED, TEST_NOW, SMALL);
    const oldest = new Date(TEST_NOW - 30 * DAY_MS + 30 * 60_000).toISOString();
    const planned = Array.from({ length: 30 }, (_, day) =>
      planDay(network, { seed: SEED, now: TEST_NOW, day, days: 30 }),
    ).flat();
    const kept = planned.filter(({ timestamp }) => timestamp >= oldest);
    const expected = (kind: string) => kept.filter(({ type }) => type === kind).length;
    expect(await count()).toEqual({ view: expected('view'), click: expected('click'), burn: expected('burn') });
  });

  test('does nothing a second time, and the demo accounts can sign in where the demo is on', async () => {
    const before = await count();
    await seed();
    expect(await count()).toEqual(before);
    const users = await server.accounts
      .selectFrom('users')
      .select(['role', 'customer_id'])
      .where('demo', '=', 1)
      .execute();
    expect(users.map(({ role }) => role).sort()).toEqual(['admin', 'advertiser', 'property']);
    expect(users.filter(({ customer_id: id }) => id === null)).toHaveLength(1);
  });
});
