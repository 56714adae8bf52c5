import { expect, test } from 'vitest';
import { currencyMark, currencySign, isUsableCurrency, USUAL_CURRENCY } from './currency.ts';

test('an installation may have any known currency of hundredths', () => {
  for (const code of [USUAL_CURRENCY, 'EUR', 'GBP', 'CHF']) expect(isUsableCurrency(code), code).toBe(true);
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
