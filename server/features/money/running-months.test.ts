import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DocumentRow } from '#contract/documents.ts';
import type { Explanation } from '#contract/explain.ts';
import type { MoneyOverview } from '#contract/money-overview.ts';
import { HOUR_MS, SECOND_MS } from '#domain/durations.ts';
import { createRandom } from '#event-store/testing/event-oracle.ts';
import { changeOf, EVERYTHING_CHANGED } from '../../live/live-changes.ts';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';
import { createHangingEvents } from '../../testing/hanging-events.ts';
import { storedEvent } from '../dashboard/testing/make-world.ts';
import { makeSettledWorld } from './testing/settled-world.ts';

const random = createRandom(39);
const upTo = (most: number): number => Math.floor(random() * (most + 1));
const pick = <Value>(values: readonly Value[]): Value => values[upTo(values.length - 1)] as Value;
/** The events store uses the machine's clock. */
const NOW = Date.now();
const MONTH = new Date(NOW).toISOString().slice(0, 7);

const store = createHangingEvents();
let server: TestApp;
let made: Awaited<ReturnType<typeof makeSettledWorld>>;

beforeAll(async () => {
  server = await createTestApp({ env: { NETWORK_TIME_ZONE: 'UTC', OWNER_SHARE: '0.3' }, wrapEvents: store.wrap });
  made = await makeSettledWorld(server, NOW, { pick, upTo });
});
afterAll(() => {
  store.hangs = false;
  return server.close();
});

const get = async <Answer>(url: string): Promise<Answer> => {
  const answer = await server.app.inject({ url: `/api${url}`, headers: made.headers.admin });
  expect(answer.statusCode, `${url} ${answer.body}`).toBe(200);
  return answer.json();
};
const overviewOf = async () => {
  const { months } = await get<MoneyOverview>('/admin/money');
  const running = months.find(({ month }) => month === MONTH);
  if (running === undefined) throw new Error('the running month is not listed');
  return running;
};

/** Returns the sum of the month's draft documents, without the fractions of a cent that they carry over. */
async function sumDrafts(kind: 'invoice' | 'statement'): Promise<number> {
  const { world } = made;
  const customers = kind === 'invoice' ? [world.volt, world.zap] : [world.alpha, world.beta];
  let micros = 0n;
  for (const { id } of customers) {
    const { lines } = await get<{ document: DocumentRow; lines: { kind: string; micros: string }[] }>(
      `/documents/${kind}-${MONTH}-${id}`,
    );
    for (const line of lines) if (!line.kind.startsWith('carried')) micros += BigInt(line.micros);
  }
  return Number(micros) / 1e6;
}

async function expectAgreement(): Promise<{ billed: number | null; owed: number | null }> {
  const { billed, invoices, owed, state, statements } = await overviewOf();
  expect({ state, invoices, statements }).toEqual({ state: 'open', invoices: 0, statements: 0 });
  expect({ billed, owed }).toEqual({ billed: await sumDrafts('invoice'), owed: await sumDrafts('statement') });
  for (const [figure, sum] of [
    ['billed', billed],
    ['owed', owed],
  ] as const) {
    const told = await get<Explanation>(`/explain?figure=${figure}&month=${MONTH}`);
    expect(Number(told.total) / 1e6).toBe(sum);
    expect(told.parts.every(({ label }) => / \(not final\), /.test(label))).toBe(true);
  }
  return { billed, owed };
}

test('the current month shows the amounts so far: delivery, late events and pending adjustments', async () => {
  const { world } = made;
  const before = await expectAgreement();
  expect(before.billed).toBeGreaterThan(0);

  // An event from a closed month that arrives now.
  const cutOff = await server.accounts
    .selectFrom('billing_months')
    .select(({ fn }) => fn.max('cut_off_at').as('at'))
    .executeTakeFirstOrThrow();
  await expect.poll(() => Date.now() / SECOND_MS).toBeGreaterThan(Number(cutOff.at) + 1);
  const lateMs = Date.parse(`${MONTH}-01T00:00:00Z`) - HOUR_MS;
  const paid = { amountMicros: 700_003, ownerMicros: 210_001 };
  const late = storedEvent(world.alpha, world.outlets.a1, world.cola, lateMs, paid);
  const fresh = storedEvent(world.beta, world.outlets.b1, world.shoes, NOW - 1, { amountMicros: 50, ownerMicros: 15 });
  await server.events.insert([late, fresh]);
  await server.dependencies.live.announce(changeOf([late, fresh]));
  const headers = made.headers.admin;
  const about = { owner_id: world.beta.id, advertiser_id: world.zap.id, reason: 'Dark for a day' };
  const payload = { sending_id: newId(), ...about, amount: -1.5, owner_amount: -0.25 };
  await server.app.inject({ method: 'POST', url: '/api/adjustments', headers, payload });

  const after = await expectAgreement();
  expect((after.billed ?? 0) - (before.billed ?? 0)).toBeCloseTo(0.700_003 + 0.000_05 - 1.5, 6);
  expect((after.owed ?? 0) - (before.owed ?? 0)).toBeCloseTo(0.210_001 + 0.000_015 - 0.25, 6);
});

test('responds without the figures while the events store hangs, and final months keep theirs', async () => {
  const { months } = await get<MoneyOverview>('/admin/money');
  store.hangs = true;
  // Invalidates the cache.
  await server.dependencies.live.announce(EVERYTHING_CHANGED);
  const slow = await get<MoneyOverview>('/admin/money');
  store.hangs = false;
  expect(store.asked).toBeGreaterThan(0);
  expect(slow.months.find(({ month }) => month === MONTH)).toMatchObject({ billed: null, owed: null, state: 'open' });
  const isFinal = ({ state }: { state: string }) => state === 'final';
  expect(slow.months.filter(isFinal)).toEqual(months.filter(isFinal));
});
