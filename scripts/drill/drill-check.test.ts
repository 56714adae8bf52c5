import { expect, test } from 'vitest';
import { checkStoredEvents, storedIdOf } from './check-stored-events.ts';
import { earnedBy, type Flight, type Owner, type Terms } from './drill-terms.ts';
import { EventLedger } from './event-ledger.ts';
import { createExpectedSums } from './expected-sums.ts';
import type { StoredRow } from './stored-events-queries.ts';

const AT = Date.UTC(2026, 10, 20, 12);
const owner: Owner = {
  id: 'o',
  key: 7,
  name: 'Owner',
  email: 'o@drill.example',
  accessKey: '',
  shares: [
    { fromMs: 0, value: 500_000n },
    { fromMs: AT, value: 250_000n },
  ],
};
const flight = (over: Partial<Flight>): Flight => ({
  code: 'F',
  key: 3,
  advertiser: 0,
  model: 'flat',
  micros: [{ fromMs: 0, value: 1_001n }],
  budget: null,
  needsPlay: false,
  held: null,
  ...over,
});
const terms = (flights: Flight[]): Terms => ({
  owners: [owner],
  outlets: [{ key: 11, eui: 'd000000000000001', owner: 0, timeZone: 'America/New_York' }],
  advertisers: [{ id: 'a', key: 8, name: 'Sponsor', email: 'a@drill.example' }],
  flights,
  admin: '',
});

test('an event earns by model, version and pause, with halves rounded to even', () => {
  const view = (timestampMs: number, over: Partial<Flight>) =>
    earnedBy({ flight: flight(over), owner }, { kind: 'view', timestampMs });
  expect(view(AT - 1, {})).toEqual({ amount: 1_001n, owner: 500n });
  expect(view(AT, {})).toEqual({ amount: 1_001n, owner: 250n });
  expect(view(AT - 1, { micros: [{ fromMs: 0, value: 1_003n }] })).toEqual({ amount: 1_003n, owner: 502n });
  expect(view(AT, { model: 'cpm', micros: [{ fromMs: 0, value: 12_500n }] })).toEqual({ amount: 12n, owner: 3n });
  expect(view(AT, { model: 'cpc' })).toEqual({ amount: 0n, owner: 0n });
  const MINUTES_5 = 300_000;
  const held = { fromMs: AT - MINUTES_5, toMs: AT + MINUTES_5 + 1 };
  expect(view(AT, { held }).amount).toBe(0n);
  // Near either end of the pause, an outlet's clock may be on the other side of that end.
  expect([view(AT - 1, { held }).amount, view(AT + 1, { held }).amount]).toEqual([1_001n, 1_001n]);
});

/** Returns a ledger of acknowledged views, and the rows that a store without faults would have. */
function world(flights: Flight[], views: number) {
  const ledger = new EventLedger(terms(flights));
  for (let at = 0; at < views; at += 1) {
    const common = { outlet: 0, flight: 0, view: -1, twin: -1, energyMilliWh: -1 };
    const index = ledger.add({ ...common, kind: 'view', timestampMs: AT + at });
    ledger.note(index, { index: 0, id: '', status: 'accepted' }, { sentAtMs: 0 });
  }
  const rows = ledger.events.map((event, index): StoredRow => {
    const { amount, owner: ownerAmount } = ledger.price(event);
    const id = { eventId: storedIdOf(11, ledger.uuidOf(index)), customerKey: 7, flightKey: 3 };
    return {
      ...id,
      timestampMs: event.timestampMs,
      kind: 'view',
      amount,
      ownerAmount,
      energyMilliWh: 25_000,
      invalid: 'none',
    };
  });
  return { ledger, rows };
}

test('finds only a click that is refused although its view was acknowledged before the click was sent', () => {
  const { ledger } = world([flight({})], 1);
  const common = { outlet: 0, flight: 0, twin: -1, energyMilliWh: -1, timestampMs: AT };
  const click = ledger.add({ ...common, kind: 'click', view: 0 });
  const refused = { index: 0, id: '', status: 'rejected', code: 'unknown_view' } as const;
  ledger.note(click, refused, { sentAtMs: 0 });
  expect([...ledger.oddities.counts]).toEqual([]);
  ledger.note(click, refused, { sentAtMs: performance.now() + 1 });
  expect([...ledger.oddities.counts]).toEqual([['good events refused', 1]]);
});

