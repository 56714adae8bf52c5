import { HOLDER_LENGTH } from '#contract/payees.ts';
import type { Payer as ShownPayer } from '#contract/payer.ts';
import {
  type AccountId,
  accountFaults,
  accountText,
  type BankId,
  bankText,
  maskedAccount,
  readAccount,
  readBank,
} from '#domain/bank-account.ts';
import { takeAuditTurn, writeAudit } from '../../audit/write-audit.ts';
import type { Config } from '../../config/config.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { AppError, FieldError } from '../../http/app-error.ts';
import type { SecretBox } from '../../keys/purpose-keys.ts';
import { checkedText } from '../../network/checked-fields.ts';
import type { Keeping } from './idempotency.ts';
import { findPayer, insertFirstPayer, upsertPayer } from './payer-queries.ts';
import { openPlace, type Place, sealPlace } from './seal-payees.ts';

/**
 * The row ID inside the sealed payer account. If a seal is copied to another row, the ID differs and the seal cannot be
 * opened.
 */
const SEALED_AS = 'payer';
const COMPANY_ID = /^[A-Z0-9]{9,10}$/;

type Wish = Place & { readonly holder: string; readonly company_id?: string };
type Needs = { readonly accounts: AccountsDb; readonly box: SecretBox; readonly currency: string };

/** The account that payouts are made from, ready for a bank file. */
export type Payer = {
  readonly name: string;
  readonly account: AccountId;
  readonly bank: BankId;
  readonly companyId: string;
  readonly revision: number;
};

const needsCompanyId = ({ bank }: Place, currency: string): boolean => {
  const read = readBank(bank);
  return currency === 'USD' && read !== null && 'routing' in read;
};

const companyIdFault = (place: Place, companyId: string, currency: string): string | null =>
  needsCompanyId(place, currency) && !COMPANY_ID.test(companyId)
    ? 'Enter the company ID that your bank assigned for ACH payments. It has 9 or 10 letters and digits, often 1 followed by your EIN.'
    : null;

function checked(wish: Wish, currency: string): Required<Wish> {
  const holder = checkedText('holder', wish.holder, HOLDER_LENGTH);
  const companyId = (wish.company_id ?? '').replaceAll(/[\s-]/g, '').toUpperCase();
  const companyFault = companyIdFault(wish, companyId, currency);
  const faults = {
    ...accountFaults({ ...wish, holder }, currency),
    ...(companyFault === null ? {} : { company_id: companyFault }),
  };
  const [account, bank] = [readAccount(wish.account), readBank(wish.bank)];
  if (account === null || bank === null || Object.keys(faults).length > 0) throw new FieldError(faults);
  return { holder, account: accountText(account), bank: bankText(bank), company_id: companyId };
}

/** Stores the account that payouts are made from. Storing the same values again changes nothing. */
export async function setPayer(
  { context, userId }: Pick<Keeping, 'context' | 'userId'>,
  { box, currency }: Omit<Needs, 'accounts'>,
  wish: Wish,
): Promise<void> {
  const { accounts, author, now } = context;
  const after = checked(wish, currency);
  await accounts.transaction().execute(async (tx) => {
    await takeAuditTurn(tx);
    const row = await findPayer(tx);
    const place = row === undefined ? null : openPlace(box, SEALED_AS, row.sealed);
    const before = { holder: row?.holder ?? '', company_id: row?.company_id ?? '', account: '', bank: '', ...place };
    const changed = (['holder', 'account', 'bank', 'company_id'] as const).filter(
      (name) => before[name] !== after[name],
    );
    if (changed.length === 0) return;
    const shown = (name: (typeof changed)[number], text: string) =>
      name === 'account' && text !== '' ? maskedAccount(text) : text;
    const detail = Object.fromEntries(
      changed.map((name) => [name, { before: shown(name, before[name]), after: shown(name, after[name]) }]),
    );
    const at = now();
    await upsertPayer(tx, {
      holder: after.holder,
      sealed: sealPlace(box, SEALED_AS, after),
      company_id: after.company_id,
      revision: (row?.revision ?? 0) + 1,
      changed_at: at,
      changed_by_id: userId,
    });
    await writeAudit(tx, { ...author, at, action: 'payer.changed', subject: 'Payouts', detail });
  });
}

/**
 * Runs at startup: adopts the account from an earlier version's environment variables, unless an account is already
 * stored.
 */
export async function adoptFormerPayer(
  { accounts, box, now }: Pick<Needs, 'accounts' | 'box'> & { readonly now: () => number },
  { formerPayer }: Pick<Config, 'formerPayer'>,
): Promise<void> {
  if (formerPayer === null || (await findPayer(accounts)) !== undefined) return;
  const place = { account: accountText(formerPayer.account), bank: bankText(formerPayer.bank) };
  const row = { holder: formerPayer.name, sealed: sealPlace(box, SEALED_AS, place), company_id: '', revision: 1 };
  const at = now();
  await accounts.transaction().execute(async (tx) => {
    if (!(await insertFirstPayer(tx, { ...row, changed_at: at, changed_by_id: null }))) return;
    const detail = { account: { before: '', after: maskedAccount(place.account) } };
    const by = { actorId: null, actor: 'configuration', ip: '' };
    await writeAudit(tx, { ...by, at, action: 'payer.changed', subject: 'Payouts', detail });
  });
}

/** Returns the account as shown to administrators; null before one is entered. */
export async function showPayer({ accounts, box, currency }: Needs): Promise<ShownPayer | null> {
  const row = await findPayer(accounts);
  if (row === undefined) return null;
  const place = openPlace(box, SEALED_AS, row.sealed);
  return {
    holder: row.holder,
    account: place === null ? null : maskedAccount(place.account),
    bank: place?.bank ?? null,
    company_id: row.company_id,
    revision: row.revision,
    changed_at: new Date(row.changed_at).toISOString(),
    changed_by: row.changed_by,
    fault: faultOf(row, place, currency),
  };
}

function faultOf(
  { holder, company_id: companyId }: { readonly holder: string; readonly company_id: string },
  place: Place | null,
  currency: string,
): string | null {
  if (place === null) return 'This account can’t be decrypted, because its key is lost. Enter the account again.';
  const faults = Object.values(accountFaults({ holder, ...place }, currency));
  return faults[0] ?? companyIdFault(place, companyId, currency);
}

/**
 * Returns the account for a bank file. Throws an error with instructions if there is none, or if a bank would refuse
 * it.
 */
export async function requirePayer({ accounts, box, currency }: Needs): Promise<Payer> {
  const row = await findPayer(accounts);
  if (row === undefined)
    throw new AppError('conflict', 'First enter the account that payouts are made from, under Money.');
  const place = openPlace(box, SEALED_AS, row.sealed);
  const fault = faultOf(row, place, currency);
  const [account, bank] = place === null ? [null, null] : [readAccount(place.account), readBank(place.bank)];
  if (fault !== null || account === null || bank === null)
    throw new AppError(
      'conflict',
      `Correct the account that payouts are made from, under Money. ${fault ?? ''}`.trim(),
    );
  return { name: row.holder, account, bank, companyId: row.company_id, revision: row.revision };
}
