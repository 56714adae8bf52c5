import type { Dependencies } from '../../dependencies.ts';
import { AppError } from '../../http/app-error.ts';
import type { SecretBox } from '../../lib/secret-box.ts';
import type { AddressedPayout, BankPayment } from './bank-file.ts';
import { openPayeesOf, type PayeeRow } from './seal-payees.ts';

/** So many are named; the others are counted. */
const MOST_NAMED = 5;

/**
 * Accounts that a run or a refund is paid to, by customer, for a file that goes to the bank. Whoever changed or confirmed one since it was
 * proposed is not who takes the file: two see where money goes, also where the one who approved it had looked before.
 */
export async function findAccounts(
  { accounts, config, box }: Pick<Dependencies, 'accounts' | 'config'> & { readonly box: SecretBox },
  userId: string | null,
  { proposed_at: proposedAt }: { readonly proposed_at: number },
  payouts: readonly BankPayment[],
): Promise<ReadonlyMap<string, PayeeRow>> {
  const payees = await openPayeesOf(
    accounts,
    box,
    payouts.map((payout) => payout.customer_id),
  );
  const has = (is: (payee: PayeeRow, payout: BankPayment) => boolean) =>
    payouts.filter((payout) => {
      const payee = payees.get(payout.customer_id);
      return payee !== undefined && is(payee, payout);
    });
  refuse(
    has(({ confirmed_at: confirmedAt }) => confirmedAt === null),
    (names) => `Confirm the account that was written by ${names} first.`,
  );
  refuse(
    has(({ place }) => place === null),
    (names) => `The account of ${names} was sealed with a secret that is gone: write it again.`,
  );
  const isChanged = (payee: PayeeRow, { payee_revision: known }: BankPayment) =>
    known === null ? payee.changed_at >= proposedAt : payee.revision !== known;
  const isOwn = (payee: PayeeRow) => payee.changed_by_id === userId || payee.confirmed_by_id === userId;
  refuse(
    config.fourEyes ? has((payee, payout) => isChanged(payee, payout) && isOwn(payee)) : [],
    (names) => `After this was proposed you changed the account of ${names}: another administrator takes the file.`,
  );
  return payees;
}

/**
 * Payouts of an approved run, or a refund, with their accounts, for the file that goes to the bank. Refuses unless every payout has an account: a file
 * that leaves one out would let it be taken for paid.
 */
export function addressPayouts(
  payouts: readonly BankPayment[],
  payees: ReadonlyMap<string, PayeeRow>,
  statements: ReadonlyMap<string, readonly string[]>,
): AddressedPayout[] {
  // A bank file has at least one payment.
  if (payouts.length === 0) throw new AppError('conflict', 'All payouts of this run are paid or returned.');
  refuse(
    payouts.filter((payout) => payees.get(payout.customer_id)?.place == null),
    (names) => `Enter the payout account of ${names} first, or mark such a payout as returned to go on without it.`,
  );
  return payouts.flatMap((payout) => {
    const payee = payees.get(payout.customer_id);
    if (payee?.place == null) return [];
    return [{ payout, payee, place: payee.place, statements: statements.get(payout.id) ?? [] }];
  });
}

function refuse(payouts: readonly BankPayment[], why: (names: string) => string): void {
  if (payouts.length === 0) return;
  const names = payouts.slice(0, MOST_NAMED).map((payout) => payout.customer_name);
  const more = payouts.length > MOST_NAMED ? ` and ${payouts.length - MOST_NAMED} more` : '';
  throw new AppError('conflict', why(`${names.join(', ')}${more}`));
}
