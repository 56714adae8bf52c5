import type { Billing } from '../billing/create-billing.ts';
import type { TestApp } from './create-test-app.ts';

/** The billing of a test's app, which closes months as of `nowMs` and waits for no late insert. */
export async function createTestBilling({ accounts, config, events }: TestApp, nowMs: number): Promise<Billing> {
  const { createBilling } = await import('../billing/create-billing.ts');
  const { createNetworkMemory } = await import('../network/snapshot/network-memory.ts');
  const network = createNetworkMemory(accounts);
  return createBilling({ accounts, events, network, config, now: () => nowMs, settleMs: -1_000 });
}
