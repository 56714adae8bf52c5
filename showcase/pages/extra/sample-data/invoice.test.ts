import { expect, test } from 'vitest';
import { amountText, LINES, SUBTOTAL_CENTS, TAX_CENTS, TOTAL_CENTS } from './invoice.ts';

test('the totals are those of docs/specification.md#constants', () => {
  expect([SUBTOTAL_CENTS, TAX_CENTS, TOTAL_CENTS].map(amountText)).toEqual(['1,598.88', '159.89', '1,758.77']);
});

test('the lines are those of docs/sample-pages.md#extra-pages', () => {
  expect(LINES.map(({ cents }) => amountText(cents))).toEqual(['1,400.00', '21.88', '175.00', '2.00']);
});
