// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { getLetterhead, type Letterhead, setLetterhead } from '#contract/letterhead.ts';
import { button, expectAccessible, field, fill, page, productPage } from '../../app/testing/product-page.ts';

const product = productPage();

const WRITTEN: Letterhead = {
  name: 'Harbour Network Inc.',
  address: '1 Pier Road\nBoston',
  tax_id: '12-3',
  contact: 'a@b.example',
  payment: 'IBAN DE02',
  logo: null,
  paper: 'country',
  since: '2026-11-01T00:00:00.000Z',
  by: 'Ada',
};

test('shows the letterhead as printed, and changes it without changing the logo', async () => {
  product.network.on(getLetterhead, WRITTEN);
  product.network.on(setLetterhead, { ...WRITTEN, tax_id: '12-4' });
  product.open('/admin/letterhead', { as: 'admin' });
  await page().findByText(/Tax ID 12-3/);
  await expectAccessible();
  await product.user.click(await button('Change letterhead'));
  fill(await field('Tax ID'), '12-4');
  await product.user.selectOptions(await field('Paper'), 'A4 for all');
  await product.user.click(await button('Save'));
  await page().findByText('Letterhead saved. Future documents use it.');
  const { address, contact, name, payment } = WRITTEN;
  const sent = { name, address, tax_id: '12-4', contact, payment, paper: 'a4', logo: null, since: WRITTEN.since };
  expect(product.network.callsOf(setLetterhead)[0]?.body).toEqual(sent);
});

test('describes the default of documents while there is no letterhead', async () => {
  const words = { name: '', address: '', tax_id: '', contact: '', payment: '', by: '' };
  const nothing = { ...words, logo: null, paper: 'country' as const, since: null };
  product.network.on(getLetterhead, nothing);
  product.open('/admin/letterhead', { as: 'admin' });
  await page().findByText(/No letterhead yet/);
});
