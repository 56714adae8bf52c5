import { isSEPACountry, isValidBIC, isValidIBAN } from 'ibantools';
import { sepaText } from './bank-text.ts';

/** An account as in ISO 20022: an IBAN, or an account number that the bank assigned. */
export type AccountId = { readonly iban: string } | { readonly number: string };
/** A bank, identified by its BIC or by its routing number in the United States. */
export type BankId = { readonly bic: string } | { readonly routing: string };

const NUMBER = /^[A-Z0-9]{1,34}$/;
const ROUTING = /^[0-9]{9}$/;
const ROUTING_WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1];

const written = (text: string): string => text.replaceAll(/[\s-]/g, '').toUpperCase();

/**
 * Parses an account number, ignoring spaces and hyphens. Text that starts like an IBAN must be a valid IBAN (length,
 * form and check digits). Returns null for anything else that is not an account number.
 */
export function readAccount(text: string): AccountId | null {
  const account = written(text);
  if (/^[A-Z]{2}[0-9]{2}/.test(account)) return isValidIBAN(account) ? { iban: account } : null;
  return NUMBER.test(account) && /[0-9]/.test(account) ? { number: account } : null;
}

/** Parses a BIC, or a routing number with a valid check digit; null for anything else. */
export function readBank(text: string): BankId | null {
  const bank = written(text);
  if (isValidBIC(bank)) return { bic: bank };
  return ROUTING.test(bank) && weighed(bank) % 10 === 0 ? { routing: bank } : null;
}

const weighed = (routing: string): number =>
  ROUTING_WEIGHTS.reduce((sum, weight, at) => sum + weight * Number(routing[at]), 0);

export const accountText = (account: AccountId): string => ('iban' in account ? account.iban : account.number);
export const bankText = (bank: BankId): string => ('bic' in bank ? bank.bic : bank.routing);

/** Masks an account for screens and logs, leaving the last four characters. */
export const maskedAccount = (account: string): string => `•••• ${account.slice(-4)}`;

/** Maximum number of characters in a name in a SEPA credit transfer, and in an account number in an ACH entry. */
export const SEPA_NAME_LENGTH = 70;
const ACH_ACCOUNT_LENGTH = 17;
/** Countries that joined SEPA in 2025 and 2026, which `ibantools` does not list yet. */
const JOINED_SEPA = ['AL', 'MD', 'ME', 'MK', 'RS'];

type Entered = { readonly holder: string; readonly account: string; readonly bank: string };

/**
 * Returns the problems because of which a bank would reject payments to an account in a currency (ISO 4217). Each field
 * with a problem has one sentence that says what to enter. Empty if the account is valid.
 */
export function accountFaults(
  { holder, account, bank }: Entered,
  currency: string,
): Partial<Record<keyof Entered, string>> {
  const [number, at] = [readAccount(account), readBank(bank)];
  const faults = {
    holder: holderFault(holder, currency),
    account: number === null ? unreadAccount(account) : accountFault(number, at, currency),
    bank: at === null ? unreadBank(bank) : bankFault(at, currency),
  };
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== null));
}

function holderFault(holder: string, currency: string): string | null {
  const latin = sepaText(holder, 2 * SEPA_NAME_LENGTH);
  if (!/[A-Za-z0-9]/.test(latin)) return 'Enter the name of the account holder in letters.';
  if (currency !== 'EUR' || latin.length <= SEPA_NAME_LENGTH) return null;
  return `Shorten the name to ${SEPA_NAME_LENGTH} characters, the limit for SEPA payments. In Latin letters it has ${latin.length}.`;
}

const unreadAccount = (text: string): string =>
  /^[A-Z]{2}[0-9]{2}/.test(written(text))
    ? 'Check the IBAN. Its length or check digits are wrong.'
    : 'Enter an IBAN or an account number. Use letters and digits only.';

function accountFault(account: AccountId, bank: BankId | null, currency: string): string | null {
  if (!('iban' in account)) {
    if (currency === 'EUR') return 'Enter an IBAN. Payments in euros require one.';
    if (bank === null || !('routing' in bank) || account.number.length <= ACH_ACCOUNT_LENGTH) return null;
    return `Check the account number. US account numbers have at most ${ACH_ACCOUNT_LENGTH} characters.`;
  }
  const country = account.iban.slice(0, 2);
  if (currency === 'EUR' && !isSEPACountry(country) && !JOINED_SEPA.includes(country))
    return `Enter the IBAN of an account in a SEPA country. ${country} is not in SEPA.`;
  return bank !== null && 'routing' in bank
    ? 'Enter an account number, because US banks don’t use IBANs. Or enter a BIC for the bank.'
    : null;
}

const unreadBank = (text: string): string =>
  /^[0-9]+$/.test(written(text))
    ? 'Check the routing number. It needs nine digits, and the last one must match.'
    : 'Enter a BIC of 8 or 11 characters, or a US routing number of 9 digits.';

const bankFault = (bank: BankId, currency: string): string | null =>
  currency === 'EUR' && 'routing' in bank ? 'Enter the bank’s BIC. Payments in euros require one.' : null;
