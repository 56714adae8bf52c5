import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { IngestAnswer, OutletEvent } from '#contract/ingest.ts';
import type { ServeAnswer, ServedPlay } from '#contract/serve.ts';
import { createSealLedger } from '../../databases/accounts/create-seal-ledger.ts';
import { openAccounts } from '../../databases/accounts/open-accounts.ts';
import { openMigrated } from '../../databases/accounts/testing/open-engines.ts';
import { openEvents } from '../../databases/events/open-events.ts';
import { seededRandom } from '../../lib/seeded-random.ts';
import { eventually } from '../../testing/eventually.ts';
import { makeCampaign, makeCreative, makeCustomer, makeFlight, makeKey, makeOutlet } from '../../testing/makers.ts';
import { byLength } from '../../testing/test-length.ts';
import { type ServerProcess, startServerProcess } from '../ingest/testing/start-server-process.ts';

const ROUNDS = byLength(1, 3);
const WRITERS = 64;
const PRICE = 1_000;
/** Of the plays that it holds most are asked for in each round. */
const PLAYS = 400 * ROUNDS;
const LOST = Symbol('no answer');

async function layNetwork(dataDir: string) {
  const accounts = await openMigrated(dataDir);
  const owner = await makeCustomer(accounts);
  const outlets = [];
  for (let count = 0; count < 8; count += 1) outlets.push((await makeOutlet(accounts, { customerId: owner.id })).eui);
  const { key } = await makeKey(accounts, { customerId: owner.id });
  const advertiser = await makeCustomer(accounts, { kind: 'advertiser' });
  const campaign = await makeCampaign(accounts, { customerId: advertiser.id });
  const terms = { model: 'flat', priceMicros: PRICE, budgetMicros: PLAYS * PRICE + PRICE - 1 } as const;
  const flight = await makeFlight(accounts, { campaignId: campaign.id, ...terms });
  await accounts.updateTable('flights').set({ pacing: 'fast' }).where('id', '=', flight.id).execute();
  await makeCreative(accounts, { flightId: flight.id });
  await accounts.destroy();
  return { key, outlets, code: flight.code };
}

async function post<Answer>(url: string, key: string, body: unknown): Promise<Answer | typeof LOST> {
  try {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
    return (await response.json()) as Answer;
  } catch (error) {
    if (error instanceof TypeError) return LOST;
    throw error;
  }
}

const viewOf = ({ id, token }: ServedPlay, eui: string): OutletEvent => ({
  ...{ id, type: 'view', eui, cryptic: token },
  timestamp: new Date().toISOString(),
});

test('over kills with SIGKILL every play that was served is paid, and what is beyond the budget is not', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'voltboard-serve-crash-'));
  const { key, outlets, code } = await layNetwork(dataDir);
  const random = seededRandom('serve crash', ROUNDS);
  const served: { readonly view: OutletEvent; readonly eui: string }[] = [];
  let server: ServerProcess | undefined;

  /** Writers that ask, show, report some of it, and some twice, until the server is gone. */
  async function work(one: ServerProcess, killAt: number): Promise<void> {
    let killed: Promise<void> | undefined;
    const write = async () => {
      for (;;) {
        const eui = random.pick(outlets);
        const answer = await post<ServeAnswer>(`${one.url}/api/serve`, key, { eui, count: random.whole(1, 4) });
        if (answer === LOST) return;
        const views = answer.plays.map((play) => ({ view: viewOf(play, eui), eui }));
        served.push(...views);
        if (served.length >= killAt) killed ??= one.kill();
        const reported = [...views.slice(random.whole(0, 1)), ...served.slice(-random.whole(0, 3))];
        if (reported.length === 0) continue;
        const results = await post<IngestAnswer>(
          `${one.url}/api/ingest/events`,
          key,
          reported.map(({ view }) => view),
        );
        if (results === LOST) return;
        expect(results.results.filter(({ status, counted }) => status === 'rejected' || counted === false)).toEqual([]);
      }
    };
    await Promise.all(Array.from({ length: WRITERS }, write));
    await killed;
  }

  const reportAll = async (one: ServerProcess) => {
    const all = served.map(({ view }) => view);
    const answer = await post<IngestAnswer>(`${one.url}/api/ingest/events`, key, all);
    if (answer === LOST) throw new Error('the restarted server does not answer');
    expect(answer.results.filter(({ status, counted }) => status === 'rejected' || counted === false)).toEqual([]);
  };

  try {
    for (let round = 1; round <= ROUNDS; round += 1) {
      server = await startServerProcess(dataDir);
      if (round > 1) await reportAll(server);
      await work(server, round * 200);
    }
    server = await startServerProcess(dataDir);
    const { url } = server;
    await reportAll(server);
    // Views without a play take what is left, but not what is kept for plays that were lost on their way.
    const unsigned = Array.from({ length: PLAYS }, (): OutletEvent => {
      const event = { id: random.uuid(), type: 'view' as const, eui: random.pick(outlets), flight: code };
      return { ...event, timestamp: new Date().toISOString() };
    });
    const over = await eventually(() => post<IngestAnswer>(`${url}/api/ingest/events`, key, unsigned));
    if (over === LOST) throw new Error('the server does not answer');
    expect(over.results.some(({ reason }) => reason === 'over_budget')).toBe(true);
    expect(await server.stop()).toBe(0);

    const counted = over.results.filter((result) => result.counted !== false).length;
    expect(served.length).toBeGreaterThan(100);
    const accounts = await openAccounts({ dataDir });
    const events = await openEvents({ dataDir }, createSealLedger(accounts));
    const [row] = await events.query<{ micros: string }>({
      sql: 'SELECT sum(amount_micros) AS micros FROM events FINAL',
      scope: { kind: 'all' },
    });
    await events.close();
    await accounts.destroy();
    expect(Number(row?.micros)).toBe((served.length + counted) * PRICE);
    expect(served.length + counted).toBeLessThanOrEqual(PLAYS);
  } finally {
    await server?.kill();
    await rm(dataDir, { recursive: true, force: true });
  }
});
