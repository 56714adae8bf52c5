import { expect, test } from 'vitest';
import { currencyMark, currencySign, isUsableCurrency, USUAL_CURRENCY } from './currency.ts';

test('an installation may have any known currency of hundredths', () => {
  for (const code of [USUAL_CURRENCY, 'EUR', 'GBP', 'CHF']) expect(isUsableCurrency(code), code).toBe(true);
});

/** Those of other decimals by ISO 4217; all others have two. */
const OTHERS = new Set(
  'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF BHD IQD JOD KWD LYD OMR TND CLF UYW'.split(' '),
);
const SMALL_COINS = 'AFN ALL COP HUF IDR IRR KPW LAK LBP MGA MMK PKR SOS SYP YER RSD TWD MUR TZS STN';

test('the decimals are those of ISO 4217, not those that people write', () => {
  for (const code of SMALL_COINS.split(' ')) expect(isUsableCurrency(code), code).toBe(true);
  for (const code of OTHERS) expect(isUsableCurrency(code), code).toBe(false);
});

test('each usable currency has a mark before its amounts', () => {
  for (const code of SMALL_COINS.split(' ')) expect(currencySign(code), code).not.toMatch(/^$|\d/);
});

test('a currency without hundredths, or that nobody knows, is none for an installation', () => {
  for (const code of ['JPY', 'KWD', 'QQQ', 'eur', '', 'US$']) expect(isUsableCurrency(code), code).toBe(false);
});

test('on screens a currency is written by its short sign, or by its code where it has none', () => {
  expect(['USD', 'EUR', 'GBP', 'CAD', 'CHF'].map(currencySign)).toEqual(['$', '€', '£', '$', 'CHF\u00a0']);
});

test('on paper every currency but the usual one is written by its code', () => {
  expect(['USD', 'EUR', 'CAD'].map(currencyMark)).toEqual(['$', 'EUR ', 'CAD ']);
});
