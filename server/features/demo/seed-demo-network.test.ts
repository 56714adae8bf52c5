// Played by `npm run test:full` alone.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '#domain/durations.ts';
import { amountMicros, ownerMicros } from '#domain/money.ts';
import { zonedDay } from '#domain/zoned-day.ts';
import { EventsUnavailableError } from '#event-store/events-db.ts';
import { AppError } from '../../http/app-error.ts';
import type { Ingestor } from '../../ingestor.ts';
import { hashAccessKey } from '../../network/access-key.ts';
import { pastOf } from '../../start/past-of.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/create-test-app.ts';
import { sumEarned } from './demo-events-queries.ts';
import { flightsToSpend } from './finish-demo-network.ts';
import { planDay } from './plan-history.ts';
import { planNetwork } from './plan-network.ts';
import { type PlannedOwner, reportingOutlets } from './planned-network.ts';
import { seedDemoNetwork } from './seed-demo-network.ts';

const SEED = 'a seed';
/** A small network, whose history starts before the day on which some outlets change hands. */
const SMALL = { owners: 3, days: 11 };
const network = planNetwork(SEED, TEST_NOW, SMALL);

/** Totals that include the withheld amounts of the few events that a traffic rule finds. */
type Totals = { kind: string; events: string; amount: string; owner: string };

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp();
});
afterAll(() => server.close());

const reports: string[] = [];
const seed = (given: { ingestor?: Ingestor; accounts?: TestApp['accounts']; events?: TestApp['events'] } = {}) =>
  seedDemoNetwork({
    ...server.dependencies,
    past: pastOf(server.events),
    ...given,
    report: (line) => void reports.push(line),
    scale: SMALL,
    seed: SEED,
    pauseMs: 0,
  });

/**
 * Returns stores that each do their work the first time and then report a failure, like a slow store whose answer is
 * too late.
 */
function storesThatAreBusy() {
  const busy = new EventsUnavailableError('The events store took too long to answer.', true);
  const away = new AppError('unavailable', 'Events cannot be stored now.', 5);
  return {
    ingestor: { ...server.ingestor, accept: failingOnce(server.ingestor.accept, away) },
    events: { ...server.events, query: failingOnce(server.events.query, busy) as TestApp['events']['query'] },
  };
}

function failingOnce<Asked extends unknown[], Answer>(ask: (...asked: Asked) => Promise<Answer>, error: Error) {
  let hasFailed = false;
  return async (...asked: Asked): Promise<Answer> => {
    const answer = await ask(...asked);
    if (hasFailed) return answer;
    hasFailed = true;
    throw error;
  };
}

const stored = () =>
  server.events.query<Totals>({
    sql: `SELECT kind, toString(count()) AS events, toString(sum(amount_micros + withheld_micros)) AS amount,
      toString(sum(owner_micros + withheld_owner_micros)) AS owner
            FROM events FINAL GROUP BY kind ORDER BY toString(kind)`,
    scope: { kind: 'all' },
  });

/** Returns the totals according to the plan alone: price, share and owner at the time of each event. */
function planned(): Totals[] {
  const flights = new Map(
    network.sponsors
      .flatMap(({ campaigns }) => campaigns.flatMap((campaign) => campaign.flights))
      .map((flight) => [flight.code, flight]),
  );
  const owners = new Map(network.owners.map((owner) => [owner.id, owner]));
  const outlets = new Map(
    network.owners.flatMap((owner) => owner.outlets.map((outlet) => [outlet.eui, { owner, outlet }])),
  );
  const shareAt = (owner: PlannedOwner | undefined, at: number) =>
    owner?.shares.findLast(({ validFrom }) => validFrom <= at)?.ppm ?? 300_000;
  const totals = (['burn', 'click', 'view'] as const).map((kind) => ({ kind, events: 0, amount: 0, owner: 0 }));
  for (let day = 0; day < SMALL.days; day += 1) {
    for (const event of planDay(network, { seed: SEED, now: TEST_NOW, day, days: SMALL.days })) {
      const total = totals.find(({ kind }) => kind === event.type);
      const place = outlets.get(event.eui);
      if (!total || !place) throw new Error('an event of nobody');
      const at = Date.parse(event.timestamp);
      const before = place.outlet.movedFrom;
      const owner = before && at < before.at ? owners.get(before.customerId) : place.owner;
      const flight = flights.get(event.flight ?? '');
      const price = flight?.prices.findLast(({ validFrom }) => validFrom <= at)?.priceMicros ?? 0;
      const amount = flight ? amountMicros(total.kind, flight.model, price) : 0;
      total.events += 1;
      total.amount += amount;
      total.owner += ownerMicros(amount, shareAt(owner, at));
    }
  }
  return totals.map(({ kind, events, amount, owner }) => ({
    kind,
    events: String(events),
    amount: String(amount),
    owner: String(owner),
  }));
}

const keysFile = () => join(server.config.dataDir, 'demo-keys.json');

