// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { publicConfig } from '#contract/site.ts';
import { type TrialResult, tryContracts } from '#contract/trial.ts';
import { CONFIG } from '../../app/testing/accounts.ts';
import { button, expectAccessible, field, fill, page, productPage } from '../../app/testing/product-page.ts';

const product = productPage();
afterEach(() => void vi.useRealTimers());

const SUMS = { advertisers: '40001', owners: '12000', network: '28001', views: 3 };
const RESULT: TrialResult = {
  ...{ from: '2026-10-01', to: '2026-10-31', time_zone: 'UTC', before: SUMS },
  after: { ...SUMS, owners: '20000', network: '20001' },
  data: [{ id: 'c1', name: 'Alpha Hotels', kind: 'property', before: '6000', after: '14000' }],
  ...{ unchanged: 2, left_out: 0, notes: ['Budgets are not replayed.'] },
};

test('what is tried is sent with all that stays left out, and the answer says who gains to the last digit', async () => {
  product.network.on(tryContracts, () => RESULT);
  product.open('/admin/money/trial', { as: 'admin' });
  fill(await field(/^Owners’ share/), '50');
  await product.user.click(await button('Try it'));
  await page().findByText('Alpha Hotels');
  await page().findByText(/earns more: \+\$0\.008000/);
  await page().findByText('$0.012000 → $0.020000');
  await page().findByText(/2 customers stay as they are\. Budgets are not replayed\./);
  // Each sum of before opens to what the days came to.
  for (const sum of ['Advertisers pay', 'Owners earn', 'The network keeps', 'Views that count', 'Alpha Hotels'])
    await button(`Why this number: ${sum}, as it was`);
  const [call] = product.network.callsOf(tryContracts);
  expect(call?.body).toMatchObject({ share_percent: 50, share_cid: null, flight: null, price: null, rules: null });
  await expectAccessible();
});

test('what is no number is refused at its field instead of being left out, and is found again later', async () => {
  product.network.on(tryContracts, () => RESULT);
  product.open('/admin/money/trial', { as: 'admin' });
  fill(await field(/^Owners’ share/), '5O');
  await product.user.click(await button('Try it'));
  await page().findByText('Write a number in digits.');
  expect((await field(/^Owners’ share/)).getAttribute('aria-invalid')).toBe('true');
  fill(await field(/^Owners’ share/), '');
  fill(await field(/^Price of this flight/), 'SPRING-1');
  fill(await field('New price'), '12,50');
  await product.user.click(await button('Try it'));
  await page().findByText('Write an amount in digits, such as 12.50.');
  expect(product.network.callsOf(tryContracts)).toEqual([]);

  product.open('/admin/money/trial', { as: 'admin' });
  await page().findByText(/^Your unsent text was kept\./);
  expect(((await field(/^Price of this flight/)) as HTMLInputElement).value).toBe('SPRING-1');
  await product.user.click(await button('Begin anew'));
  expect(((await field(/^Price of this flight/)) as HTMLInputElement).value).toBe('');
});

test('a difference of zero is said in words; other rules have their fields', async () => {
  product.network.on(tryContracts, () => ({ ...RESULT, after: SUMS, data: [], notes: [] }));
  product.open('/admin/money/trial', { as: 'admin' });
  await product.user.selectOptions(await field('Rules of traffic'), 'Others');
  await field('Views of one visitor in an hour');
  await product.user.click(await button('Try it'));
  await page().findByText('Nothing changes for anybody: the difference is exactly zero.');
  const rules = { visitor_views: 30, outlet_pace: true, data_centre: true, silent_minutes: null };
  expect(product.network.callsOf(tryContracts)[0]?.body).toMatchObject({ rules });
});

test('it begins with the last whole month of the network’s zone, wherever the reader is', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  product.network.on(tryContracts, () => RESULT);
  for (const [now, zone, from, to] of [
    ['2026-11-30T20:00:00.000Z', 'Asia/Tokyo', '2026-11-01', '2026-11-30'],
    ['2026-12-01T03:00:00.000Z', 'America/New_York', '2026-10-01', '2026-10-31'],
  ] as const) {
    vi.setSystemTime(now);
    product.network.on(publicConfig, { ...CONFIG, network_time_zone: zone });
    product.open('/admin/money/trial', { as: 'admin' });
    expect(((await field('From')) as HTMLInputElement).value).toBe(from);
    expect(((await field('To')) as HTMLInputElement).value).toBe(to);
  }
});
