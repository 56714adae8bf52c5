import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { readFact } from '../databases/accounts/installation-facts.ts';
import type { PurposeKeys } from './purpose-keys.ts';
import { removeOldKeys, sealAgain } from './seal-again.ts';

type Needs = {
  readonly accounts: AccountsDb;
  readonly config: { readonly keys: PurposeKeys };
  readonly gate: { keepReadable(): Promise<boolean> };
};
type Start = (pattern: string, name: string, work: () => Promise<unknown>) => void;

/** Starts the jobs that read keys rotated by other processes and finish rotations. */
export function startKeys(needs: Needs, jobs: { readonly inBackground: Start; readonly byOne: Start }): void {
  jobs.inBackground('*/10 * * * * *', 'loading keys', () => needs.config.keys.refresh());
  jobs.byOne('*/5 * * * *', 're-encrypting with new keys', () => finishRotations(needs));
}

/** Re-encrypts values that were encrypted with older keys, then removes keys that are no longer needed. */
export async function finishRotations({ accounts, config: { keys }, gate }: Needs): Promise<void> {
  await keys.refresh();
  await sealAgain(accounts, keys);
  await gate.keepReadable();
  const salts = (await readFact(accounts, 'visitor-salt')) ?? '';
  await removeOldKeys(accounts, keys, async (id) => salts.split(' ').some((salt) => salt.startsWith(`${id}.`)));
}
