import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { DEMO_SETTING } from '../../databases/accounts/demo-traces.ts';
import { findSetting } from './demo-queries.ts';

/**
 * The progress of the seed. `now` is the instant it was planned for, `day` the first day of the history that is not
 * stored.
 */
export type DemoProgress = { readonly seed: string; readonly now: number; readonly day: number };

/** Returns null if the network is not the demo's own. */
export async function readDemoProgress(accounts: AccountsDb): Promise<DemoProgress | null> {
  const text = await findSetting(accounts, DEMO_SETTING);
  return text === undefined ? null : (JSON.parse(text) as DemoProgress);
}
