import { setTimeout as pause } from 'node:timers/promises';
import { SECOND_MS } from '#domain/durations.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { readFact, writeFact } from '../databases/accounts/installation-facts.ts';
import { isBreaking } from '../databases/breaking-migrations.ts';

/**
 * How long each older process may take to notice the announcement (`watch-schema.ts`) and to end its longest insert.
 */
const STOPPED_WITHIN_MS = 20 * SECOND_MS;

/** Returns the names of breaking migrations that have been applied or are about to be applied. */
export async function readAnnounced(accounts: AccountsDb): Promise<readonly string[]> {
  return JSON.parse((await readFact(accounts, 'breaking-migrations')) ?? '[]') as string[];
}

/**
 * Notifies running processes of older versions before breaking migrations, and waits until they have stopped. A process
 * that has stopped rejects all calls, so that it can't write old rows into new tables. Does nothing if no migration in
 * `pending` is breaking.
 */
export async function announceBreaking(
  accounts: AccountsDb,
  pending: readonly string[],
  say: (line: string) => void,
  stoppedWithinMs = STOPPED_WITHIN_MS,
): Promise<void> {
  const breaking = pending.filter(isBreaking);
  if (breaking.length === 0) return;
  const announced = await readAnnounced(accounts);
  await writeFact(accounts, 'breaking-migrations', JSON.stringify([...new Set([...announced, ...breaking])]));
  say(`Waiting ${stoppedWithinMs / SECOND_MS} s for processes of older versions to stop (${breaking.join(', ')}).`);
  await pause(stoppedWithinMs);
}
