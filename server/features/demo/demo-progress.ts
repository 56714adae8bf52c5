import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { DEMO_SETTING } from '../../databases/accounts/demo-traces.ts';
import { findSetting } from './demo-queries.ts';

/**
 * The seed's progress. `now` is the time it was planned for; `day` is the first day of the history that is not stored
 * yet.
 */
export type DemoProgress = { readonly seed: string; readonly now: number; readonly day: number };

/** Reads the seed's progress. Returns null if the network is not the demo's own. */
export async function readDemoProgress(accounts: AccountsDb): Promise<DemoProgress | null> {
  const text = await findSetting(accounts, DEMO_SETTING);
  return text === undefined ? null : (JSON.parse(text) as DemoProgress);
}
