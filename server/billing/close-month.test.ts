import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '#domain/durations.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { readStoreTime } from '../databases/accounts/store-time.ts';
import { adjustmentsMade } from '../ledger/ledger.ts';
import { drawDocument } from './draw-document.ts';
import { findTold } from './judged-queries.ts';
import { readLines } from './printed-lines.ts';
import { OCTOBER, openBilling, stateOf } from './testing/billing-fixture.ts';

let fixture: Awaited<ReturnType<typeof openBilling>>;
beforeAll(async () => {
  fixture = await openBilling();
});
afterAll(() => fixture.close());

/** Returns sums by month and customer, recomputed from the stored events. */
function expected(
  kind: 'statement' | 'invoice',
  fromMs: number,
  toMs: number,
): Map<number, { views: number; micros: number }> {
  const sums = new Map<number, { views: number; micros: number }>();
  for (const row of fixture.stored) {
    const key = kind === 'statement' ? row.customerKey : row.advertiserKey;
    if (row.invalid !== null || key === 0 || row.timestampMs < fromMs || row.timestampMs >= toMs) continue;
    const sum = sums.get(key) ?? { views: 0, micros: 0 };
    sums.set(key, {
      views: sum.views + 1,
      micros: sum.micros + (kind === 'statement' ? row.ownerMicros : row.amountMicros),
    });
  }
  return sums;
}

async function documented(store: AccountsDb, kind: 'statement' | 'invoice', month: string) {
  const rows = await store
    .selectFrom('document_lines')
    .innerJoin('documents', 'documents.id', 'document_lines.document_id')
    .select(['customer_key as key', sql<number>`sum(views)`.as('views'), sql<number>`sum(micros)`.as('micros')])
    .where('documents.kind', '=', kind)
    .where('document_lines.month', '=', month)
    .where('document_lines.kind', 'in', ['delivery', 'late'])
    .where('number', 'is not', null)
    .groupBy('customer_key')
    .execute();
  return new Map(rows.map(({ key, views, micros }) => [key, { views: Number(views), micros: Number(micros) }]));
}

/** Returns the invalid events of a month by customer and reason, from the documents. */
async function told(store: AccountsDb, kind: 'statement' | 'invoice', month: string) {
  const rows = await findTold(store, { kind, month, customerKey: null });
  const sums: Record<string, number[]> = {};
  for (const row of rows) {
    const micros = kind === 'statement' ? row.owner_micros : row.amount_micros;
    addTo(sums, `${row.customerKey} ${row.reason}`, [row.views + row.clicks + row.burns, micros]);
  }
  return sums;
}

function judged(kind: 'statement' | 'invoice', fromMs: number, toMs: number): Record<string, number[]> {
  const sums: Record<string, number[]> = {};
  for (const row of fixture.stored) {
    const key = kind === 'statement' ? row.customerKey : row.advertiserKey;
    if (row.invalid === null || key === 0 || row.timestampMs < fromMs || row.timestampMs >= toMs) continue;
    addTo(sums, `${key} ${row.invalid}`, [1, kind === 'statement' ? row.withheldOwnerMicros : row.withheldMicros]);
  }
  return sums;
}

function addTo(sums: Record<string, number[]>, key: string, more: readonly number[]): void {
  sums[key] = more.map((value, at) => value + (sums[key]?.[at] ?? 0));
}

const BOUNDS = {
  from: Date.UTC(2037, 9, 1, 4),
  november: Date.UTC(2037, 10, 1, 4),
  december: Date.UTC(2037, 11, 1, 5),
};

test('if several months are due and no first month is set, none closes automatically', async () => {
  const { accounts, billingOf, clock } = fixture;
  const then = clock.ms;
  clock.ms = Date.UTC(2037, 11, 2);
  // A new network has only the month before the current one.
  expect(await billingOf(accounts, -1_000, null).undecidedSince()).toBeNull();
  clock.ms = Date.UTC(2037, 11, 6, 12);
  expect(await billingOf(accounts, -1_000, null).undecidedSince()).toBe('2037-10');
  expect(await billingOf(accounts, -1_000, null).closeDue()).toEqual([]);
  expect(await billingOf(accounts, -1_000, '2037-11').undecidedSince()).toBeNull();
  // A future month without statements and invoices: nothing is due.
  expect(await billingOf(accounts, -1_000, '2037-12').closeDue()).toEqual([]);
  clock.ms = then;
});

test('a process whose clock is a month ahead closes nothing before the shared time', async () => {
  // PostgreSQL's own clock is years behind the time in this test.
  const right = fixture.clock.ms - 40 * DAY_MS;
  const ahead = fixture.billingOf(fixture.accounts, 0, '2037-10', () => readStoreTime(fixture.accounts, () => right));
  expect(await ahead.closeDue()).toEqual([]);
  await expect(ahead.close('2037-10')).rejects.toThrow('2037-10 is not over yet');
  expect(await fixture.accounts.selectFrom('billing_months').selectAll().execute()).toEqual([]);
  expect(await fixture.billingOf(fixture.accounts, 0, null, async () => right).undecidedSince()).toBeNull();
});

