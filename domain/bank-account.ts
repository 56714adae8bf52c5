/** An account as ISO 20022 names it: by IBAN, or by the number that its bank gave it. */
export type AccountId = { readonly iban: string } | { readonly number: string };
/** A bank by its BIC, or by its routing number in the United States. */
export type BankId = { readonly bic: string } | { readonly routing: string };

const LETTERS = /[A-Z]/g;
const IBAN = /^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/;
const NUMBER = /^[A-Z0-9]{1,34}$/;
const BIC = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/;
const ROUTING = /^[0-9]{9}$/;
const ROUTING_WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1];

const written = (text: string): string => text.replaceAll(/[\s-]/g, '').toUpperCase();

/** What somebody wrote, in groups or not; null where it is neither. Two letters and two digits begin an IBAN, which is proven. */
export function readAccount(text: string): AccountId | null {
  const account = written(text);
  if (/^[A-Z]{2}[0-9]{2}/.test(account)) return isIban(account) ? { iban: account } : null;
  return NUMBER.test(account) && /[0-9]/.test(account) ? { number: account } : null;
}

/** A BIC, or a routing number whose check digit is right; null where it is neither. */
export function readBank(text: string): BankId | null {
  const bank = written(text);
  if (BIC.test(bank)) return { bic: bank };
  return ROUTING.test(bank) && weighed(bank) % 10 === 0 ? { routing: bank } : null;
}

/** ISO 13616: letters as numbers from 10 on, the first four characters at the end, 1 is left of 97. */
function isIban(account: string): boolean {
  if (!IBAN.test(account)) return false;
  const digits = `${account.slice(4)}${account.slice(0, 4)}`.replaceAll(LETTERS, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return BigInt(digits) % 97n === 1n;
}

const weighed = (routing: string): number =>
  ROUTING_WEIGHTS.reduce((sum, weight, at) => sum + weight * Number(routing[at]), 0);

export const accountText = (account: AccountId): string => ('iban' in account ? account.iban : account.number);
export const bankText = (bank: BankId): string => ('bic' in bank ? bank.bic : bank.routing);

/** As people and logs see it: the last four characters. */
export const maskedAccount = (account: string): string => `•••• ${account.slice(-4)}`;
