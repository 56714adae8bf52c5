import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Alert } from '#contract/alerts.ts';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';
import { makeCustomer, makeUser } from '../../testing/makers.ts';
import { createAlertWatch } from './start-alerts.ts';

let server: TestApp;
let watch: ReturnType<typeof createAlertWatch>;

beforeAll(async () => {
  server = await createTestApp();
  watch = createAlertWatch(server.dependencies);
});
afterAll(() => server.close());

/** Advances the clock by two minutes. Each minute runs the alert watch. */
async function pass(): Promise<void> {
  for (let minute = 0; minute < 2; minute += 1) {
    server.clock.ms += MINUTE_MS;
    await watch.look();
  }
}

test('notifies an owner once of a returned payout, for a week', async () => {
  const { accounts, clock } = server;
  const { id: customerId } = await makeCustomer(accounts, { name: 'Epsilon Halls' });
  const run = { id: 'run-1', number: 1, minimum_cents: 0, state: 'approved' as const, why: '' };
  const { id: userId } = await makeUser(accounts, { role: 'admin' });
  await accounts
    .insertInto('payout_runs')
    .values({ ...run, proposed_at: clock.ms, proposed_by_id: userId, decided_at: clock.ms, decided_by_id: userId })
    .execute();
  const payout = { id: 'payout-1', run_id: run.id, customer_id: customerId, customer_name: 'Epsilon Halls' };
  await accounts
    .insertInto('payouts')
    .values({
      ...payout,
      amount_cents: 120_305,
      state: 'returned',
      paid_on: null,
      paid_at: null,
      returned_at: clock.ms,
      why: 'closed',
    })
    .execute();
  await pass();
  const told = await accounts.selectFrom('alerts').selectAll().where('customer_id', '=', customerId).execute();
  const returnedMs = clock.ms - 2 * MINUTE_MS;
  expect(told.map(({ rule, title, since_at: since }) => [rule, title.slice(0, 35), since])).toEqual([
    ['payout_returned', 'A payout of $1,203.05 was returned.', returnedMs],
  ]);
  clock.ms += 7 * DAY_MS;
  await watch.look();
  const standing = await accounts.selectFrom('alerts').select('id').where('ended_at', 'is', null).execute();
  expect(standing).toEqual([]);
});

test('an alert for a final document names its number, month and customer', async () => {
  const { accounts, clock } = server;
  const { id: customerId, key } = await makeCustomer(accounts, { name: 'Eta Hostels' });
  const id = `statement-2026-10-${customerId}`;
  await accounts
    .insertInto('billing_months')
    .values({
      month: '2026-10',
      from_at: 0,
      to_at: clock.ms,
      holder: null,
      cut_off_at: null,
      read_at: clock.ms,
      final_at: clock.ms,
      looked_until: null,
    })
    .execute();
  const row = {
    id,
    kind: 'statement' as const,
    month: '2026-10',
    customer_id: customerId,
    customer_key: key,
    number: 7,
    customer_name: 'Eta Hostels',
    customer_address: '',
    customer_tax_id: '',
    currency: 'USD',
    time_zone: 'UTC',
    total_cents: 100,
    carried_micros: 0,
    cut_off_at: clock.ms,
    final_at: clock.ms,
    due_at: null,
    layout: 1,
    pdf_sha256: null,
    lines_sha256: null,
    ledger_seq: null,
    ledger_head: null,
    letterhead_id: null,
  };
  await accounts.insertInto('documents').values(row).execute();
  await pass();
  const headers = await server.asRole('property', customerId);
  const { data } = (await server.app.inject({ url: '/api/alerts', headers })).json<{ data: Alert[] }>();
  expect(data).toMatchObject([
    {
      rule: 'document_final',
      title: 'Statement S-000007 of October 2026 is final',
      path: `/app/documents?open=${id}`,
      affected: [{ id, name: 'Eta Hostels' }],
    },
  ]);
  const admin = await server.asRole('admin');
  const seen = (await server.app.inject({ url: '/api/alerts', headers: admin })).json<{
    data: Alert[];
    waiting: number;
  }>();
  // There is one alert for the month, and none that asks for a decision.
  const [month, ...others] = seen.data.filter(({ rule }) => rule === 'document_final');
  expect([month?.title, month?.affected_count, others]).toEqual(['October 2026: 1 document is final', 1, []]);
  expect(seen.waiting).toBe(0);
  await accounts
    .insertInto('documents')
    .values({ ...row, id: `${id}-2`, kind: 'invoice', number: 8 })
    .execute();
  await pass();
  const later = await server.app.inject({ url: '/api/alerts', headers: admin });
  const titles = later.json<{ data: Alert[] }>().data.map(({ title }) => title);
  expect(titles).toContain('October 2026: 2 documents are final');
});
