import { expect, test } from 'vitest';
import { currencyMark, currencySign, isUsableCurrency, USUAL_CURRENCY } from './currency.ts';

test('an installation may use any known currency with two decimals', () => {
  for (const code of [USUAL_CURRENCY, 'EUR', 'GBP', 'CHF']) expect(isUsableCurrency(code), code).toBe(true);
});

/** Currencies that have a number of decimals other than two in ISO 4217. */
const OTHERS = new Set(
  'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF BHD IQD JOD KWD LYD OMR TND CLF UYW'.split(' '),
);
const SMALL_COINS = 'AFN ALL COP HUF IDR IRR KPW LAK LBP MGA MMK PKR SOS SYP YER RSD TWD MUR TZS STN';

test('decimals follow ISO 4217, not common usage', () => {
  for (const code of SMALL_COINS.split(' ')) expect(isUsableCurrency(code), code).toBe(true);
  for (const code of OTHERS) expect(isUsableCurrency(code), code).toBe(false);
});

test('each usable currency has a sign before its amounts', () => {
  for (const code of SMALL_COINS.split(' ')) expect(currencySign(code), code).not.toMatch(/^$|\d/);
});

test('an installation cannot use an unknown currency or one without two decimals', () => {
  for (const code of ['JPY', 'KWD', 'QQQ', 'eur', '', 'US$']) expect(isUsableCurrency(code), code).toBe(false);
});

test('screens show a currency by its short sign, or by its code if it has none', () => {
  expect(['USD', 'EUR', 'GBP', 'CAD', 'CHF'].map(currencySign)).toEqual(['$', '€', '£', '$', 'CHF\u00a0']);
});

test('paper shows every currency except the default by its code', () => {
  expect(['USD', 'EUR', 'CAD'].map(currencyMark)).toEqual(['$', 'EUR ', 'CAD ']);
});