test('rejects a month that is not over, and an invalid month', async () => {
  const { accounts, billingOf } = fixture;
  await expect(billingOf(accounts).close('2037-12')).rejects.toThrow('2037-12 is not over yet.');
  await expect(billingOf(accounts).close('October')).rejects.toThrow("'October' is not a month");
});

test('every document equals its events, line by line, in the network’s time zone, and numbers have no gaps', async () => {
  const { accounts, billingOf, clock } = fixture;
  clock.ms = Date.UTC(2037, 10, 6, 4, 59);
  expect(await billingOf(accounts).closeDue()).toEqual([]);
  clock.ms = Date.UTC(2037, 10, 6, 5);
  expect(await billingOf(accounts).closeDue()).toEqual([{ month: '2037-10', documents: 3, lost: [] }]);
  for (const kind of ['statement', 'invoice'] as const)
    expect(await documented(accounts, kind, '2037-10')).toEqual(expected(kind, BOUNDS.from, BOUNDS.november));
  for (const kind of ['statement', 'invoice'] as const) {
    expect(await told(accounts, kind, '2037-10')).toEqual(judged(kind, BOUNDS.from, BOUNDS.november));
    expect(Object.keys(await told(accounts, kind, '2037-10'))).toHaveLength(1);
  }
  const numbers = await accounts
    .selectFrom('documents')
    .select(['kind', 'number'])
    .orderBy('kind')
    .orderBy('number')
    .execute();
  expect(numbers).toEqual([
    { kind: 'invoice', number: 1 },
    { kind: 'statement', number: 1 },
    { kind: 'statement', number: 2 },
  ]);
  expect(await billingOf(accounts).verify()).toMatchObject({ faults: [], months: 1, documents: 3 });
});

test('a late event is a line of the next document, with the carried cents, and a final document never changes', async () => {
  const { accounts, billingOf, clock, deliver, places, flights } = fixture;
  const before = await documented(accounts, 'statement', '2037-10');
  const october = await stateOf(accounts);
  const notPaid = { timestampMs: OCTOBER + DAY_MS, amountMicros: 0, ownerMicros: 0, withheldMicros: 7 };
  await deliver([
    { ...places[1], ...flights[0], ...notPaid, invalid: 'repeated', withheldOwnerMicros: 2 },
    { ...places[1], ...flights[0], ...notPaid, invalid: 'over_budget', kind: 'burn' },
    { ...places[0], ...flights[0], ...notPaid, timestampMs: BOUNDS.november, invalid: 'paused' },
    { ...places[1], ...flights[0], timestampMs: OCTOBER + DAY_MS, amountMicros: 10_007, ownerMicros: 3_002 },
    { ...places[1], ...flights[0], timestampMs: OCTOBER + DAY_MS, kind: 'click', amountMicros: 0, ownerMicros: 0 },
  ]);
  expect((await billingOf(accounts).verify()).faults).toEqual([]);
  expect(await documented(accounts, 'statement', '2037-10')).toEqual(before);
  clock.ms = Date.UTC(2037, 11, 6, 12);
  await billingOf(accounts).closeDue();
  expect((await stateOf(accounts)).documents).toEqual(expect.arrayContaining(october.documents));
  for (const kind of ['statement', 'invoice'] as const) {
    expect((await documented(accounts, kind, '2037-11')).size).toBeGreaterThan(0);
    expect(await documented(accounts, kind, '2037-11')).toEqual(expected(kind, BOUNDS.november, BOUNDS.december));
  }
  for (const kind of ['statement', 'invoice'] as const) {
    expect(await told(accounts, kind, '2037-10')).toEqual(judged(kind, BOUNDS.from, BOUNDS.november));
    expect(await told(accounts, kind, '2037-11')).toEqual(judged(kind, BOUNDS.november, BOUNDS.december));
  }
  const late = await accounts.selectFrom('document_lines').selectAll().where('kind', '=', 'late').execute();
  expect(late.map(({ month, views, clicks, micros }) => ({ month, views, clicks, micros }))).toEqual(
    expect.arrayContaining([
      { month: '2037-10', views: 1, clicks: 1, micros: 3_002 },
      { month: '2037-10', views: 1, clicks: 1, micros: 10_007 },
    ]),
  );
  expect(late).toHaveLength(2);
  // A customer's documents add up to all of the customer's money, except the amount that the last document carries
  // over.
  const rows = await accounts
    .selectFrom('documents')
    .select(['kind', 'customer_key', 'total_cents', 'carried_micros', 'month'])
    .execute();
  for (const kind of ['statement', 'invoice'] as const)
    for (const [key, { micros }] of expected(kind, BOUNDS.from, BOUNDS.december)) {
      const own = rows.filter((row) => row.kind === kind && row.customer_key === key);
      const cents = own.reduce((all, row) => all + (row.total_cents ?? 0), 0);
      expect(cents * 10_000 + (own.find(({ month }) => month === '2037-11')?.carried_micros ?? 0)).toBe(micros);
    }
  expect(await billingOf(accounts).verify()).toMatchObject({ faults: [], months: 2 });
  // A second close adds nothing.
  expect(await billingOf(accounts).closeDue()).toEqual([]);
  expect(await billingOf(accounts).close('2037-11')).toEqual([]);
});

