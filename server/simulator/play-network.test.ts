// Played by `npm run test:full` alone.
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../app.ts';
import { createTestApp, type TestApp } from '../testing/create-test-app.ts';
import { makeCampaign, makeCreative, makeCustomer, makeFlight, makeKey, makeOutlet } from '../testing/makers.ts';
import type { KeysFile } from './keys-file.ts';
import { type Play, type Playing, playNetwork } from './play-network.ts';

let server: TestApp;
let front: FastifyInstance | undefined;
let playing: Playing | undefined;
let keys: KeysFile;
let gatewayKey: string;

beforeAll(async () => {
  server = await createTestApp();
  const { accounts } = server;
  const owner = await makeCustomer(accounts);
  const sponsor = await makeCustomer(accounts, { kind: 'advertiser' });
  const campaign = await makeCampaign(accounts, { customerId: sponsor.id });
  const flight = await makeFlight(accounts, {
    plain: false,
    campaignId: campaign.id,
  });
  await makeCreative(accounts, { flightId: flight.id });
  const outlets = [];
  for (let count = 0; count < 5; count += 1) {
    const { id, eui } = await makeOutlet(accounts, { customerId: owner.id });
    outlets.push({ eui, key: (await makeKey(accounts, { outletId: id })).key });
  }
  gatewayKey = (await makeKey(accounts, { customerId: owner.id })).key;
  keys = { flights: [{ code: flight.code, startsAt: 0, endsAt: 9e12, anywhere: true }], outlets };
});
afterEach(async () => {
  await playing?.stop();
  await front?.close();
});
afterAll(() => server.close());

/**
 * Starts the server again on the same stores, as after a restart. While `cutAnswers` returns true, connections are cut
 * after events are stored.
 */
async function listen(port = 0, cutAnswers: () => boolean = () => false): Promise<number> {
  front = await buildApp(server.dependencies, { version: 'test', webFolder: server.config.dataDir });
  front.addHook('onSend', async (request) => {
    if (request.method === 'POST' && cutAnswers()) request.raw.socket.destroy();
  });
  await front.listen({ port, host: '127.0.0.1' });
  const address = front.server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

function play(port: number, given: Partial<Play> = {}): Playing {
  server.clock.ms = Date.now();
  playing = playNetwork({ url: `http://127.0.0.1:${port}`, keys, rate: 60, outlets: 5, haste: 50, ...given });
  return playing;
}

const storedEvents = async () => {
  const [row] = await server.events.query<{ events: string; ids: string }>({
    sql: 'SELECT toString(count()) AS events, toString(uniqExact(event_id)) AS ids FROM events FINAL',
    scope: { kind: 'all' },
  });
  return { events: Number(row?.events), ids: Number(row?.ids) };
};

/** Waits until at least this number of events of the given run is acknowledged. */
const acknowledged = ({ tally }: Playing, least: number) =>
  expect.poll(() => tally.accepted).toBeGreaterThanOrEqual(least);

test('outlets come online, and every reported view, click and burn is stored', async () => {
  const played = play(await listen());
  await acknowledged(played, 150);
  await played.stop(20_000);
  expect(played.tally).toMatchObject({ rejected: 0, failures: 0, dropped: 0, lastReason: '' });
  expect(played.waiting()).toBe(0);
  const seen = await server.accounts.selectFrom('outlets').select('last_seen_at').execute();
  expect(seen.every(({ last_seen_at: at }) => at !== null)).toBe(true);
  const kinds = await server.events.query<{ kind: string; sponsored: string; played: string }>({
    sql: `SELECT kind, toString(countIf(flight_id > 0)) AS sponsored, toString(countIf(startsWith(cryptic, 'vp1'))) AS played
          FROM events FINAL GROUP BY kind ORDER BY toString(kind)`,
    scope: { kind: 'all' },
  });
  expect(kinds.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['burn', 'view']));
  expect(kinds.every(({ sponsored, played }) => Number(sponsored) > 0 && Number(played) > 0)).toBe(true);
});

test('a server that goes away and returns gets everything, and nothing twice', async () => {
  const before = await storedEvents();
  const port = await listen();
  const played = play(port);
  await acknowledged(played, 50);
  await front?.close();
  await expect.poll(() => played.waiting()).toBeGreaterThan(40);
  await expect.poll(() => played.tally.failures).toBeGreaterThan(5);
  let answers = 0;
  // Every third response is lost after its events were stored.
  await listen(port, () => ++answers % 3 === 0);
  await acknowledged(played, 200);
  await played.stop(20_000);
  const { accepted, duplicate, rejected, dropped } = played.tally;
  expect({ rejected, dropped, waiting: played.waiting() }).toEqual({ rejected: 0, dropped: 0, waiting: 0 });
  expect(duplicate).toBeGreaterThan(0);
  const after = await storedEvents();
  expect(after.ids).toBe(after.events);
  // Heartbeats are accepted but not stored. Stored events whose response was lost were acknowledged as duplicates.
  expect(after.events - before.events).toBeLessThanOrEqual(accepted + duplicate);
  expect(after.events - before.events).toBeGreaterThan(150);
});

test('behind a gateway, outlets need no key of their own', async () => {
  const bare = { ...keys, outlets: keys.outlets.map(({ eui }) => ({ eui })) };
  const port = await listen();
  const played = play(port, { keys: bare, gatewayKey });
  await acknowledged(played, 50);
  expect(played.tally).toMatchObject({ rejected: 0, failures: 0 });
  expect(() => play(port, { keys: bare })).toThrow(/^The outlet [0-9a-f]{16} has no key/);
});