describe('the seed', () => {
  test('leaves nothing behind if it is killed while it writes the network', async () => {
    const killed = new Proxy(server.accounts, {
      get: (target, name) => {
        if (name === 'transaction') return () => killedAtCommit(target);
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    await expect(seed({ accounts: killed })).rejects.toThrow('killed');
    expect(await server.accounts.selectFrom('customers').select('id').execute()).toEqual([]);
  });

  test('continues after a kill and ends with every planned event once, to the micro-dollar', async () => {
    let batches = 0;
    const accept: Ingestor['accept'] = async (...args) => {
      const results = await server.ingestor.accept(...args);
      batches += 1;
      // Stored, but not recorded as stored: the same events are sent again.
      if (batches === 3) throw new Error('killed');
      return results;
    };
    await expect(seed({ ingestor: { ...server.ingestor, accept } })).rejects.toThrow('killed');
    server.clock.ms += 3 * DAY_MS;
    await seed(storesThatAreBusy());
    expect(await stored()).toEqual(planned());
    expect(reports).toContain('  The events store took too long to answer. Retrying …');
    expect(reports).toContain('  Events cannot be stored now. Retrying …');
    expect(reports).toContain('Continuing with the demo network …');
  });

  test('marks reporting outlets as seen just now, silent ones as seen earlier, and idle ones as never seen', async () => {
    const rows = await server.accounts.selectFrom('outlets').select(['eui', 'last_seen_at']).execute();
    const seen = new Map(rows.map((row) => [row.eui, row.last_seen_at]));
    expect(reportingOutlets(network).every(({ eui }) => seen.get(eui) === server.clock.ms)).toBe(true);
    const others = network.owners
      .flatMap((owner) => owner.outlets)
      .filter(({ idle, silentFrom }) => idle || silentFrom);
    for (const { eui, idle, silentFrom } of others) {
      if (idle) expect(seen.get(eui)).toBeNull();
      else expect(seen.get(eui) ?? 0).toBeLessThan(silentFrom ?? 0);
    }
  });

  test('writes a key of each reporting outlet to a file that only this user can read', async () => {
    expect(statSync(keysFile()).mode & 0o777).toBe(0o600);
    const { outlets } = JSON.parse(readFileSync(keysFile(), 'utf8')) as { outlets: { eui: string; key: string }[] };
    expect(outlets.map(({ eui }) => eui)).toEqual(reportingOutlets(network).map(({ eui }) => eui));
    const rows = await server.accounts
      .selectFrom('access_keys')
      .innerJoin('outlets', 'outlets.id', 'access_keys.outlet_id')
      .select(['eui', 'key_hash'])
      .execute();
    const hashes = new Map(rows.map((row) => [row.eui, row.key_hash]));
    expect(outlets.every(({ eui, key }) => hashes.get(eui) === hashAccessKey(key))).toBe(true);
  });

  test('has a flight with a spent budget and one with a reached cap, to the micro-dollar', async () => {
    const [spent = '', capped = ''] = flightsToSpend(network, TEST_NOW);
    const rows = await server.accounts
      .selectFrom('flights')
      .select(['id', 'key', 'budget_micros', 'daily_cap_micros'])
      .where('id', 'in', [spent, capped])
      .execute();
    const row = (id: string) => rows.find((one) => one.id === id);
    const today = zonedDay(TEST_NOW, server.config.networkTimeZone).startMs;
    const earned = await sumEarned(
      server.events,
      rows.map(({ key }) => key),
      today,
    );
    const earnedOf = (id: string) => earned.find(({ key }) => key === row(id)?.key);
    expect(earnedOf(spent)?.micros).toBeGreaterThan(0);
    expect(row(spent)?.budget_micros).toBe(earnedOf(spent)?.micros);
    expect(row(capped)?.daily_cap_micros).toBe(earnedOf(capped)?.todayMicros || null);
  });

  test('has customers who object to their invalid events', async () => {
    const rows = await server.accounts
      .selectFrom('objections')
      .innerJoin('outlets', 'outlets.id', 'objections.outlet_id')
      .select(['outlets.key', 'day', 'reason', 'state'])
      .orderBy('state')
      .execute();
    const judged = await server.events.query<{ key: number; day: string; reason: string }>({
      sql: `SELECT DISTINCT device_id AS key, toString(local_day) AS day, toString(invalid) AS reason
        FROM events FINAL WHERE invalid != 'none'`,
      scope: { kind: 'all' },
    });
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['declined', 'open']));
    for (const { state: _, ...row } of rows) expect(judged).toContainEqual(row);
  });

  test('does nothing a second time, even much later', async () => {
    const before = { events: await stored(), keys: readFileSync(keysFile(), 'utf8') };
    server.clock.ms += 90 * DAY_MS;
    await seed();
    expect({ events: await stored(), keys: readFileSync(keysFile(), 'utf8') }).toEqual(before);
  });

  test('creates one demo account of each role, linked to a hotel group and a sponsor', async () => {
    const users = await server.accounts
      .selectFrom('users')
      .leftJoin('customers', 'customers.id', 'users.customer_id')
      .select(['role', 'customers.name'])
      .where('demo', '=', 1)
      .orderBy('role')
      .execute();
    expect(users).toEqual([
      { role: 'admin', name: null },
      { role: 'advertiser', name: 'Brightleaf Coffee' },
      { role: 'property', name: 'Larkspur Hotels' },
    ]);
  });
});

/** Returns a transaction that fails before its last step. */
function killedAtCommit(accounts: TestApp['accounts']) {
  return {
    execute: (work: (transaction: TestApp['accounts']) => Promise<unknown>) =>
      accounts.transaction().execute(async (transaction) => {
        await work(transaction);
        throw new Error('killed');
      }),
  };
}
