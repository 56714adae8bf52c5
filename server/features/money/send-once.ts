import { createHash } from 'node:crypto';
import type { ChangeContext } from '../../administration/change-context.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { AppError } from '../../http/app-error.ts';
import { findSending, insertSending, type SendingRow } from './sendings-queries.ts';

/** Says within the transaction of an act that its sending is done, and on which row: what is refused was not done. */
export type NoteSending = (tx: AccountsDb, rowId: string) => Promise<void>;

/** Who acts, where a day begins for them, and how the act is noted as sent. */
export type Keeping = {
  readonly context: ChangeContext;
  readonly userId: string;
  readonly timeZone: string;
  readonly note: NoteSending;
};

type Sent = { readonly act: string; readonly sendingId: string; readonly wish: object };

/** Answers the id of the row that an act is about, done now or when the same was sent before. */
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
    // Sent twice at once, the second one is refused by the key, or finds the row as the first one left it.
    const other = await findSending(accounts, sendingId);
    if (other === undefined) throw error;
    return rowOf(other, sent);
  }
}

/** Under the name of what was stored nobody gets something else for done. */
function rowOf(before: SendingRow, sent: Pick<SendingRow, 'act' | 'sent_by_id' | 'wish_hash'>): string {
  if (before.act === sent.act && before.sent_by_id === sent.sent_by_id && before.wish_hash === sent.wish_hash)
    return before.row_id;
  throw new AppError(
    'conflict',
    'What this form said when it was sent before is stored, and this is something else. Close it and look at what is there.',
  );
}

/** Whatever the order of its fields. */
const hashOf = (wish: object): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(wish).toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .digest('hex');
