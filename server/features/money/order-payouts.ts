import { payoutsStartAt, startText, waitsUntil } from '#domain/payee-start.ts';
import type { Dependencies } from '../../dependencies.ts';
import { AppError } from '../../http/app-error.ts';
import type { SecretBox } from '../../keys/purpose-keys.ts';
import type { AddressedPayout, BankPayment } from './bank-file.ts';
import { openPayeesOf, type PayeeRow } from './seal-payees.ts';

/** Maximum number of names in a message. Further names are only counted. */
const MOST_NAMED = 5;

/**
 * Returns the accounts for a bank file, by customer. Refuses administrators who changed or confirmed one of these
 * accounts since the proposal, so that two people check the destination, even if the approver looked earlier.
 */
export async function findAccounts(
  { accounts, config, box, now }: Pick<Dependencies, 'accounts' | 'config' | 'now'> & { readonly box: SecretBox },
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
  const at = now();
  // Deny by default: payouts to an unconfirmed account never start.
  const startOf = ({ confirmed_at: confirmedAt }: PayeeRow) =>
    confirmedAt === null ? Number.POSITIVE_INFINITY : waitsUntil(confirmedAt, at);
  const waiting = has((payee) => startOf(payee) !== null);
  const last = waiting.reduce((most, { customer_id: id }) => Math.max(most, payees.get(id)?.confirmed_at ?? at), 0);
  refuse(
    waiting,
    (names) =>
      `Payouts to the changed account of ${names} start on ${startText(payoutsStartAt(last))}. Download the file after that, or mark these payouts as returned to continue without them.`,
  );
  refuse(
    has(({ place }) => place === null),
    (names) => `The payout account of ${names} can’t be decrypted, because its key is lost. Enter it again.`,
  );
  const isChanged = (payee: PayeeRow, { payee_revision: known }: BankPayment) =>
    known === null ? payee.changed_at >= proposedAt : payee.revision !== known;
  const isOwn = (payee: PayeeRow) => payee.changed_by_id === userId || payee.confirmed_by_id === userId;
  refuse(
    config.fourEyes ? has((payee, payout) => isChanged(payee, payout) && isOwn(payee)) : [],
    (names) =>
      `You changed the payout account of ${names} after this was proposed, so another administrator must download the file.`,
  );
  return payees;
}

/**
 * Combines an approved run's payouts, or a refund, with their accounts, for a bank file. Throws unless every payout
 * has an account, because a payout missing from the file could be mistaken for paid.
 */
export function addressPayouts(
  payouts: readonly BankPayment[],
  payees: ReadonlyMap<string, PayeeRow>,
  statements: ReadonlyMap<string, readonly string[]>,
): AddressedPayout[] {
  // A bank file must contain at least one payment.
  if (payouts.length === 0) throw new AppError('conflict', 'All payouts of this run are already paid or returned.');
  refuse(
    payouts.filter((payout) => payees.get(payout.customer_id)?.place == null),
    (names) =>
      `Enter and confirm the payout account of ${names} first, or mark these payouts as returned to continue without them.`,
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
