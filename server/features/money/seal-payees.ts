import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { emptyLogPatiently } from '../../databases/accounts/empty-log.ts';
import type { SecretBox } from '../../lib/secret-box.ts';
import * as queries from './payees-queries.ts';

export type Place = { readonly account: string; readonly bank: string };

/** An account with what the box tells of it; null where it was sealed with a secret that is gone. */
export type PayeeRow = Omit<queries.SealedPayeeRow, 'sealed' | 'revision' | keyof Place> & {
  readonly revision: number;
  readonly place: Place | null;
};

/** IBANs have no such character, nor do banks. */
const BETWEEN = '\n';
const ROWS_AT_ONCE = 500;
/** A few seconds: a start does not wait longer for a command that reads. */
const TRIES_AT_START = 20;

export const sealPlace = (box: SecretBox, customerId: string, { account, bank }: Place): string =>
  box.seal([customerId, account, bank].join(BETWEEN));

/** Sealed with the owner's id: a seal that somebody put into another row opens nothing. */
export function openPayee(
  box: SecretBox,
  { sealed, account, bank, revision, ...row }: queries.SealedPayeeRow,
): PayeeRow {
  if (sealed !== null)
    return { ...row, revision: revision ?? queries.FIRST_REVISION, place: openPlace(box, row.customer_id, sealed) };
  // An administrator wrote it, in an earlier version.
  const confirmed = { confirmed_at: row.changed_at, confirmed_by_id: row.changed_by_id, confirmed_by: row.changed_by };
  return { ...row, ...confirmed, revision: queries.FIRST_REVISION, place: { account, bank } };
}

/** Null where no secret opens it, or where it was sealed for another row. */
export function openPlace(box: SecretBox, customerId: string, sealed: string): Place | null {
  const [id, account, bank] = box.open(sealed)?.split(BETWEEN) ?? [];
  return id !== customerId || account === undefined || bank === undefined ? null : { account, bank };
}

/** By customer; who has none is absent. */
export async function openPayeesOf(
  accounts: AccountsDb,
  box: SecretBox,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, PayeeRow>> {
  const rows = await queries.findPayeesOf(accounts, customerIds);
  return new Map(rows.map((row) => [row.customer_id, openPayee(box, row)]));
}

/** At each start: seals what an earlier version stored plainly, and leaves nothing of it in the file of the store. */
export async function sealPayees(accounts: AccountsDb, box: SecretBox): Promise<void> {
  for (let sealed = 0; ; ) {
    const rows = await queries.findPlain(accounts, ROWS_AT_ONCE);
    sealed += rows.length;
    if (rows.length === 0) {
      if (sealed > 0) await emptyLogPatiently(accounts, TRIES_AT_START);
      return;
    }
    await accounts.transaction().execute(async (tx) => {
      for (const row of rows) await queries.sealPlain(tx, row, sealPlace(box, row.customer_id, row));
    });
  }
}
