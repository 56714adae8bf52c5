// @vitest-environment jsdom

import { beforeEach, expect, test, vi } from 'vitest';

/** The modules as a page loads them that the server named this currency in. */
async function openIn(currency: string) {
  vi.resetModules();
  document.head.innerHTML = `<meta name="currency" content="${currency}" />`;
  const [formatters, exact, typed] = await Promise.all([
    import('./formatters.ts'),
    import('./exact-amounts.ts'),
    import('./typed-numbers.ts'),
  ]);
  return { ...formatters, ...exact, ...typed };
}

beforeEach(() => {
  document.head.innerHTML = '';
});

test('all amounts are in the currency that the page names', async () => {
  const page = await openIn('EUR');
  expect([page.formatDollars(12.5), page.formatExactDollars(0.003125), page.formatWholeDollars(50_000)]).toEqual([
    '€12.50',
    '€0.003125',
    '€50,000',
  ]);
  expect(page.exactDollars('-2000')).toBe('−€0.002000');
});

test('a currency without a sign is told by its code', async () => {
  const page = await openIn('CHF');
  expect(page.formatDollars(12.5)).toBe('CHF\u00a012.50');
  expect(page.exactDollars('2000')).toBe('CHF\u00a00.002000');
});

test('an amount may be typed with the sign or the code of the currency, and with no other', async () => {
  const page = await openIn('EUR');
  expect(['€1,250.50', '1250.5 EUR', 'EUR 1250.50', '1250.5'].map(page.dollarsIn)).toEqual([
    1250.5, 1250.5, 1250.5, 1250.5,
  ]);
  expect(page.dollarsIn('$12')).toBeNaN();
});

test('a page that names none is in the usual one', async () => {
  const page = await openIn('');
  expect(page.formatDollars(12.5)).toBe('$12.50');
});
