// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { type Explanation, explainFigure } from '#contract/explain.ts';
import { publicConfig } from '#contract/site.ts';
import { type TrialResult, tryContracts } from '#contract/trial.ts';
import { CONFIG } from '../../app/testing/accounts.ts';
import { button, expectAccessible, explained, field, fill, page, productPage } from '../../app/testing/product-page.ts';

const product = productPage();
afterEach(() => void vi.useRealTimers());

const SUMS = { advertisers: '40001', owners: '12000', network: '28001', views: 3 };
const RESULT: TrialResult = {
  from: '2026-10-01',
  to: '2026-10-31',
  time_zone: 'UTC',
  before: SUMS,
  after: { ...SUMS, owners: '20000', network: '20001' },
  data: [{ id: 'c1', name: 'Alpha Hotels', kind: 'property', before: '6000', after: '14000' }],
  unchanged: 2,
  left_out: 0,
  notes: ['Budgets are not replayed.'],
};

test('sends only the changed terms, and shows exactly who gains', async () => {
  product.network.on(tryContracts, () => RESULT);
  product.open('/admin/money/trial', { as: 'admin' });
  fill(await field(/^Owners’ share/), '50');
  await product.user.click(await button('Run trial'));
  await page().findByText('Alpha Hotels');
  await page().findByText(/Earns more: \+\$0\.008000/);
  await page().findByText(/2 customers unchanged\. Budgets are not replayed\./);
  // Each sum has an explanation of the actual amount and an explanation of the trial.
  for (const sum of ['Advertiser spend', 'Owner earnings', 'Network revenue', 'Valid views', 'Alpha Hotels'])
    for (const when of ['actual', 'in the trial']) await explained(`${sum}, ${when}`);
  const [call] = product.network.callsOf(tryContracts);
  expect(call?.body).toMatchObject({ share_percent: 50, share_cid: null, flight: null, price: null, rules: null });
  await expectAccessible();
});

test('explains a tried sum by its parts under the sent terms, then by the remaining dimensions', async () => {
  const parts = [{ id: 'COLA-1', label: 'COLA-1', kind: 'view' as const, events: 4, each: '3500', amount: '14000' }];
  product.network.on(tryContracts, () => RESULT);
  product.network.on(
    explainFigure,
    ({ query }): Explanation => ({
      period: {
        from: '2026-10-01',
        to: '2026-10-31',
        time_zone: 'UTC',
        days_of: 'network',
        today: '2026-11-22',
        today_ends_in: 9,
      },
      choices: ['flight', 'day'],
      left_out: null,
      events: [],
      next_cursor: null,
      figure: 'owner_share',
      by: query.by === 'day' ? 'day' : 'flight',
      unit: 'micro-dollars',
      total: '14000',
      parts,
    }),
  );
  product.open('/admin/money/trial', { as: 'admin' });
  fill(await field(/^Owners’ share/), '50');
  await product.user.click(await button('Run trial'));
  await product.user.click(await explained('Alpha Hotels, in the trial'));
  await page().findByText('4 views × $0.003500');
  await product.user.click(await button('COLA-1'));
  await expect.poll(() => product.network.callsOf(explainFigure)).toHaveLength(2);
  const [first, second] = product.network.callsOf(explainFigure).map(({ query }) => query);
  const sent = product.network.callsOf(tryContracts)[0]?.body;
  expect({ ...first, trial: JSON.parse(first?.trial ?? '') }).toEqual({
    figure: 'owner_share',
    cid: 'c1',
    trial: sent,
  });
  expect(second).toEqual({ ...first, by: 'day', filters: '{"flight":["COLA-1"]}' });
  await expectAccessible();
});

test('refuses a value that is not a number at its field, and restores the draft later', async () => {
  product.network.on(tryContracts, () => RESULT);
  product.open('/admin/money/trial', { as: 'admin' });
  fill(await field(/^Owners’ share/), '5O');
  await product.user.click(await button('Run trial'));
  await page().findByText('Enter a number in digits.');
  expect((await field(/^Owners’ share/)).getAttribute('aria-invalid')).toBe('true');
  fill(await field(/^Owners’ share/), '');
  fill(await field(/^Flight/), 'SPRING-1');
  fill(await field('New price'), '12,50');
  await product.user.click(await button('Run trial'));
  await page().findByText('Enter an amount in digits, such as 12.50.');
  expect(product.network.callsOf(tryContracts)).toEqual([]);

  product.open('/admin/money/trial', { as: 'admin' });
  await page().findByText(/^Your unsaved text was restored\./);
  expect(((await field(/^Flight/)) as HTMLInputElement).value).toBe('SPRING-1');
  await product.user.click(await button('Start over'));
  expect(((await field(/^Flight/)) as HTMLInputElement).value).toBe('');
});

test('reports a zero difference in words, and shows fields for other rules', async () => {
  product.network.on(tryContracts, () => ({ ...RESULT, after: SUMS, data: [], notes: [] }));
  product.open('/admin/money/trial', { as: 'admin' });
  await product.user.selectOptions(await field('Traffic rules'), 'Other rules');
  await field('Seconds of ads per visitor per hour');
  await product.user.click(await button('Run trial'));
  await page().findByText('No change. The difference is exactly zero.');
  const rules = { visitor_seconds: 3600, outlet_pace: true, data_centre: true, silent_minutes: null };
  expect(product.network.callsOf(tryContracts)[0]?.body).toMatchObject({ rules });
});

test("starts with the last whole month of the network's zone, wherever the user is", async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  product.network.on(tryContracts, () => RESULT);
  for (const [now, zone, from, to] of [
    ['2026-11-30T20:00:00.000Z', 'Asia/Tokyo', '2026-11-01', '2026-11-30'],
    ['2026-12-01T03:00:00.000Z', 'America/New_York', '2026-10-01', '2026-10-31'],
  ] as const) {
    vi.setSystemTime(now);
    product.network.on(publicConfig, { ...CONFIG, network_time_zone: zone });
    product.open('/admin/money/trial', { as: 'admin' });
    expect(((await field('First day')) as HTMLInputElement).value).toBe(from);
    expect(((await field('Last day')) as HTMLInputElement).value).toBe(to);
  }
});