test('an adjustment is one ledger entry for both sides, and one line of the next documents', async () => {
  const { accounts, billingOf, clock, places, flights } = fixture;
  const [place, flight] = [places[0], flights[0]];
  const outlet = await accounts
    .selectFrom('outlets')
    .selectAll()
    .where('key', '=', place?.outletKey ?? 0)
    .executeTakeFirstOrThrow();
  const customers = await accounts.selectFrom('customers').select(['id', 'key']).execute();
  const idOf = (key = 0) => customers.find((one) => one.key === key)?.id ?? '';
  const own = {
    id: 'o1',
    customer_id: idOf(place?.customerKey),
    outlet_id: outlet.id,
    day: '2037-11-20',
    reason: 'repeated',
  } as const;
  const decided = {
    raised_at: 1,
    raised_by: '',
    raised_by_id: null,
    decided_at: 1,
    decided_by: '',
    answer: '',
    words: '',
  };
  await accounts
    .insertInto('objections')
    .values({ ...own, ...decided, state: 'accepted' })
    .execute();
  const made = { id: 'a1', objection_id: 'o1', made_at: 1, made_by: '', reason: '' };
  await accounts
    .insertInto('adjustments')
    .values({ ...made, outlet_id: outlet.id, day: own.day, invalid: 'repeated' })
    .execute();
  const sides = { owner_key: place?.customerKey ?? 0, advertiser_key: flight?.advertiserKey ?? 0 };
  const of = { campaign_key: flight?.campaignKey ?? 0, flight_key: flight?.flightKey ?? 0, events: 1 };
  await accounts
    .insertInto('adjustment_lines')
    .values([
      { adjustment_id: 'a1', ...sides, ...of, amount_micros: 50_001, owner_micros: 15_000 },
      // A house ad was also withheld at that outlet. It has no advertiser to charge.
      {
        adjustment_id: 'a1',
        ...sides,
        ...of,
        advertiser_key: 0,
        campaign_key: 0,
        flight_key: 0,
        amount_micros: 0,
        owner_micros: 0,
      },
    ])
    .execute();
  const part = { ownerId: own.customer_id, advertiserId: idOf(flight?.advertiserKey), amount: 50_001, owner: 15_000 };
  for (const _ of [1, 2])
    await accounts
      .transaction()
      .execute((tx) => adjustmentsMade(tx, [{ id: 'a1', reason: '', parts: [part] }], { at: 1, author: 'test' }));
  clock.ms = Date.UTC(2038, 1, 6, 12);
  await billingOf(accounts).closeDue();
  const lines = await accounts
    .selectFrom('document_lines')
    .selectAll()
    .where('kind', '=', 'adjustment')
    .orderBy('micros')
    .execute();
  expect(lines.map(({ micros, month, adjustment_id: id }) => [micros, month, id])).toEqual([
    [15_000, '2037-11', 'a1'],
    [50_001, '2037-11', 'a1'],
  ]);
  expect(await billingOf(accounts).verify()).toMatchObject({ faults: [], months: 4 });
  const credit = (micros: number) =>
    accounts.updateTable('adjustment_lines').set({ owner_micros: micros }).where('flight_key', '<>', 0).execute();
  await credit(15_001);
  expect((await billingOf(accounts).verify()).faults).toEqual([
    `owner:${own.customer_id} was credited -15001 micro-dollars by adjustments, but the ledger has -15000.`,
    'network:revenue was credited -35000 micro-dollars by adjustments, but the ledger has -35001.',
  ]);
  await credit(15_000);
});

test('redrawing a final PDF gives the same bytes', async () => {
  const { accounts } = fixture;
  const documents = await accounts.selectFrom('documents').selectAll().execute();
  for (const row of documents) {
    const { number, total_cents: cents, final_at: at } = row;
    const final = {
      ...row,
      number: number ?? 0,
      total_cents: cents ?? 0,
      final_at: at ?? 0,
    };
    expect((await drawDocument(final, await readLines(accounts, row.id), undefined)).sha256).toBe(row.pdf_sha256);
  }
});

test('when billed events are missing from the store, no one is charged or credited for them, and the month is reported', async () => {
  const { accounts, billingOf, clock, events } = fixture;
  await events.engine.command("ALTER TABLE events DELETE WHERE toDate(ts) = '2037-11-20' SETTINGS mutations_sync = 2");
  clock.ms = Date.UTC(2038, 2, 6, 12);
  expect(await billingOf(accounts).closeDue()).toMatchObject([{ month: '2038-02', lost: ['2037-11'] }]);
  const lines = await accounts.selectFrom('document_lines').select('month').where('document_id', 'like', '%2038-02%');
  expect(await lines.execute()).toEqual([]);
});
