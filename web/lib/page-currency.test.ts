// @vitest-environment jsdom

import { beforeEach, expect, test, vi } from 'vitest';

/** Loads the modules as in a page in which the server has set this currency. */
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

test("shows all amounts in the page's currency", async () => {
  const page = await openIn('EUR');
  expect([page.formatDollars(12.5), page.formatExactDollars(0.003125), page.formatWholeDollars(50_000)]).toEqual([
    '€12.50',
    '€0.003125',
    '€50,000',
  ]);
  expect(page.exactDollars('-2000')).toBe('−€0.002000');
});

test('shows the code of a currency without a sign', async () => {
  const page = await openIn('CHF');
  expect(page.formatDollars(12.5)).toBe('CHF\u00a012.50');
  expect(page.exactDollars('2000')).toBe('CHF\u00a00.002000');
});

test("accepts a typed amount with the currency's sign or code, and with no other", async () => {
  const page = await openIn('EUR');
  expect(['€1,250.50', '1250.5 EUR', 'EUR 1250.50', '1250.5'].map(page.dollarsIn)).toEqual([
    1250.5, 1250.5, 1250.5, 1250.5,
  ]);
  expect(page.dollarsIn('$12')).toBeNaN();
});

test('uses the default currency if the page names none', async () => {
  const page = await openIn('');
  expect(page.formatDollars(12.5)).toBe('$12.50');
});
