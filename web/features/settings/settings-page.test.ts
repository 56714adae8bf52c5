// @vitest-environment jsdom
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  getNetworkSettings,
  type NetworkSettings,
  SETTING_NAMES,
  type ShownSetting,
  setNetworkSetting,
} from '#contract/settings.ts';
import { button, expectAccessible, field, fill, page, productPage } from '../../app/testing/product-page.ts';
import { SETTING_TEXTS } from './settings-strings.ts';

const product = productPage();

const VALUES: Partial<Record<ShownSetting['name'], Partial<ShownSetting>>> = {
  name: { value: 'Voltboard' },
  color: { value: '#333964' },
  currency: { value: 'USD', saved: 'EUR', source: 'stored' },
  owner_share: { value: '0.3', saved: '0.45', from: '2027-01-10' },
  sign_up: { value: 'invite' },
  four_eyes: { value: 'on', source: 'environment' },
  retention_months: { value: '' },
  rated_watts: { value: '3680' },
};
const settings = (changes = VALUES): NetworkSettings => ({
  data: SETTING_NAMES.map((name) => ({
    name,
    value: 'UTC',
    saved: null,
    default: '',
    source: 'default' as const,
    from: null,
    ...changes[name],
  })),
  version: '7',
});
const rowOf = async (name: ShownSetting['name']) => {
  const term = await page().findByText(SETTING_TEXTS[name].label);
  return within(term.parentElement as HTMLElement);
};

test('shows values as people read them, where they come from, and what waits', async () => {
  product.network.on(getNetworkSettings, settings());
  product.open('/admin/settings', { as: 'admin' });
  (await rowOf('owner_share')).getByText('30%');
  (await rowOf('owner_share')).getByText('From Jan 10, 2027: 45%');
  (await rowOf('currency')).getByText('After the next restart: EUR');
  (await rowOf('sign_up')).getByText('Invited people');
  (await rowOf('retention_months')).getByText('No limit');
  (await rowOf('rated_watts')).getByText('3680 watts');
  const fixed = await rowOf('four_eyes');
  fixed.getByText('Set by FOUR_EYES in the server’s environment. Change it there.');
  expect(fixed.queryByRole('button')).toBeNull();
  await expectAccessible();
});

test('changes a value, restores the default with a blank one, and asks for the first day of a share', async () => {
  product.network.on(getNetworkSettings, settings());
  product.network.on(setNetworkSetting, settings());
  product.open('/admin/settings', { as: 'admin' });
  await product.user.click(await button('Change Network name'));
  fill(await field('Network name'), 'Harbor Power');
  await product.user.click(await button('Save'));
  await page().findByText('Network name saved.');
  await product.user.click(await button('Change Maximum power of an outlet'));
  fill(await field('Maximum power of an outlet (watts)'), '');
  await product.user.click(await button('Save'));
  await page().findByText('Maximum power of an outlet saved.');
  await product.user.click(await button('Change Owner share'));
  fill(await field('Owner share'), '40%');
  fill(await field('First day'), '2027-02-01');
  await product.user.click(await button('Save'));
  await page().findByText('Owner share saved. It takes effect on Feb 1, 2027.');
  expect(product.network.callsOf(setNetworkSetting).map(({ body }) => body)).toEqual([
    { name: 'name', value: 'Harbor Power', version: '7' },
    { name: 'rated_watts', value: null, version: '7' },
    { name: 'owner_share', value: '40%', from: '2027-02-01', version: '7' },
  ]);
});

test('shows a rejected value’s reason at its field and keeps what was typed', async () => {
  product.network.on(getNetworkSettings, settings());
  const fields = { value: 'Use the ISO 4217 code of a currency with two decimals, such as USD or EUR.' };
  product.network.refuse(setNetworkSetting, 400, { message: fields.value, fields });
  product.open('/admin/settings', { as: 'admin' });
  await product.user.click(await button('Change Currency'));
  fill(await field('Currency'), 'JPY');
  await product.user.click(await button('Save'));
  await page().findByText(fields.value);
  expect(await field('Currency')).toHaveProperty('value', 'JPY');
});
