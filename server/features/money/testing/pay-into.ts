import { DAY_MS } from '#domain/durations.ts';
import type { TestApp } from '../../../testing/create-test-app.ts';
import { createMoneyActs } from '../money-acts.ts';

type Wish = Parameters<ReturnType<typeof createMoneyActs>['setPayee']>[2];

/** Gives a customer an account that one administrator entered and another confirmed two days ago. */
export async function payInto({ accounts, config, clock }: TestApp, customerId: string, wish: Wish): Promise<void> {
  const acts = createMoneyActs({ accounts, config });
  const act = (id: string) => ({ by: { id, email: `${id}@voltboard.example` }, at: clock.ms - 2 * DAY_MS });
  await acts.setPayee(act('first'), customerId, wish);
  await acts.confirmPayee(act('second'), customerId);
}
