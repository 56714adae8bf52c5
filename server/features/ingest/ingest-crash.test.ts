// Played by `npm run test:full` alone.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { IngestAnswer, OutletEvent } from '#contract/ingest.ts';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import { openEvents } from '#event-store/open-events.ts';
import { createSealLedger } from '../../databases/accounts/create-seal-ledger.ts';
import { openAccounts } from '../../databases/accounts/open-accounts.ts';
import { openMigrated } from '../../databases/accounts/testing/open-engines.ts';
import { turnPatternsOff } from '../../testing/patterns-off.ts';
import { acceptLateViews } from '../../testing/start-test-app.ts';
import { byLength } from '../../testing/test-length.ts';
import { createNetworkBuilder } from './testing/lay-network.ts';
import { type ServerProcess, startServerProcess } from './testing/start-server-process.ts';

/*
 * Acknowledged means on disk (docs/decisions.md#ingestion). The test kills a server under load with SIGKILL and
 * restarts it on the same folder, in several rounds. The sent events are the history. The checker knows nothing about
 * the server.
 */

const ROUNDS = byLength(1, 3);
const SENDERS = 4;
const OUTLETS = 25;
const MICROS_PER_VIEW = 10_000;
/** The budget of one flight: enough for 300 views, and one micro-dollar too little for another view. */
const SMALL_BUDGET = 301 * MICROS_PER_VIEW - 1;
const MOST_SMALL = 300 * MICROS_PER_VIEW;
const LOST = Symbol('no answer');

type History = {
  readonly sent: Map<string, OutletEvent>;
  /** Answered as accepted or duplicate. */
  readonly acknowledged: Set<string>;
};

async function layNetwork(dataDir: string): Promise<{ key: string; euis: string[] }> {
  const accounts = await openMigrated(dataDir);
  await acceptLateViews(accounts);
  const lay = createNetworkBuilder(accounts);
  const owner = await lay.customer('property', 'Owner');
  const venueId = await lay.venue(owner.id, 'America/New_York');
  const euis = Array.from({ length: OUTLETS }, (_, index) => index.toString(16).padStart(16, '0'));
  for (const eui of euis) await lay.outlet(eui, { customerId: owner.id, venueId });
  const campaign = await lay.campaign((await lay.customer('advertiser', 'Sponsor')).id);
  await lay.flight(campaign.id, 'CPM', { prices: [{ model: 'cpm', micros: MICROS_PER_VIEW * 1_000 }] });
  const prices = [{ model: 'cpm', micros: MICROS_PER_VIEW * 1_000 }] as const;
  await lay.flight(campaign.id, 'SMALL', { prices, budgetMicros: SMALL_BUDGET });
  const key = await lay.accessKey({ customerId: owner.id });
  await turnPatternsOff(accounts);
  await accounts.destroy();
  return { key, euis };
}

