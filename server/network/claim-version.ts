import type { Transaction } from 'kysely';
import type { AccountsSchema } from '../databases/accounts/schema.ts';
import { AppError } from '../http/app-error.ts';

/** A row as whoever changes it has read it. */
export type Claim = { readonly id: string; readonly version: number };

const NAMES = { customers: 'customer', venues: 'venue', outlets: 'outlet' } as const;

/**
 * Takes a row for a change, in the transaction of that change: of two people who read the same state only the first may
 * change it (docs/threat-model.md#g5). Answers the row's new version; throws 409 when somebody changed it since.
 */
export async function claimVersion(
  tx: Transaction<AccountsSchema>,
  table: keyof typeof NAMES,
  { id, version }: Claim,
  nowMs: number,
): Promise<number> {
  const next = Math.max(nowMs, version + 1);
  const claimed = await tx
    .updateTable(table)
    .set({ updated_at: next })
    .where('id', '=', id)
    .where('updated_at', '=', version)
    .executeTakeFirst();
  if (claimed.numUpdatedRows > 0n) return next;
  throw new AppError(
    'conflict',
    `Somebody changed this ${NAMES[table]} since you opened it. Look at it as it is now, then change it again.`,
  );
}
