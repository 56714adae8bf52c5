import { HOLDER_LENGTH, type Payee } from '#contract/payees.ts';
import { accountText, bankText, maskedAccount, readAccount, readBank } from '#domain/bank-account.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { AppError, FieldError } from '../../http/app-error.ts';
import { checkedText } from '../../network/checked-fields.ts';
import type { Keeping } from './keep-payments.ts';
import * as queries from './payees-queries.ts';
import { findCustomer } from './payments-queries.ts';

type Wish = { readonly holder: string; readonly account: string; readonly bank: string };

/** Said again as it is, it is no change: a run that was approved before can still be paid. */
export async function setPayee(
  { context, userId }: Pick<Keeping, 'context' | 'userId'>,
  customerId: string,
  wish: Wish,
): Promise<void> {
  const { accounts, author, now } = context;
  const customer = await findCustomer(accounts, customerId);
  if (customer === undefined) throw new AppError('not-found', 'There is no such customer.');
  if (customer.kind !== 'property') throw new AppError('invalid', 'Owners are paid; advertisers pay.');
  const [account, bank] = [readAccount(wish.account), readBank(wish.bank)];
  const holder = checkedText('holder', wish.holder, HOLDER_LENGTH);
  const fields = {
    ...(holder === '' ? { holder: 'Write whose account it is.' } : {}),
    ...(account === null ? { account: 'Write an IBAN without a slip, or the number of an account.' } : {}),
    ...(bank === null ? { bank: 'Write a BIC, or a routing number of nine digits.' } : {}),
  };
  if (account === null || bank === null || holder === '') throw new FieldError(fields);
  const row = { customer_id: customerId, holder, account: accountText(account), bank: bankText(bank) };
  const before = await queries.findPayee(accounts, customerId);
  const isSame = before?.account === row.account && before.bank === row.bank && before.holder === row.holder;
  if (isSame) return;
  const at = now();
  await accounts.transaction().execute(async (tx) => {
    await queries.keepPayee(tx, { ...row, changed_at: at, changed_by_id: userId });
    const change = (name: 'account' | 'bank' | 'holder', shown = (text: string) => text) =>
      before?.[name] === row[name] ? {} : { [name]: { before: shown(before?.[name] ?? ''), after: shown(row[name]) } };
    const detail = { ...change('holder'), ...change('account', maskedAccount), ...change('bank') };
    await writeAudit(tx, { ...author, at, action: 'payee.changed', subject: customer.name, detail });
  });
}

export const showPayee = (row: queries.PayeeRow): Payee => ({
  customer: { id: row.customer_id, name: row.customer_name },
  ...{ holder: row.holder, account: maskedAccount(row.account), bank: row.bank },
  ...{ changed_at: new Date(row.changed_at).toISOString(), changed_by: row.changed_by },
});

export async function showPayeeOf({ context }: Pick<Keeping, 'context'>, customerId: string): Promise<Payee> {
  const row = await queries.findPayee(context.accounts, customerId);
  if (row === undefined) throw new AppError('not-found', 'There is no such customer.');
  return showPayee(row);
}