async function post(url: string, key: string, events: readonly OutletEvent[]): Promise<IngestAnswer | typeof LOST> {
  try {
    const response = await fetch(`${url}/api/ingest/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(events),
    });
    if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
    return (await response.json()) as IngestAnswer;
  } catch (error) {
    // The connection broke. The sender cannot know whether the events are stored.
    if (error instanceof TypeError) return LOST;
    throw error;
  }
}

const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(Math.random() * items.length)];

/** Returns a batch of new events, some of them late, mixed with earlier events, acknowledged or not. */
function nextBatch(history: History, euis: readonly string[]): OutletEvent[] {
  const fresh = Array.from({ length: 1 + Math.floor(Math.random() * 200) }, (): OutletEvent => {
    const lateMs = Math.random() < 0.1 ? Math.random() * 20 * DAY_MS : Math.random() * MINUTE_MS;
    const timestamp = new Date(Date.now() - lateMs).toISOString();
    return {
      id: randomUUID(),
      type: 'view',
      eui: pick(euis) ?? '',
      timestamp,
      flight: Math.random() < 0.5 ? 'CPM' : 'SMALL',
    };
  });
  const known = [...history.sent.values()];
  const again = Array.from({ length: 20 }, () => pick(known)).filter((event) => event !== undefined);
  for (const event of fresh) history.sent.set(event.id, event);
  return [...fresh, ...again];
}

function record(history: History, answer: IngestAnswer): void {
  expect(answer.results.filter(({ status, code }) => status === 'rejected' || code === 'conflict')).toEqual([]);
  for (const { id } of answer.results) history.acknowledged.add(id);
}

/**
 * Keeps several senders busy. Kills the server after enough answers in this round, while other batches are in progress.
 */
async function loadAndKill(
  server: ServerProcess,
  key: string,
  euis: readonly string[],
  history: History,
): Promise<void> {
  const killAfter = 8 + Math.floor(Math.random() * 12);
  let answered = 0;
  let killed: Promise<void> | undefined;
  const send = async () => {
    for (;;) {
      const answer = await post(server.url, key, nextBatch(history, euis));
      if (answer === LOST) return;
      record(history, answer);
      answered += 1;
      if (answered >= killAfter) killed ??= server.kill();
    }
  };
  await Promise.all(Array.from({ length: SENDERS }, send));
  await killed;
}

/** Checks that acknowledged events are duplicates, and resends unconfirmed events until they are acknowledged. */
async function checkAndConverge(server: ServerProcess, key: string, history: History): Promise<void> {
  const acknowledged = [...history.acknowledged].flatMap((id) => history.sent.get(id) ?? []);
  const again = await post(server.url, key, acknowledged);
  if (again === LOST) throw new Error('the restarted server does not answer');
  expect(again).toMatchObject({ duplicate: acknowledged.length, accepted: 0, rejected: 0 });
  const doubtful = [...history.sent.values()].filter(({ id }) => !history.acknowledged.has(id));
  const answer = await post(server.url, key, doubtful);
  if (answer === LOST) throw new Error('the restarted server does not answer');
  record(history, answer);
}

async function readTotals(dataDir: string) {
  const accounts = await openAccounts({ dataDir });
  const events = await openEvents({ dataDir }, createSealLedger(accounts));
  const total = async (table: 'events' | 'events_by_campaign') => {
    const [row] = await events.query<Record<'events' | 'ids' | 'amount', string>>({
      sql: TOTALS[table],
      scope: { kind: 'all' },
    });
    return { events: Number(row?.events), ids: Number(row?.ids), amount: Number(row?.amount) };
  };
  const totals = { events: await total('events'), copy: await total('events_by_campaign') };
  await events.close();
  await accounts.destroy();
  return totals;
}

const TOTALS = {
  events: 'SELECT count() AS events, uniqExact(event_id) AS ids, sum(amount_micros) AS amount FROM events FINAL',
  events_by_campaign:
    'SELECT count() AS events, uniqExact(event_id) AS ids, sum(amount_micros) AS amount FROM events_by_campaign FINAL',
} as const;

test('loses and duplicates no acknowledged event over kills with SIGKILL, and retries of unconfirmed events converge', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'voltboard-crash-'));
  const { key, euis } = await layNetwork(dataDir);
  const history: History = { sent: new Map(), acknowledged: new Set() };
  let server: ServerProcess | undefined;
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      server = await startServerProcess(dataDir);
      if (round > 0) await checkAndConverge(server, key, history);
      await loadAndKill(server, key, euis, history);
    }
    server = await startServerProcess(dataDir);
    await checkAndConverge(server, key, history);
    expect(await server.stop()).toBe(0);

    const count = history.sent.size;
    const unlimited = [...history.sent.values()].filter(({ flight }) => flight === 'CPM').length;
    const expected = { events: count, ids: count, amount: unlimited * MICROS_PER_VIEW + MOST_SMALL };
    // Although kills lost reservations repeatedly, the flight earned exactly what its budget allows.
    expect(count - unlimited).toBeGreaterThan(300);
    expect(history.acknowledged.size).toBe(count);
    expect(await readTotals(dataDir)).toEqual({ events: expected, copy: expected });
  } finally {
    await server?.kill();
    await rm(dataDir, { recursive: true, force: true });
  }
});
