import type { Billing } from '../billing/create-billing.ts';
import type { TestApp } from './create-test-app.ts';

/** Creates billing for a test's app. It closes months as of `nowMs` and does not wait for late inserts. */
export async function createTestBilling({ accounts, config, events }: TestApp, nowMs: number): Promise<Billing> {
  const { createBilling } = await import('../billing/create-billing.ts');
  const { createNetworkMemory } = await import('../network/snapshot/network-memory.ts');
  const network = createNetworkMemory(accounts);
  return createBilling({ accounts, events, network, config, now: () => nowMs, settleMs: -1_000 });
}
