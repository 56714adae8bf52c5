import { v7 as newId } from 'uuid';
import { expect } from 'vitest';
import { DAY_MS } from '#domain/durations.ts';
import { createBilling } from '../../../billing/create-billing.ts';
import { createNetworkMemory } from '../../../network/snapshot/network-memory.ts';
import type { TestApp } from '../../../testing/create-test-app.ts';
import { makeWorld, storedEvent } from '../../dashboard/testing/make-world.ts';

export type Drawing = {
  upTo(most: number): number;
  pick<Value>(values: readonly Value[]): Value;
};

/** Creates closed months that are partly paid, credited and paid out, running flights, and events from this month. */
export async function makeSettledWorld(server: TestApp, nowMs: number, { pick, upTo }: Drawing) {
  server.clock.ms = nowMs;
  const { accounts, events } = server;
  const world = await makeWorld(server);
  const now = new Date(nowMs);
  const monthBack = (back: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7);
  const headers = {
    admin: await server.asRole('admin'),
    second: await server.asRole('admin'),
    alpha: await server.asRole('property', world.alpha.id),
    volt: await server.asRole('advertiser', world.volt.id),
  };
  const post = async (url: string, wish: object, who: keyof typeof headers = 'admin') => {
    const payload = { sending_id: newId(), ...wish };
    const answer = await server.app.inject({ method: 'POST', url: `/api${url}`, headers: headers[who], payload });
    expect(answer.statusCode, `${url} ${answer.body}`).toBe(200);
    return answer.json<{ readonly id: string }>();
  };
  const flights = await accounts.selectFrom('flights').select(['id', 'campaign_id']).execute();
  await accounts
    .updateTable('flights')
    .set({ starts_at: nowMs - 9.3 * DAY_MS, ends_at: nowMs + 21.1 * DAY_MS, approved_at: 0, state: 'approved' })
    .set({ budget_micros: 900_000_007 })
    .execute();
  await events.insert(
    Array.from({ length: 300 }, () => {
      const outlet = pick(['a1', 'a2', 'b1'] as const);
      const amount = pick([200_000, 2_500_000, 400_001]);
      const owner = Math.round(amount * pick([0.3, 0.35]));
      const invalid = pick(['none', 'none', 'none', 'visitor_pace', 'repeated'] as const);
      return storedEvent(
        outlet === 'b1' ? world.beta : world.alpha,
        world.outlets[outlet],
        pick([world.cola, world.shoes]),
        nowMs - DAY_MS - upTo(75 * DAY_MS),
        {
          kind: pick(['view', 'view', 'click', 'burn'] as const),
          energyMilliWh: upTo(9_000),
          fingerprint: String(upTo(40)).padStart(32, '0'),
          ...(invalid === 'none'
            ? { amountMicros: amount, ownerMicros: owner }
            : { invalid, amountMicros: 0, ownerMicros: 0, withheldMicros: amount, withheldOwnerMicros: owner }),
        },
      );
    }),
  );
  const network = createNetworkMemory(accounts);
  const billing = createBilling({
    accounts,
    events,
    network,
    config: server.config,
    now: () => nowMs,
    settleMs: -1_000,
  });
  const paid_on = now.toISOString().slice(0, 10);
  const pay = (customer: { readonly id: string }, amount: number) =>
    post('/payments', { customer_id: customer.id, amount, paid_on, reference: `Transfer of ${amount}` });
  await billing.close(monthBack(2));
  await pay(world.volt, 3.17);
  const { id: withdrawn } = await pay(world.volt, 2.5);
  await post(`/payments/${withdrawn}/withdraw`, { reason: 'Of another account' });
  const payer = { holder: 'Voltboard', account: '000123456789', bank: '021000021', company_id: '1123456789' };
  const put = { method: 'PUT', url: '/api/payer', headers: headers.admin, payload: payer } as const;
  expect((await server.app.inject(put)).statusCode).toBe(200);
  const { id: run } = await post('/payout-runs', { minimum: 0 });
  await post(`/payout-runs/${run}/approve`, {}, 'second');
  await post(`/payout-runs/${run}/paid`, { paid_on });
  // More than the month's total, so that the next invoice and statement are negative.
  const about = { owner_id: world.alpha.id, advertiser_id: world.volt.id, reason: 'Dark for a week' };
  await post('/adjustments', { ...about, amount: -400, owner_amount: -150 });
  await billing.close(monthBack(1));
  for (const amount of [11.11, 7.07, 40]) await pay(pick([world.volt, world.zap]), amount);
  return { world, headers, flights, months: [monthBack(2), monthBack(1)] };
}
