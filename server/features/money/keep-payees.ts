import { HOLDER_LENGTH, type Payee } from '#contract/payees.ts';
import { accountFaults, accountText, bankText, maskedAccount, readAccount, readBank } from '#domain/bank-account.ts';
import { payoutsStartAt } from '#domain/payee-start.ts';
import { takeAuditTurn, writeAudit } from '../../audit/write-audit.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { AppError, FieldError } from '../../http/app-error.ts';
import type { SecretBox } from '../../keys/purpose-keys.ts';
import type { Mail } from '../../mail/mail.ts';
import { checkedText } from '../../network/checked-fields.ts';
import { findRecipients } from '../../notifications/notifications-queries.ts';
import { mayGetBack } from './find-ahead-of.ts';
import type { Keeping } from './idempotency.ts';
import { type PayeeChange, payeeMail } from './money-mails.ts';
import * as changes from './payee-changes-queries.ts';
import * as queries from './payees-queries.ts';
import { findCustomer } from './payments-queries.ts';
import { sealPlace } from './seal-payees.ts';
import { findStates, mayConfirm } from './show-payees.ts';

type Kinds = Pick<Payee, 'holder_kind' | 'account_kind'>;
type Wish = { readonly holder: string; readonly account: string; readonly bank: string } & Partial<Kinds>;
type Writing = Pick<Keeping, 'context' | 'userId'> & {
  readonly box: SecretBox;
  /** The currency of payments, ISO 4217. */
  readonly currency: string;
  /** Whether an account that one administrator enters needs confirmation by another. */
  readonly fourEyes: boolean;
  /** Mails the owner about a change; absent outside requests. */
  readonly mail?: Mail;
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
 * Stores an account that an administrator or the owner enters. It takes effect once an administrator who did not enter
 * it confirms it. With FOUR_EYES=off, an account entered by an administrator needs no confirmation. Entering the same
 * values again changes nothing.
 */
export async function setPayee(
  { context, userId, box, currency, fourEyes, mail }: Writing,
  { customerId, isOwn }: { readonly customerId: string; readonly isOwn: boolean },
  wish: Wish,
): Promise<void> {
  const { accounts, author, now } = context;
  const customer = await findCustomer(accounts, customerId);
  if (customer === undefined) throw new AppError('not-found', 'Customer not found.');
  if (customer.kind === 'advertiser' && !(await mayGetBack(accounts, customerId)))
    throw new AppError('invalid', 'Only owners and advertisers with a credit balance can have a payout account.');
  const said = checked(wish, currency);
  await accounts.transaction().execute(async (tx) => {
    // Serialize changes, because the audit log and payout runs rely on the previous state.
    await takeAuditTurn(tx);
    const { current, change } = await findStates(tx, box, customerId);
    const before = change ?? current;
    const kinds = { holder_kind: before?.holder_kind, account_kind: before?.account_kind };
    const known = { holder: before?.holder, ...kinds, ...before?.place };
    const isSame = FIELDS.every((name) => known[name] === said[name]);
    const waits = isOwn || fourEyes;
    // Entering a waiting change again keeps it waiting, unless its author may confirm it without another administrator.
    if (isSame && (waits || change === undefined)) return;
    const at = now();
    const revision = Math.max(current?.revision ?? 0, await changes.findLastChange(tx, customerId)) + 1;
    const written = { customer_id: customerId, holder: said.holder, changed_at: at, changed_by_id: userId };
    const row = { ...written, ...kindsOf(said) };
    const sealed = sealPlace(box, customerId, said);
    // The confirmed account stays in use while a change waits.
    if (waits) await changes.keepChange(tx, { ...row, sealed, revision });
    else {
      if (change !== undefined) await changes.takeChange(tx, { customerId, revision: change.revision });
      await queries.keepPayee(tx, row, { sealed, revision, confirmed_at: at, confirmed_by_id: userId });
    }
    const difference = (name: (typeof FIELDS)[number], shown = (text: string) => text) =>
      known[name] === said[name] ? {} : { [name]: { before: shown(known[name] ?? ''), after: shown(said[name]) } };
    const detail = {
      ...difference('holder'),
      ...difference('account', maskedAccount),
      ...difference('bank'),
      ...difference('holder_kind'),
      ...difference('account_kind'),
    };
    await writeAudit(tx, { ...author, at, action: 'payee.changed', subject: customer.name, detail });
    const startsAt = waits ? null : payoutsStartAt(at);
    await mailOwner(tx, mail, customer, { kind: 'entered', account: said.account, startsAt });
  });
}

/** Mails every user of the customer who can sign in, so that they notice an unexpected change before money is sent. */
async function mailOwner(
  tx: AccountsDb,
  mail: Mail | undefined,
  { id, name }: { readonly id: string; readonly name: string },
  change: PayeeChange,
): Promise<void> {
  for (const person of mail === undefined ? [] : await findRecipients(tx, id))
    await mail?.send(tx, payeeMail(person, name, change));
}

type Chosen = { readonly customerId: string; readonly revision: number };

/**
 * Confirms a change. Unless `fourEyes` is off, the administrator who made the change cannot confirm it. Payouts to the
 * account start a day later.
 */
export async function confirm(
  { context, userId, box, fourEyes, mail }: Writing,
  { customerId, revision }: Chosen,
): Promise<void> {
  const { accounts, author, now } = context;
  await accounts.transaction().execute(async (tx) => {
    await takeAuditTurn(tx);
    const { current, change } = await findStates(tx, box, customerId);
    if (change === undefined && current === undefined) throw gone();
    if (change !== undefined && !mayConfirm(change, { confirmerId: userId, fourEyes }))
      throw new AppError('forbidden', 'You made this change, so another administrator must confirm it.');
    if (change?.place == null || !(await changes.takeChange(tx, { customerId, revision })))
      throw new AppError(
        'conflict',
        'This account has been changed or confirmed in the meantime. Reload and check it again.',
      );
    const at = now();
    const { holder, changed_at: changedAt, changed_by_id: changedBy, customer_name: name } = change;
    await queries.keepPayee(
      tx,
      { customer_id: customerId, holder, changed_at: changedAt, changed_by_id: changedBy, ...kindsOf(change) },
      {
        sealed: sealPlace(box, customerId, change.place),
        revision: revision + 1,
        confirmed_at: at,
        confirmed_by_id: userId,
      },
    );
    await writeAudit(tx, { ...author, at, action: 'payee.confirmed', subject: name, detail: {} });
    const { account } = change.place;
    await mailOwner(tx, mail, { id: customerId, name }, { kind: 'confirmed', account, startsAt: payoutsStartAt(at) });
  });
}

/** Withdraws an unconfirmed change. A confirmed account stays in use throughout. */
export async function withdraw({ context, box, mail }: Writing, { customerId, revision }: Chosen): Promise<void> {
  const { accounts, author, now } = context;
  await accounts.transaction().execute(async (tx) => {
    await takeAuditTurn(tx);
    const { current, change } = await findStates(tx, box, customerId);
    const known = change ?? current;
    if (known === undefined) throw gone();
    const at = now();
    if (!(await changes.withdrawChange(tx, { customerId, revision }, at)))
      throw new AppError(
        'conflict',
        'This account has been changed or confirmed in the meantime. Reload and check it again.',
      );
    const name = known.customer_name;
    await writeAudit(tx, { ...author, at, action: 'payee.withdrawn', subject: name, detail: {} });
    await mailOwner(tx, mail, { id: customerId, name }, { kind: 'withdrawn', kept: current?.place?.account ?? null });
  });
}

const gone = () => new AppError('not-found', 'Payout account not found.');
