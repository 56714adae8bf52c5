import type { Payee } from '#contract/payees.ts';
import { maskedAccount } from '#domain/bank-account.ts';
import { waitsUntil } from '#domain/payee-start.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { SecretBox } from '../../keys/purpose-keys.ts';
import { findChange, findChangesOf } from './payee-changes-queries.ts';
import { findPayee, findPayeesOf } from './payees-queries.ts';
import { openChange, openPayee, type PayeeRow } from './seal-payees.ts';

/** The account in use, and its waiting change. Either may be missing. */
export type PayeeStates = { readonly current: PayeeRow | undefined; readonly change: PayeeRow | undefined };

type Reader = {
  /** The administrator who may confirm other people's changes; null if the caller may not confirm. */
  readonly confirmerId: string | null;
  readonly fourEyes: boolean;
};

/**
 * Whether the caller may confirm a change. With `fourEyes`, an administrator cannot confirm a change that they made.
 */
export const mayConfirm = ({ changed_by_id: changedBy }: PayeeRow, { confirmerId, fourEyes }: Reader): boolean =>
  confirmerId !== null && !(fourEyes && changedBy === confirmerId);

const iso = (ms: number): string => new Date(ms).toISOString();
/** Returns when payouts to an account start; null if they have started or the account is not confirmed. */
export function shownWait(payee: PayeeRow | undefined, nowMs: number): string | null {
  if (payee?.confirmed_at == null) return null;
  const startAt = waitsUntil(payee.confirmed_at, nowMs);
  return startAt === null ? null : iso(startAt);
}
const placeOf = ({ holder, place }: PayeeRow) => ({
  holder,
  account: place === null ? null : maskedAccount(place.account),
  bank: place?.bank ?? null,
});

/** Returns an account's newest state; null if there is none. */
export function showPayee({ current, change }: PayeeStates, reader: Reader & { readonly nowMs: number }): Payee | null {
  const row = change ?? current;
  if (row === undefined) return null;
  return {
    ...placeOf(row),
    customer: { id: row.customer_id, name: row.customer_name },
    holder_kind: row.holder_kind,
    account_kind: row.account_kind,
    revision: row.revision,
    changed_at: iso(row.changed_at),
    changed_by: row.changed_by,
    confirmed_at: row.confirmed_at === null ? null : iso(row.confirmed_at),
    confirmed_by: row.confirmed_by,
    starts_at: shownWait(row, reader.nowMs),
    in_use:
      change === undefined || current === undefined
        ? null
        : { ...placeOf(current), starts_at: shownWait(current, reader.nowMs) },
    may_confirm: change?.place != null && mayConfirm(change, reader),
  };
}

export async function findStates(accounts: AccountsDb, box: SecretBox, customerId: string): Promise<PayeeStates> {
  const [current, change] = [await findPayee(accounts, customerId), await findChange(accounts, customerId)];
  return {
    current: current === undefined ? undefined : openPayee(box, current),
    change: change === undefined ? undefined : openChange(box, change),
  };
}

/** Finds the accounts and changes, in the order of the ids. */
export async function findStatesOf(
  accounts: AccountsDb,
  box: SecretBox,
  customerIds: readonly string[],
): Promise<PayeeStates[]> {
  const currents = new Map((await findPayeesOf(accounts, customerIds)).map((row) => [row.customer_id, row]));
  const changes = new Map((await findChangesOf(accounts, customerIds)).map((row) => [row.customer_id, row]));
  return customerIds.map((id) => {
    const [current, change] = [currents.get(id), changes.get(id)];
    return {
      current: current === undefined ? undefined : openPayee(box, current),
      change: change === undefined ? undefined : openChange(box, change),
    };
  });
}
