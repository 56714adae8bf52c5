// @vitest-environment jsdom
import { within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import {
  acceptCreative,
  getCreativePolicy,
  listCreatives,
  type QueuedCreative,
  refuseCreative,
  setCreativePolicy,
} from '#contract/creatives.ts';
import { getHousePicture, removeHousePicture, setHousePicture } from '#contract/house-picture.ts';
import { userOf } from '../../app/testing/accounts.ts';
import { button, dialog, expectAccessible, fill, page, productPage } from '../../app/testing/product-page.ts';
import { flightWith } from '../../app/testing/stub-campaigns.ts';

const product = productPage();
const press = async (name: string | RegExp): Promise<void> => product.user.click(await button(name));
const [creative] = flightWith().creatives;
const POLICY = { customer_id: 'c-1', review_each: false, blocked_categories: [], version: 2, can_edit: true };

const queued = (standing: QueuedCreative['standing']): QueuedCreative => ({
  creative: creative as QueuedCreative['creative'],
  flight_code: 'AUTUMN-1',
  advertiser: 'Lantern Tea',
  sponsor: 'Lantern Tea',
  category: 'food_and_drink',
  standing,
  reason: '',
  decided_at: null,
  decided_by: null,
  version: 0,
  starts_at: '2026-11-01T05:00:00.000Z',
  ends_at: '2026-12-01T05:00:00.000Z',
  outlets: 2,
  time_zone: 'America/New_York',
});

beforeEach(() => {
  product.network.on(listCreatives, { data: [queued('waiting')], total: 1, page: 1, limit: 10 });
  product.network.on(getCreativePolicy, POLICY);
  product.network.on(getHousePicture, { customer_id: 'c-1', picture: null, can_edit: true });
});

test('accepts a waiting ad, or refuses it with a reason', async () => {
  product.open('/app/creatives', { as: 'property' });
  await page().findByText('Needs review', { selector: 'span' });
  await expectAccessible();
  product.network.on(acceptCreative, queued('accepted'));
  await press('Accept Leaves');
  await press('Accept');
  await page().findByText('Leaves accepted');
  await press('Reject Leaves');
  const form = within(await dialog('Reject creative'));
  fill(form.getByLabelText(/^Reason/), 'Not in a spa.');
  product.network.on(refuseCreative, queued('refused'));
  await press('Reject');
  await page().findByText('Leaves rejected');
  expect(product.network.callsOf(refuseCreative).at(-1)?.body).toEqual({ reason: 'Not in a spa.', version: 0 });
});

test('shows the days of an ad in the time zone of its campaign, wherever the user is', async () => {
  product.open('/app/creatives', { as: userOf('property', { time_zone: 'Pacific/Auckland' }) });
  await page().findByText('Nov 1, 2026 to Nov 30, 2026');
});

test('sets the ad policy for all outlets at once', async () => {
  product.open('/app/creatives', { as: 'property' });
  await press('Edit');
  const form = within(await dialog('Ad policy'));
  await product.user.click(form.getByLabelText('Gambling'));
  await product.user.click(form.getByLabelText(/^Review each ad first/));
  product.network.on(setCreativePolicy, { ...POLICY, review_each: true, blocked_categories: ['gambling'] });
  await press('Save');
  await page().findByText('Ad policy saved');
  expect(product.network.callsOf(setCreativePolicy).at(-1)?.body).toEqual({
    review_each: true,
    blocked_categories: ['gambling'],
    version: 2,
  });
});

test('sets, replaces and removes the house picture for outlets without ads', async () => {
  product.open('/app/creatives', { as: 'property' });
  await press('Set house picture');
  const form = within(await dialog('House picture'));
  await press('Save');
  await form.findByText('Choose a picture.');
  const file = new File(['pixels'], 'lobby.png', { type: 'image/png' });
  await product.user.upload(form.getByLabelText(/^Picture/), file);
  fill(form.getByLabelText('Duration in seconds'), '12');
  const picture = { url: '/api/creatives/ab.png', type: 'image/png', width: 600, height: 600, seconds: 12, target: '' };
  const set = { customer_id: 'c-1', picture: { ...picture, updated_at: '2026-11-21T12:00:00.000Z' }, can_edit: true };
  product.network.on(setHousePicture, set);
  product.network.on(getHousePicture, set);
  await press('Save');
  await page().findByText(/^Shown for 12 seconds/);
  expect(product.network.callsOf(setHousePicture)).toHaveLength(1);
  product.network.on(removeHousePicture, { ...set, picture: null });
  product.network.on(getHousePicture, { ...set, picture: null });
  await press('Remove');
  await press('Remove picture');
  await page().findByText(/^No house picture/);
});

test('shows a viewer the decisions but no buttons to decide', async () => {
  product.network.on(getCreativePolicy, { ...POLICY, can_edit: false });
  product.open('/app/creatives', { as: userOf('property', { standing: 'viewer' }) });
  await page().findByText('Needs review', { selector: 'span' });
  for (const name of ['Accept Leaves', 'Reject Leaves', 'Edit', 'Set house picture'])
    expect(page().queryByRole('button', { name })).toBeNull();
});
