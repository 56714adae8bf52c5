import { expect, test } from 'vitest';
import { currencySign, isUsableCurrency, USUAL_CURRENCY } from './currency.ts';

test('an installation may have any known currency of hundredths', () => {
  for (const code of [USUAL_CURRENCY, 'EUR', 'GBP', 'CHF']) expect(isUsableCurrency(code), code).toBe(true);
});

test('a currency without hundredths, or that nobody knows, is none for an installation', () => {
  for (const code of ['JPY', 'KWD', 'QQQ', 'eur', '', 'US$']) expect(isUsableCurrency(code), code).toBe(false);
});

test('a currency is written by its short sign, or by its code where it has none', () => {
  expect(['USD', 'EUR', 'GBP', 'CAD', 'CHF'].map(currencySign)).toEqual(['$', '€', '£', '$', 'CHF']);
});
