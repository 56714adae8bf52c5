import { createHash } from 'node:crypto';
import type { ChangeContext } from '../../administration/change-context.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { AppError } from '../../http/app-error.ts';
import { findSending, insertSending, type SendingRow } from './sendings-queries.ts';

/**
 * Records in the action's transaction that the request was executed, and which row it affected. A refused action is
 * not recorded.
 */
export type NoteSending = (tx: AccountsDb, rowId: string) => Promise<void>;

/** Who acts, their time zone, and how to record the request as executed. */
export type Keeping = {
  readonly context: ChangeContext;
  readonly userId: string;
  readonly timeZone: string;
  readonly note: NoteSending;
};

type Sent = { readonly act: string; readonly sendingId: string; readonly wish: object };

/** Runs an action once. Returns the id of its row, from this call or from an earlier one with the same sending id. */
export async function sendOnce(
  keeping: Omit<Keeping, 'note'>,
  { act, sendingId, wish }: Sent,
  work: (keeping: Keeping) => Promise<string>,
): Promise<string> {
  const { accounts, now } = keeping.context;
  const sent = { id: sendingId, act, sent_by_id: keeping.userId, wish_hash: hashOf(wish) };
  const before = await findSending(accounts, sendingId);
  if (before !== undefined) return rowOf(before, sent);
  const note: NoteSending = (tx, rowId) => insertSending(tx, { ...sent, row_id: rowId, sent_at: now() });
  try {
    return await work({ ...keeping, note });
  } catch (error) {
    // If the same request arrives twice simultaneously, the unique key refuses the second request, or the second
    // request finds the row of the first.
    const other = await findSending(accounts, sendingId);
    if (other === undefined) throw error;
    return rowOf(other, sent);
  }
}

/** Returns the row of an earlier request. Throws if its sending id was used for another action, sender or content. */
function rowOf(before: SendingRow, sent: Pick<SendingRow, 'act' | 'sent_by_id' | 'wish_hash'>): string {
  if (before.act === sent.act && before.sent_by_id === sent.sent_by_id && before.wish_hash === sent.wish_hash)
    return before.row_id;
  throw new AppError(
    'conflict',
    'This form was already saved with different values. Close it and check the saved entry.',
  );
}

/** Hashes the fields, regardless of their order. */
const hashOf = (wish: object): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(wish).toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .digest('hex');
