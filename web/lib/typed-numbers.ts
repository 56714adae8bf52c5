import { ApiError } from './api-error.ts';
import { CURRENCY, CURRENCY_SIGN } from './page-currency.ts';

/** A field that cannot be sent is refused as the server would: its sentence stands beside it. */
export const refuseField = (field: string, sentence: string): ApiError =>
  new ApiError(400, sentence, null, null, { [field]: sentence });

const NUMBER = /^-?(\d+(\.\d*)?|\.\d+)$/;
/** Commas and blanks stand between thousands only: 12,50 is no 1,250. */
const DOLLARS = /^-?(\d+|\d{1,3}([,\s]\d{3})+)?(\.\d{1,6})?$/;

/** What is typed as a number: null where nothing is, NaN where it is none. */
const numberIn = (text: string): number | null => {
  const plain = text.trim();
  if (plain === '') return null;
  return NUMBER.test(plain) ? Number(plain) : Number.NaN;
};

/** `$1,250.50`, `1250.5 USD` and `1250.5` are the same dollars: null where nothing is typed, NaN where it is no amount. */
export function dollarsIn(text: string): number | null {
  const plain = text.replace(CURRENCY_SIGN.trim(), '').replace(CURRENCY, '').trim();
  if (text.trim() === '') return null;
  return DOLLARS.test(plain) ? (numberIn(plain.replaceAll(/[,\s]/g, '')) ?? Number.NaN) : Number.NaN;
}

/** Throws at its field what is no number: sent as one it would be `null`, which means that there is no limit. */
export function typedNumber(text: string, field: string): number | null {
  const value = numberIn(text);
  if (Number.isNaN(value)) throw refuseField(field, 'Write a number in digits.');
  return value;
}

/** A number that is needed. Throws at its field where there is none. */
export function neededNumber(text: string, field: string): number {
  const value = typedNumber(text, field);
  if (value === null) throw refuseField(field, 'This is needed.');
  return value;
}

/** Dollars that are needed. Throws at their field where there are none. */
export function typedDollars(text: string, field: string): number {
  const value = dollarsIn(text);
  if (value === null || Number.isNaN(value)) throw refuseField(field, 'Write an amount in digits, such as 12.50.');
  return value;
}
