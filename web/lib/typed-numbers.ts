import { ApiError } from './api-error.ts';
import { typedNumbersStrings as strings } from './lib-strings.ts';
import { CURRENCY, CURRENCY_SIGN } from './page-currency.ts';

/**
 * Creates a validation error for one field, in the form of a server error, so that the form shows the sentence beside
 * it.
 */
export const refuseField = (field: string, sentence: string): ApiError =>
  new ApiError(400, sentence, null, null, { [field]: sentence });

const NUMBER = /^-?(\d+(\.\d*)?|\.\d+)$/;
/** Matches an amount. Commas and spaces may only separate thousands: 12,50 is not 1,250. */
const DOLLARS = /^-?(\d+|\d{1,3}([,\s]\d{3})+)?(\.\d{1,6})?$/;

/** Parses a typed number. Returns null if the text is empty, NaN if it is not a number. */
const numberIn = (text: string): number | null => {
  const plain = text.trim();
  if (plain === '') return null;
  return NUMBER.test(plain) ? Number(plain) : Number.NaN;
};

/**
 * Parses a typed amount. `$1,250.50`, `1250.5 USD` and `1250.5` mean the same. Returns null if the text is empty, NaN
 * if it is not an amount.
 */
export function dollarsIn(text: string): number | null {
  const plain = text.replace(CURRENCY_SIGN.trim(), '').replace(CURRENCY, '').trim();
  if (text.trim() === '') return null;
  return DOLLARS.test(plain) ? (numberIn(plain.replaceAll(/[,\s]/g, '')) ?? Number.NaN) : Number.NaN;
}

/**
 * Parses a typed number. Returns null if the text is empty. Throws a field error if the text is not a number, because
 * NaN would be sent as `null`, which means no limit.
 */
export function typedNumber(text: string, field: string): number | null {
  const value = numberIn(text);
  if (Number.isNaN(value)) throw refuseField(field, strings.notANumber);
  return value;
}

/** Parses a required number. Throws a field error if the text is empty or not a number. */
export function neededNumber(text: string, field: string): number {
  const value = typedNumber(text, field);
  if (value === null) throw refuseField(field, strings.missing);
  return value;
}

/** Parses a required amount. Throws a field error if the text is empty or not an amount. */
export function typedDollars(text: string, field: string): number {
  const value = dollarsIn(text);
  if (value === null || Number.isNaN(value)) throw refuseField(field, strings.notAnAmount);
  return value;
}
