import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { emptyLogPatiently } from '../../databases/accounts/empty-log.ts';
import type { SecretBox } from '../../keys/purpose-keys.ts';
import type { PayeeChangeRow } from './payee-changes-queries.ts';
import * as queries from './payees-queries.ts';

export type Place = { readonly account: string; readonly bank: string };

/** An account with its decrypted values. `place` is null if no secret can open the seal. */
export type PayeeRow = Omit<queries.SealedPayeeRow, 'sealed' | 'revision' | keyof Place> & {
  readonly revision: number;
  readonly place: Place | null;
};

/** Separator that neither IBANs nor bank codes contain. */
const BETWEEN = '\n';
const ROWS_AT_ONCE = 500;
/**
 * Number of attempts at startup, which take a few seconds in total. The server waits no longer than this for a command
 * that reads the store.
 */
const TRIES_AT_START = 20;

export const sealPlace = (box: SecretBox, customerId: string, { account, bank }: Place): string =>
  box.seal([customerId, account, bank].join(BETWEEN));

/**
 * Opens a sealed account. The seal contains the owner's id, so a seal that is copied to another row cannot be opened.
 */
export function openPayee(
  box: SecretBox,
  { sealed, account, bank, revision, ...row }: queries.SealedPayeeRow,
): PayeeRow {
  if (sealed !== null)
    return { ...row, revision: revision ?? queries.FIRST_REVISION, place: openPlace(box, row.customer_id, sealed) };
  // An administrator entered this account in an earlier version.
  const confirmed = { confirmed_at: row.changed_at, confirmed_by_id: row.changed_by_id, confirmed_by: row.changed_by };
  return { ...row, ...confirmed, revision: queries.FIRST_REVISION, place: { account, bank } };
}

/** Opens a change that waits for confirmation. */
export const openChange = (box: SecretBox, { sealed, ...row }: PayeeChangeRow): PayeeRow => ({
  ...row,
  confirmed_at: null,
  confirmed_by_id: null,
  confirmed_by: null,
  place: openPlace(box, row.customer_id, sealed),
});

/** Opens a seal. Returns null if no secret opens it, or if it was sealed for another row. */
export function openPlace(box: SecretBox, customerId: string, sealed: string): Place | null {
  const [id, account, bank] = box.open(sealed)?.split(BETWEEN) ?? [];
  return id !== customerId || account === undefined || bank === undefined ? null : { account, bank };
}

/** Opens accounts, by customer. Customers without an account have no entry. */
export async function openPayeesOf(
  accounts: AccountsDb,
  box: SecretBox,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, PayeeRow>> {
  const rows = await queries.findPayeesOf(accounts, customerIds);
  return new Map(rows.map((row) => [row.customer_id, openPayee(box, row)]));
}

/**
 * Runs at each start. Seals accounts that an earlier version stored in plain text, and erases the plain text from the
 * store's file.
 */
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