test('an event that waits for reserved money does not block the end, and a rejection after the acknowledgment is found', () => {
  const { ledger } = world([flight({})], 1);
  const common = { outlet: 0, flight: 0, view: -1, twin: -1, energyMilliWh: -1, timestampMs: AT };
  const view = ledger.add({ ...common, kind: 'view' });
  const click = ledger.add({ ...common, kind: 'click', view });
  const answer = { index: 0, id: '', status: 'rejected', retry_after: 60 } as const;
  expect(ledger.countUnsettled()).toBe(2);
  ledger.note(view, { ...answer, code: 'budget_held' }, { sentAtMs: 0 });
  ledger.note(click, { ...answer, code: 'unknown_view' }, { sentAtMs: 0 });
  expect(ledger.countUnsettled()).toBe(0);
  expect([...ledger.oddities.counts]).toEqual([]);
  ledger.note(0, { ...answer, code: 'budget_held' }, { sentAtMs: performance.now() + 1 });
  expect([...ledger.oddities.counts]).toEqual([['rejected after they were acknowledged', 1]]);
});

test('finds an event that is answered `accepted` twice, and allows a duplicate after it', () => {
  const { ledger } = world([flight({})], 1);
  ledger.note(0, { index: 0, id: '', status: 'duplicate' }, { sentAtMs: 0 });
  expect([...ledger.oddities.counts]).toEqual([]);
  ledger.note(0, { index: 0, id: '', status: 'accepted' }, { sentAtMs: 0 });
  expect([...ledger.oddities.counts]).toEqual([['accepted twice', 1]]);
});

test('finds a row that is lost, doubled, never sent, or wrong by a micro-dollar', async () => {
  const { ledger, rows } = world([flight({})], 4);
  const found = async (changed: readonly StoredRow[]) => {
    const { examples: _, ...counts } = await checkStoredEvents(ledger, async () => changed);
    return counts;
  };
  const right = { stored: 4, lost: 0, doubled: 0, foreign: 0, wrong: 0, learned: 0 };
  const [first, ...others] = rows;
  if (first === undefined) throw new Error('no row');
  expect(await found(rows)).toEqual(right);
  expect(await found(others)).toEqual({ ...right, stored: 3, lost: 1 });
  expect(await found([...rows, first])).toEqual({ ...right, stored: 5, doubled: 1 });
  expect(await found([...rows, { ...first, eventId: 5n }])).toEqual({ ...right, stored: 5, foreign: 1 });
  for (const change of [{ amount: 1_002n }, { ownerAmount: 0n }, { timestampMs: 1 }, { customerKey: 8 }])
    expect(await found([{ ...first, ...change }, ...others])).toEqual({ ...right, wrong: 1 });
});

test('reads from the rows which views with lost answers a scarce budget paid, and never accepts more than the budget', async () => {
  const { ledger, rows } = world([flight({ budget: 2_500n })], 3);
  for (const event of ledger.events) event.verdict = null;
  const [, , last] = rows;
  if (last === undefined) throw new Error('no row');
  const without = [...rows.slice(0, 2), { ...last, amount: 0n, ownerAmount: 0n, invalid: 'over_budget' as const }];
  expect(await checkStoredEvents(ledger, async () => without)).toMatchObject({ wrong: 0, learned: 3 });
  expect(createExpectedSums(ledger).all()).toMatchObject({ views: 2, amount: 2_002n, owner: 500n });
  for (const event of ledger.events) event.verdict = null;
  expect(await checkStoredEvents(ledger, async () => rows)).toMatchObject({ wrong: 1 });
});

test('finds an over_budget event that the budget still covered, and a play that did not count', async () => {
  const { ledger, rows } = world([flight({ budget: 4_100n })], 3);
  const [, , last] = rows;
  const [, , event] = ledger.events;
  if (last === undefined || event === undefined) throw new Error('no row');
  event.verdict = 'over_budget';
  const refused = { ...last, amount: 0n, ownerAmount: 0n, invalid: 'over_budget' as const };
  const { examples, wrong } = await checkStoredEvents(ledger, async () => [...rows.slice(0, 2), refused]);
  expect([wrong, examples]).toEqual([1, ['wrong: F earned only 2002 of a budget of 4100']]);

  const played = world([flight({ budget: 4_100n, needsPlay: true })], 2);
  const common = { outlet: 0, kind: 'view' as const, flight: 0, view: -1, twin: -1, energyMilliWh: -1 };
  const play = played.ledger.add({ ...common, timestampMs: AT, play: { id: 'p', token: 't' } });
  const answer = { index: 0, id: 'p', status: 'accepted', counted: false, reason: 'over_budget' } as const;
  played.ledger.note(play, answer, { sentAtMs: 0 });
  expect([...played.ledger.oddities.counts]).toEqual([['plays that did not count', 1]]);
});
