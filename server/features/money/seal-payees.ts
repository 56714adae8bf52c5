import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { SecretBox } from '../../lib/secret-box.ts';
import * as queries from './payees-queries.ts';

type Place = { readonly account: string; readonly bank: string };

/** An account with what the box tells of it; null where it was sealed with a secret that is gone. */
export type PayeeRow = Omit<queries.SealedPayeeRow, 'sealed' | keyof Place> & { readonly place: Place | null };

/** IBANs have no such character, nor do banks. */
const BETWEEN = '\n';
const ROWS_AT_ONCE = 500;

export const sealPlace = (box: SecretBox, customerId: string, { account, bank }: Place): string =>
  box.seal([customerId, account, bank].join(BETWEEN));

/** Sealed with the owner's id: a seal that somebody put into another row opens nothing. */
export function openPayee(box: SecretBox, { sealed, account, bank, ...row }: queries.SealedPayeeRow): PayeeRow {
  return { ...row, place: sealed === '' ? { account, bank } : openPlace(box, row.customer_id, sealed) };
}

function openPlace(box: SecretBox, customerId: string, sealed: string): Place | null {
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

/**
 * At each start: seals what an earlier version stored plainly, and seals anew what was sealed with the previous secret, so that this one
 * may be forgotten. What no secret opens stays as it is.
 */
export async function sealPayees(accounts: AccountsDb, box: SecretBox): Promise<void> {
  for (;;) {
    const rows = await queries.findToSeal(accounts, box.prefix, ROWS_AT_ONCE);
    const sealed = rows.flatMap((row) => {
      const { customer_id: id, sealed: before, account, bank } = row;
      const place = before === '' ? { account, bank } : openPlace(box, id, before);
      return place === null ? [] : [{ row, sealed: sealPlace(box, id, place) }];
    });
    if (sealed.length === 0) return;
    await accounts.transaction().execute(async (tx) => {
      for (const { row, sealed: seal } of sealed) await queries.storeSeal(tx, row, seal);
    });
    if (rows.length < ROWS_AT_ONCE) return;
  }
}
