// @vitest-environment jsdom
import { within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { login } from '#contract/auth.ts';
import {
  checkEmailDomain,
  claimEmailDomain,
  type EmailDomain,
  listEmailDomains,
  releaseEmailDomain,
  requireSingleSignOn,
} from '#contract/single-sign-on.ts';
import { publicConfig } from '#contract/site.ts';
import { CONFIG, userOf } from '../../app/testing/accounts.ts';
import { button, dialog, expectAccessible, field, fill, page, productPage } from '../../app/testing/product-page.ts';

const product = productPage();
const { press, network } = product;
const said = (text: string | RegExp): Promise<HTMLElement> => page().findByText(text);
const DOMAIN: EmailDomain = {
  id: 'd1',
  domain: 'pier.example',
  customer: 'Pier House',
  provider: 'oidc',
  provider_label: 'Pier ID',
  record_name: '_voltboard.pier.example',
  record_value: 'voltboard-verification=abc',
  state: 'pending',
  checked_at: null,
  ends_at: null,
  sso_only: false,
  is_tried: false,
};
const isDisabled = async (name: string) => ((await button(name)) as HTMLButtonElement).disabled;

beforeEach(() => {
  network.on(publicConfig, { ...CONFIG, sign_in_providers: [{ name: 'oidc', label: 'Pier ID' }] });
  network.on(listEmailDomains, { data: [DOMAIN] });
});

test('adds a domain, shows its DNS record, and checks the record', async () => {
  network.on(listEmailDomains, { data: [] });
  product.open('/app/single-sign-on', { as: userOf('property') });
  await said(/^Add your email domain/);
  await press('Add domain');
  fill(await field(/^Email domain/), 'gmail.com');
  network.refuse(claimEmailDomain, 400, { message: 'No.', fields: { domain: 'Anybody can have an address there.' } });
  await press('Continue');
  await said('Anybody can have an address there.');
  fill(await field(/^Email domain/), 'pier.example');
  network.on(claimEmailDomain, DOMAIN);
  network.on(listEmailDomains, { data: [DOMAIN] });
  await press('Continue');
  await said('_voltboard.pier.example');
  expect(network.callsOf(claimEmailDomain)[1]?.body).toEqual({ domain: 'pier.example', provider: 'oidc' });
  expect(await isDisabled('Require single sign-on')).toBe(true);
  await expectAccessible();
  network.on(checkEmailDomain, { is_found: false, domain: DOMAIN });
  await press('Check now');
  await said(/The record was not found/);
  network.on(checkEmailDomain, { is_found: true, domain: { ...DOMAIN, state: 'verified' } });
  network.on(listEmailDomains, { data: [{ ...DOMAIN, state: 'verified' }] });
  await press('Check now');
  await said('Verified');
  await said(/^To require single sign-on, first sign in with Pier ID yourself/);
  expect(await isDisabled('Require single sign-on')).toBe(true);
});

test('requires single sign-on after confirmation, allows other ways again, and removes the domain', async () => {
  const verified = { ...DOMAIN, state: 'verified', is_tried: true } as const;
  network.on(listEmailDomains, { data: [verified] });
  network.on(requireSingleSignOn, { ...verified, sso_only: true });
  product.open('/app/single-sign-on', { as: userOf('property') });
  await press('Require single sign-on');
  const asked = await dialog('Require single sign-on');
  expect(asked.textContent).toContain('Sessions that started another way end immediately.');
  await expectAccessible();
  network.on(listEmailDomains, { data: [{ ...verified, sso_only: true }] });
  await product.user.click(within(asked).getByRole('button', { name: 'Require' }));
  await said(/sign in with Pier ID only/);
  network.on(listEmailDomains, { data: [verified] });
  await press('Allow other ways to sign in');
  await product.user.click(within(await dialog('Allow other ways to sign in')).getByRole('button', { name: 'Allow' }));
  await said('Single sign-on is no longer required');
  expect(network.callsOf(requireSingleSignOn).map(({ body }) => body)).toEqual([
    { sso_only: true },
    { sso_only: false },
  ]);
  network.on(releaseEmailDomain, { status: true });
  network.on(listEmailDomains, { data: [] });
  await press('Remove domain');
  await product.user.click(within(await dialog('Remove pier.example')).getByRole('button', { name: 'Remove domain' }));
  await said('pier.example was removed');
});

test('reports a missing record, with the day on which the claim ends', async () => {
  network.on(listEmailDomains, {
    data: [
      { ...DOMAIN, state: 'missing', ends_at: '2026-12-01T00:00:00.000Z', checked_at: '2026-11-24T00:00:00.000Z' },
    ],
  });
  product.open('/app/single-sign-on', { as: userOf('property') });
  await said('Record missing');
  expect((await said(/The record disappeared/)).textContent).toContain('the claim ends');
});

test('lets an administrator see all domains and end the requirement, but not start it', async () => {
  const other = { ...DOMAIN, id: 'd2', domain: 'quay.example', customer: 'Quay', state: 'verified', sso_only: true };
  network.on(listEmailDomains, { data: [DOMAIN, other as EmailDomain] });
  product.open('/app/single-sign-on', { as: userOf('admin') });
  await said('Quay, signs in with Pier ID');
  expect(page().queryByRole('button', { name: 'Require single sign-on' })).toBeNull();
  expect(page().queryByRole('button', { name: 'Add domain' })).toBeNull();
  expect(await button('Allow other ways to sign in')).toBeTruthy();
});

test('explains to a viewer who sets up single sign-on', async () => {
  product.open('/app/single-sign-on', { as: userOf('property', { standing: 'viewer' }) });
  await said('Only managers of an organization can set up single sign-on.');
  expect(network.callsOf(listEmailDomains)).toEqual([]);
});

test('names the provider of the domain on the login page, beside its button', async () => {
  const message = 'People with an address at pier.example sign in with Pier ID.';
  network.refuse(login, 403, { message, code: 'single_sign_on' });
  product.open('/login');
  fill(await field('Email'), 'ada@pier.example');
  fill(await field('Password'), 'anything');
  await press('Login');
  await said(message);
  expect(await button('Continue with Pier ID')).toBeTruthy();
});
