import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBilling, stateOf } from '../../billing/testing/billing-fixture.ts';
import { breakAfter, KilledError } from '../../billing/testing/break-after.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { AppError } from '../../http/app-error.ts';
import * as payments from './keep-payments.ts';
import * as payouts from './keep-payouts.ts';
import { makeAdjustment } from './make-adjustments.ts';

let fixture: Awaited<ReturnType<typeof openBilling>>;
beforeAll(async () => {
  fixture = await openBilling();
  await fixture.billingOf(fixture.accounts, -1_000).close('2037-10');
});
afterAll(() => fixture.close());

const keeping = (accounts: AccountsDb, userId = 'first') => ({
  context: { accounts, now: () => fixture.clock.ms, author: { actorId: userId, actor: userId, ip: '' } },
  userId,
  timeZone: 'UTC',
  fourEyes: true,
  note: async () => {},
  requirePayer: async () => {},
});

/** Returns the state of all tables about money. */
async function whole(): Promise<string> {
  const { accounts } = fixture;
  const rows = (table: 'payments' | 'payout_runs' | 'payouts' | 'adjustments' | 'adjustment_lines') =>
    accounts
      .selectFrom(table)
      .selectAll()
      .orderBy(table === 'adjustment_lines' ? 'adjustment_id' : 'id')
      .execute();
  const tables = ['payments', 'payout_runs', 'payouts', 'adjustments', 'adjustment_lines'] as const;
  return JSON.stringify([await stateOf(accounts), await Promise.all(tables.map(rows))]);
}

type Act = (store: AccountsDb) => Promise<unknown>;
const only = async (table: 'payments' | 'payout_runs' | 'payouts') =>
  (await fixture.accounts.selectFrom(table).select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id;
/** The actions with money, in their order. If there are two runs, the actions use the newer run. */
const actsWith = (sponsor: string, reference: string): Readonly<Record<string, Act>> => ({
  'a payment is entered': (store) =>
    payments.enter(keeping(store), { customer_id: sponsor, amount: 0.25, paid_on: '2037-12-01', reference }),
  'a payment is withdrawn': async (store) => payments.withdraw(keeping(store), await only('payments'), 'Wrong'),
  'a run is proposed': (store) => payouts.propose(keeping(store), 0),
  'a run is approved': async (store) => payouts.approve(keeping(store, 'second'), await only('payout_runs')),
  'a run is paid': async (store) => payouts.pay(keeping(store), { runId: await only('payout_runs') }, '2037-12-02'),
  'a payout comes back': async (store) => payouts.bringBack(keeping(store), await only('payouts'), 'Closed'),
});

test('an action that is killed at any write leaves nothing behind, then succeeds once, and a repetition is rejected', async () => {
  const { accounts, billingOf } = fixture;
  const sponsor = await findSponsor();
  for (const [what, act] of Object.entries(actsWith(sponsor, 'Transfer 7'))) {
    await killedAtEachWrite(what, act);
    const done = await whole();
    await expect(act(accounts), what).rejects.toThrow(AppError);
    expect(await whole(), what).toBe(done);
    expect((await billingOf(accounts).verify()).faults, what).toEqual([]);
  }
  const adjustment = { owner_id: null, advertiser_id: sponsor, amount: 1, owner_amount: 0, reason: 'Goodwill' };
  await killedAtEachWrite('an adjustment', (store) => makeAdjustment(keeping(store), adjustment));
  expect((await billingOf(accounts).verify()).faults).toEqual([]);
});

test('two concurrent calls of an action execute it once', async () => {
  const { accounts, billingOf } = fixture;
  for (const [what, act] of Object.entries(actsWith(await findSponsor(), 'Transfer 8'))) {
    const outcomes = await Promise.allSettled([act(accounts), act(accounts)]);
    expect(outcomes.map(({ status }) => status).toSorted(), what).toEqual(['fulfilled', 'rejected']);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason, what).toBeInstanceOf(AppError);
  }
  expect((await billingOf(accounts).verify()).faults).toEqual([]);
});

async function findSponsor(): Promise<string> {
  const { accounts } = fixture;
  const found = accounts.selectFrom('customers').select('id').where('kind', '=', 'advertiser');
  return (await found.executeTakeFirstOrThrow()).id;
}

/** Kills the action one write later each time, until it succeeds. */
async function killedAtEachWrite(what: string, act: Act): Promise<void> {
  const before = await whole();
  for (let writes = 0; ; writes += 1) {
    const outcome = await act(breakAfter(fixture.accounts, writes)).then(
      () => null,
      (error: unknown) => error,
    );
    if (outcome === null) return expect(writes, what).toBeGreaterThan(1);
    expect(outcome, `${what}, write ${writes}`).toBeInstanceOf(KilledError);
    expect(await whole(), `${what}, write ${writes}`).toBe(before);
  }
}
