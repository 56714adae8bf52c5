import { HOLDER_LENGTH, type Payee } from '#contract/payees.ts';
import { accountFaults, accountText, bankText, maskedAccount, readAccount, readBank } from '#domain/bank-account.ts';
import { takeAuditTurn, writeAudit } from '../../audit/write-audit.ts';
import { AppError, FieldError } from '../../http/app-error.ts';
import type { SecretBox } from '../../lib/secret-box.ts';
import { checkedText } from '../../network/checked-fields.ts';
import { mayGetBack } from './find-ahead-of.ts';
import * as queries from './payees-queries.ts';
import { findCustomer } from './payments-queries.ts';
import { openPayee, type PayeeRow, sealPlace } from './seal-payees.ts';
import type { Keeping } from './send-once.ts';

type Kinds = Pick<Payee, 'holder_kind' | 'account_kind'>;
type Wish = { readonly holder: string; readonly account: string; readonly bank: string } & Partial<Kinds>;
type Writing = Pick<Keeping, 'context' | 'userId'> & {
  readonly box: SecretBox;
  /** ISO 4217, of the payments. */
  readonly currency: string;
};

function checked(wish: Wish, currency: string): Required<Wish> {
  const { holder_kind = 'company', account_kind = 'checking' } = wish;
  const holder = checkedText('holder', wish.holder, HOLDER_LENGTH);
  const faults = accountFaults({ ...wish, holder }, currency);
  const [account, bank] = [readAccount(wish.account), readBank(wish.bank)];
  if (account === null || bank === null || Object.keys(faults).length > 0) throw new FieldError(faults);
  return { holder, account: accountText(account), bank: bankText(bank), holder_kind, account_kind };
}

const FIELDS = ['holder', 'account', 'bank', 'holder_kind', 'account_kind'] as const;
const kindsOf = ({ holder_kind, account_kind }: Kinds): Kinds => ({ holder_kind, account_kind });

/**
 * By an administrator, or by the owner itself, whose word waits to be confirmed. Said again as it is, it is no change: a run that was
 * approved before can still be paid.
 */
export async function setPayee(
  { context, userId, box, currency }: Writing,
  { customerId, isOwn }: { readonly customerId: string; readonly isOwn: boolean },
  wish: Wish,
): Promise<void> {
  const { accounts, author, now } = context;
  const customer = await findCustomer(accounts, customerId);
  if (customer === undefined) throw new AppError('not-found', 'There is no such customer.');
  if (customer.kind === 'advertiser' && !(await mayGetBack(accounts, customerId)))
    throw new AppError('invalid', 'Owners are paid; of advertisers only those that are ahead get money back.');
  const said = checked(wish, currency);
  await accounts.transaction().execute(async (tx) => {
    // One change at a time: what it was before is what the audit log says, and what a run knew of.
    await takeAuditTurn(tx);
    const stored = await queries.findPayee(tx, customerId);
    const before = stored === undefined ? undefined : openPayee(box, stored);
    const kinds = { holder_kind: before?.holder_kind, account_kind: before?.account_kind };
    const known = { holder: before?.holder, ...kinds, ...before?.place };
    const isSame = FIELDS.every((name) => known[name] === said[name]);
    if (isSame && (isOwn || before?.confirmed_at !== null)) return;
    const at = now();
    const confirmed = isOwn
      ? { confirmed_at: null, confirmed_by_id: null }
      : { confirmed_at: at, confirmed_by_id: userId };
    await queries.keepPayee(
      tx,
      { customer_id: customerId, holder: said.holder, changed_at: at, changed_by_id: userId, ...kindsOf(said) },
      { sealed: sealPlace(box, customerId, said), revision: (before?.revision ?? 0) + 1, ...confirmed },
    );
    const change = (name: (typeof FIELDS)[number], shown = (text: string) => text) =>
      known[name] === said[name] ? {} : { [name]: { before: shown(known[name] ?? ''), after: shown(said[name]) } };
    const detail = {
      ...change('holder'),
      ...change('account', maskedAccount),
      ...change('bank'),
      ...change('holder_kind'),
      ...change('account_kind'),
    };
    await writeAudit(tx, { ...author, at, action: 'payee.changed', subject: customer.name, detail });
  });
}

/** What an owner wrote is paid to once an administrator has looked at it. */
export async function confirm({ context, userId }: Writing, customerId: string, revision: number): Promise<void> {
  const { accounts, author, now } = context;
  const at = now();
  await accounts.transaction().execute(async (tx) => {
    await takeAuditTurn(tx);
    const row = await queries.findPayee(tx, customerId);
    if (row === undefined) throw gone();
    if (!(await queries.confirmPayee(tx, { customerId, revision }, { confirmed_at: at, confirmed_by_id: userId })))
      throw new AppError('conflict', 'This account was changed or confirmed meanwhile. Look at it once more.');
    await writeAudit(tx, { ...author, at, action: 'payee.confirmed', subject: row.customer_name, detail: {} });
  });
}

const iso = (ms: number): string => new Date(ms).toISOString();
const gone = () => new AppError('not-found', 'There is no such account.');

export const showPayee = (row: PayeeRow): Payee => ({
  customer: { id: row.customer_id, name: row.customer_name },
  ...{ holder: row.holder, ...kindsOf(row), revision: row.revision },
  account: row.place === null ? null : maskedAccount(row.place.account),
  bank: row.place?.bank ?? null,
  ...{ changed_at: iso(row.changed_at), changed_by: row.changed_by },
  confirmed_at: row.confirmed_at === null ? null : iso(row.confirmed_at),
  confirmed_by: row.confirmed_by,
});

export async function showPayeeOf(
  { context, box }: Pick<Writing, 'context' | 'box'>,
  customerId: string,
): Promise<Payee> {
  const row = await queries.findPayee(context.accounts, customerId);
  if (row === undefined) throw gone();
  return showPayee(openPayee(box, row));
}
