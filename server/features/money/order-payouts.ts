import { type AccountId, type BankId, readAccount, readBank } from '#domain/bank-account.ts';
import { wallClock } from '#domain/zoned-day.ts';
import type { Dependencies } from '../../dependencies.ts';
import { AppError } from '../../http/app-error.ts';
import type { SecretBox } from '../../lib/secret-box.ts';
import { paymentFile } from './payment-file.ts';
import type { PayoutRow, RunRow } from './payouts-queries.ts';
import { openPayeesOf, type PayeeRow } from './seal-payees.ts';

/** So many are named; the others are counted. */
const MOST_NAMED = 5;

/**
 * Accounts that a run is paid to, by owner, for a file that goes to the bank. Whoever changed or confirmed one since the run was
 * proposed is not who takes the file: two see where money goes, also where the one who approved it had looked before.
 */
export async function findAccounts(
  { accounts, config, box }: Pick<Dependencies, 'accounts' | 'config'> & { readonly box: SecretBox },
  userId: string | null,
  { proposed_at: proposedAt }: RunRow,
  payouts: readonly PayoutRow[],
): Promise<ReadonlyMap<string, PayeeRow>> {
  const payees = await openPayeesOf(
    accounts,
    box,
    payouts.map((payout) => payout.customer_id),
  );
  const has = (is: (payee: PayeeRow, payout: PayoutRow) => boolean) =>
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
  const isChanged = (payee: PayeeRow, { payee_revision: known }: PayoutRow) =>
    known === null ? payee.changed_at >= proposedAt : payee.revision !== known;
  const isOwn = (payee: PayeeRow) => payee.changed_by_id === userId || payee.confirmed_by_id === userId;
  refuse(
    config.fourEyes ? has((payee, payout) => isChanged(payee, payout) && isOwn(payee)) : [],
    (names) => `After this run was proposed you changed the account of ${names}: another administrator takes the file.`,
  );
  return payees;
}

/**
 * The file for the bank with payouts of an approved run, for today. It names everybody or is none, so that nobody is taken for
 * paid who was left out.
 */
export function orderPayouts(
  { config, now }: Pick<Dependencies, 'config' | 'now'>,
  { id, number, decided_at: approvedAt }: RunRow,
  payouts: readonly PayoutRow[],
  payees: ReadonlyMap<string, PayeeRow>,
): string {
  const { payer, currency, networkTimeZone } = config;
  if (payer === null)
    throw new AppError('conflict', 'Set PAYER_NAME, PAYER_ACCOUNT and PAYER_BANK: payouts are made from that account.');
  // The standard has no file without a payment.
  if (payouts.length === 0) throw new AppError('conflict', 'All payouts of this run are paid or returned.');
  const placeOf = (payout: PayoutRow) => payees.get(payout.customer_id)?.place ?? undefined;
  refuse(
    payouts.filter((payout) => placeOf(payout) === undefined),
    (names) => `Nobody said which account is paid of ${names}. Mark such a payout as returned to go on without it.`,
  );
  const orderedAt = new Date(approvedAt ?? 0).toISOString();
  return paymentFile({
    // The bank refuses what it had under this name before.
    ...{ id: `run-${number}-${id.slice(-12)}`, orderedAt, day: wallClock(now(), networkTimeZone).date, currency },
    from: payer,
    transfers: payouts.flatMap((payout) => {
      const [payee, place] = [payees.get(payout.customer_id), placeOf(payout)];
      if (payee === undefined || place === undefined) return [];
      const to = { name: payee.holder, account: accountOf(place.account), bank: bankOf(place.bank) };
      return [{ id: payout.id.replaceAll('-', ''), cents: payout.amount_cents, to, words: `Payout run ${number}` }];
    }),
  });
}

function refuse(payouts: readonly PayoutRow[], why: (names: string) => string): void {
  if (payouts.length === 0) return;
  const names = payouts.slice(0, MOST_NAMED).map((payout) => payout.customer_name);
  const more = payouts.length > MOST_NAMED ? ` and ${payouts.length - MOST_NAMED} more` : '';
  throw new AppError('conflict', why(`${names.join(', ')}${more}`));
}

const accountOf = (text: string): AccountId => readAccount(text) ?? { number: text };
function bankOf(text: string): BankId {
  const bank = readBank(text);
  if (bank === null) throw new Error(`'${text}' was stored as a bank and is none`);
  return bank;
}
