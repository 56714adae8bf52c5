// @vitest-environment jsdom
import { fireEvent, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { approveFlight, listReviews, returnFlight } from '#contract/flights.ts';
import { addRate } from '#contract/rate-card.ts';
import { button, dialog, expectAccessible, fill, heading, page, productPage } from '../../app/testing/product-page.ts';
import { FLIGHT_ROW, flightWith, stubFlightParts } from '../../app/testing/stub-campaigns.ts';

const product = productPage();
const press = async (name: string | RegExp): Promise<void> => product.user.click(await button(name));

beforeEach(() => {
  stubFlightParts(product.network);
  const { creatives } = flightWith();
  const { creatives: _, fields, time_zone, prices, price_source, ...rest } = flightWith();
  const waiting = {
    fields,
    time_zone,
    prices,
    price_source,
    outlets: rest.outlets,
    target_names: [{ id: 'v1', name: 'Pier House > Lobby' }],
    at: '2026-11-20T10:00:00.000Z',
    by: 'ada@tea.example',
    category: 'food_and_drink' as const,
    blocked_outlets: 3,
    blocked_by: ['Pier House'],
  };
  product.network.on(listReviews, {
    total: 2,
    page: 1,
    limit: 10,
    data: [
      {
        ...waiting,
        kind: 'flight',
        flight: { ...FLIGHT_ROW, state: 'in_review', code: 'NEW-1' },
        changes: [
          { field: 'starts', before: '', after: '2026-11-01' },
          { field: 'targets', before: '', after: '{"states":["ohio"]}' },
          { field: 'model', before: '', after: 'cpm' },
        ],
        creatives,
      },
      {
        ...waiting,
        kind: 'change',
        flight: FLIGHT_ROW,
        changes: [
          { field: 'budget', before: '$3000', after: '4500' },
          { field: 'targets', before: 'everywhere', after: '{"venues":["v1"]}' },
        ],
        creatives: [],
      },
    ],
  });
});

test('lists flights and changes in one queue, with old and new values side by side', async () => {
  product.open('/admin/campaigns/reviews', { as: 'admin' });
  await heading('Reviews');
  await page().findByText('$3,000.00');
  expect(page().getByText('$4,500.00')).toBeTruthy();
  expect(page().getByText('Nov 1, 2026')).toBeTruthy();
  // What the decision depends on: days in the flight's time zone, price, reach, blocked categories and forecast.
  for (const text of [
    'Nov 1, 2026 to Nov 30, 2026, time zone America/New_York',
    '$14.50 per 1,000 views at all venues. From the rate card.',
    'Food and drink is blocked at 3 outlets of Pier House',
    /^20,000 views \(10,000 to 40,000\)/,
  ])
    expect(await page().findAllByText(text)).toHaveLength(2);
  expect(page().getByText('Ohio')).toBeTruthy();
  expect(page().getByText('Pier House > Lobby')).toBeTruthy();
  expect(page().getByText('Per 1,000 views (CPM)')).toBeTruthy();
  expect(page().queryByText('Not set')).toBeNull();
  expect(page().getByRole('img', { name: 'Ad: Leaves' })).toBeTruthy();
  await expectAccessible();
  product.network.on(approveFlight, flightWith());
  await press('Approve AUTUMN-1');
  await press('Approve change');
  await page().findByText('Change to AUTUMN-1 approved');
  expect(product.network.callsOf(approveFlight).at(-1)?.body).toEqual({ version: 7 });
});

test('returns a flight with a reason', async () => {
  product.open('/admin/campaigns/reviews', { as: 'admin' });
  await press('Return NEW-1');
  const form = within(await dialog('Return flight'));
  fill(form.getByLabelText(/^Reason/), 'The picture is blurred.');
  product.network.on(returnFlight, flightWith({ state: 'returned' }));
  await press('Return');
  await page().findByText('NEW-1 returned to its advertiser');
  expect(product.network.callsOf(returnFlight).at(-1)?.body).toEqual({ version: 7, reason: 'The picture is blurred.' });
});

test('shows current and future prices of the rate card, and adds a price', async () => {
  product.open('/admin/campaigns/rates', { as: 'admin' });
  await page().findByText('$18.00 per 1,000 views');
  expect(page().getByText('Current')).toBeTruthy();
  await expectAccessible();
  await press('New price');
  const form = within(await dialog('New price'));
  const isPrecisionSaid = () => form.queryByText(/exact to three decimals/) !== null;
  expect(isPrecisionSaid()).toBe(true);
  for (const [model, isSaid] of [
    ['cpb', false],
    ['cpm', true],
  ] as const) {
    fireEvent.change(form.getByLabelText('Pricing model'), { target: { value: model } });
    expect(isPrecisionSaid(), model).toBe(isSaid);
  }
  // 12,50 may mean 12.50 or 1,250.
  fill(form.getByLabelText(/^Price/), '12,50');
  await press('Add price');
  await form.findByText('Enter an amount in digits, such as 12.50.');
  expect(form.getByLabelText(/^Price/).getAttribute('aria-invalid')).toBe('true');
  fill(form.getByLabelText(/^Price/), '19.25');
  product.network.on(addRate, { data: [], venue_types: [] });
  await press('Add price');
  await page().findByText('Price added');
  expect(product.network.callsOf(addRate).at(-1)?.body).toEqual({ model: 'cpm', venue_type: null, price: 19.25 });
});
