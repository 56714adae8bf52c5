// Played by `npm run test:full` alone.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DocumentLine, DocumentRow, LineEventPage } from '#contract/documents.ts';
import type { Explanation } from '#contract/explain.ts';
import { DAY_MS, HOUR_MS } from '#domain/durations.ts';
import { createSealJob, type SealJob } from '#event-store/seal-job.ts';
import { createRandom } from '#event-store/testing/event-oracle.ts';
import { type Billing, createBilling } from '../../billing/create-billing.ts';
import { createNetworkMemory } from '../../network/snapshot/network-memory.ts';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';
import { makeWorld, storedEvent, type World } from '../dashboard/testing/make-world.ts';

/*
 * Events of final documents that retention removed. Sums of removed weeks lack arrival times, so they cannot be split
 * at the cut-off of a document.
 */

/**
 * Returns the start of a future month, on any day the test runs. The store stamps arrivals by the machine's clock, and
 * late events are billed for a month.
 */
const now = new Date();
const monthStart = (ahead: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1 + ahead, 1);
const monthAt = (ahead: number) => new Date(monthStart(ahead)).toISOString().slice(0, 7);
const dateAt = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const [FIRST, SECOND] = [monthAt(0), monthAt(1)];
const FROM = monthStart(0);
/** The first Monday after the first month, because weeks are removed as a whole. */
const REMOVED_UNTIL = monthStart(1) + ((8 - new Date(monthStart(1)).getUTCDay()) % 7) * DAY_MS;
let server: TestApp;
let world: World;
let sealJob: SealJob;
let billing: Billing;
let headers: Record<'admin' | 'alpha' | 'volt', { authorization: string }>;
const random = createRandom(39);

/** Creates events in the first month. A third of the events are invalid, and amounts differ. */
const events = (count: number) =>
  Array.from({ length: count }, () => {
    const [owner, outlet] = random() < 0.5 ? (['alpha', 'a1'] as const) : (['beta', 'b1'] as const);
    const amountMicros = 1_000 + Math.floor(random() * 5) * 777;
    const ownerMicros = Math.round(amountMicros * 0.3);
    const kind = (['view', 'view', 'click', 'burn'] as const)[Math.floor(random() * 4)] ?? 'view';
    const isInvalid = random() < 0.33;
    return storedEvent(
      world[owner],
      world.outlets[outlet],
      world.cola,
      FROM + HOUR_MS + Math.floor(random() * 27 * DAY_MS),
      isInvalid
        ? { kind, invalid: 'visitor_pace', amountMicros: 0, ownerMicros: 0, withheldMicros: amountMicros }
        : { kind, amountMicros, ownerMicros },
    );
  });

beforeAll(async () => {
  server = await createTestApp({ env: { NETWORK_TIME_ZONE: 'UTC', FIRST_MONTH: FIRST } });
  server.clock.ms = monthStart(2) + 10 * DAY_MS;
  world = await makeWorld(server);
  headers = {
    admin: await server.asRole('admin'),
    alpha: await server.asRole('property', world.alpha.id),
    volt: await server.asRole('advertiser', world.volt.id),
  };
  const { accounts, events: store, ledger, clock, config } = server;
  sealJob = createSealJob(store, ledger, () => clock.ms);
  const network = createNetworkMemory(accounts);
  billing = createBilling({ accounts, events: store, network, config, now: () => clock.ms });
  await store.insert(events(150));
  await billing.close(FIRST);
  // These events are late for the first month's documents, so they become lines of the second month's documents.
  await store.insert(events(60));
  await billing.close(SECOND);
  // These events are late for the documents of both months.
  await store.insert(events(40));
  await sealJob.runNow();
});
afterAll(async () => {
  await sealJob.close();
  await server.close();
});

async function get<Answer>(actor: keyof typeof headers, path: string): Promise<Answer> {
  const answer = await server.app.inject({ url: `/api/${path}`, headers: headers[actor] });
  expect(answer.statusCode, `${path}: ${answer.body}`).toBe(200);
  return answer.json<Answer>();
}

const whole = (parts: readonly { readonly amount: string }[]) =>
  parts.reduce((sum, { amount }) => sum + BigInt(amount), 0n);

/**
 * Opens every line of every document in every way. Checks that each part is positive and that the parts add up to the
 * line. Returns amounts without parts.
 */
