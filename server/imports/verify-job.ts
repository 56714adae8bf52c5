import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import * as staged from './staged-rows-queries.ts';
import { changedMeanwhile } from './staging.ts';

const ROWS_AT_ONCE = 2_000;

/**
 * Verifies that the rows a file depends on are unchanged since the check, and that its new names are free. Runs during
 * the turn.
 */
export async function verifyJob(db: AccountsDb, id: string, onStep: () => Promise<unknown>): Promise<void> {
  for (let after: number | null = null; ; ) {
    const range = await staged.nextRange(db, { id, after, rows: ROWS_AT_ONCE });
    if (range === null) return;
    for (const group of await staged.groupsOf(db, range)) {
      const isHeld = group.op === 'expect' || group.op === 'update';
      if (isHeld && (await staged.countMissing(db, range, group)) > 0) throw changedMeanwhile();
      if (group.op === 'insert' && (await staged.countTaken(db, range, group)) > 0) throw changedMeanwhile();
    }
    after = range.to;
    await onStep();
  }
}