async function openAll(): Promise<bigint[]> {
  const removed: bigint[] = [];
  for (const [actor, query] of [
    ['alpha', ''],
    ['volt', ''],
    ['admin', `?cid=${world.volt.id}`],
    ['admin', `?cid=${world.beta.id}`],
  ] as const) {
    const { data } = await get<{ data: DocumentRow[] }>(actor, `documents${query}`);
    const final = data.filter(({ state }) => state === 'final');
    expect(final.length).toBe(2);
    for (const { id } of final) {
      const { lines } = await get<{ lines: DocumentLine[] }>(actor, `documents/${id}`);
      for (const [place, line] of lines.entries()) {
        if (line.kind !== 'delivery' && line.kind !== 'late') continue;
        const invalid = line.not_counted.reduce((all, { views }) => all + views, 0);
        const figures = {
          revenue: BigInt(line.micros),
          clicks: BigInt(line.clicks),
          gross_views: BigInt(line.views + invalid),
        };
        for (const [figure, said] of Object.entries(figures)) {
          const asked = `explain?document=${id}&line=${place}&figure=${figure}`;
          const { choices } = await get<Explanation>(actor, asked);
          for (const by of choices.filter((one) => one === choices[0] || one === 'day' || one === 'event')) {
            const about = `${actor} ${asked} ${by}`;
            const {
              parts,
              events: singles,
              left_out: rest,
              total,
            } = await get<Explanation>(actor, `${asked}&by=${by}`);
            expect(BigInt(total), about).toBe(said);
            const all = [...parts, ...singles, ...(rest === null ? [] : [rest])];
            expect(whole(all), about).toBe(said);
            for (const { amount } of all) expect(BigInt(amount) > 0n, `${about}: ${JSON.stringify(all)}`).toBe(true);
            if (rest !== null && rest.parts === 0) removed.push(BigInt(rest.amount));
          }
        }
      }
    }
  }
  return removed;
}

/**
 * Returns the number of events per line of the first owner's documents: those that the line counts, those that it
 * lists, and those that it reports as removed.
 */
async function lineEvents(): Promise<{ counted: number; listed: number; removed: number }[]> {
  const { data } = await get<{ data: DocumentRow[] }>('alpha', 'documents');
  const found = [];
  for (const { id } of data.filter(({ state }) => state === 'final')) {
    const { lines } = await get<{ lines: DocumentLine[] }>('alpha', `documents/${id}`);
    for (const [place, { kind, views, clicks, burns }] of lines.entries()) {
      if (kind !== 'delivery' && kind !== 'late') continue;
      const page = await get<LineEventPage>('alpha', `documents/${id}/lines/${place}/events`);
      expect(page.data.length).toBe(page.total);
      found.push({ counted: views + clicks + burns, listed: page.total, removed: page.removed });
    }
  }
  return found;
}

/** Downloads the events of the first owner's final documents. Returns the response statuses. */
async function downloads(): Promise<number[]> {
  const { data } = await get<{ data: DocumentRow[] }>('alpha', 'documents');
  const final = data.filter(({ state }) => state === 'final');
  const answers = final.map(({ id }) =>
    server.app.inject({ url: `/api/documents/${id}/events`, headers: headers.alpha }),
  );
  return (await Promise.all(answers)).map(({ statusCode }) => statusCode);
}

test('a line opens to parts that add up, before and after its events are removed', async () => {
  expect(await openAll()).toEqual([]);
  const before = await lineEvents();
  expect(before.every(({ counted, listed, removed }) => counted === listed && removed === 0)).toBe(true);
  expect(await downloads()).toEqual([200, 200]);
  // First half of the month, and then all of it.
  await sealJob.archiveNow(dateAt(FROM + 15 * DAY_MS));
  expect((await openAll()).length).toBeGreaterThan(0);
  const half = await lineEvents();
  expect(half.every(({ counted, listed, removed }) => counted === listed + removed && removed > 0)).toBe(true);
  expect(half.some(({ listed }) => listed > 0)).toBe(true);
  await sealJob.archiveNow(dateAt(REMOVED_UNTIL));
  expect((await openAll()).length).toBeGreaterThan(0);
  const all = await lineEvents();
  expect(all.map(({ listed }) => listed)).toEqual(all.map(() => 0));
  expect(all.map(({ removed }) => removed)).toEqual(before.map(({ counted }) => counted));
  // Both are rejected, because the second document has late events from the first month.
  expect(await downloads()).toEqual([404, 404]);
});

test('verifies the ledger without a fault although late events of its months were removed', async () => {
  expect((await billing.verify()).faults).toEqual([]);
});

test('rejects documents of a day that needs removed events, and names the first available day', async () => {
  // The first month was not final then.
  const known = new Date(monthStart(1) + DAY_MS).toISOString();
  const answer = await server.app.inject({ url: `/api/documents?known_on=${known}`, headers: headers.alpha });
  expect(answer.statusCode, answer.body).toBe(400);
  expect(answer.json().error.message).toContain(dateAt(REMOVED_UNTIL));
});
