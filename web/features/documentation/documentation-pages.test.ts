// @vitest-environment jsdom
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { publicConfig } from '#contract/site.ts';
import { CONFIG } from '../../app/testing/accounts.ts';
import { atAddress, dialog, expectAccessible, heading, page, productPage } from '../../app/testing/product-page.ts';
import { DOC_GROUPS } from './doc-pages.ts';

const product = productPage();
const PAGES = DOC_GROUPS.flatMap(({ pages }) => pages);

test('gives each page a heading, a place in the menu and a link to the next page', async () => {
  product.open('/documentation');
  for (const [at, { path, title }] of PAGES.entries()) {
    await atAddress(`/documentation/${path}`);
    await heading(title);
    const menu = page().getByRole('navigation', { name: 'Documentation' });
    await waitFor(() => {
      const current = within(menu).getAllByRole('link', { current: 'page' });
      expect(current.map(({ textContent }) => textContent)).toEqual([title]);
    });
    const next = PAGES[at + 1]?.title;
    if (next !== undefined)
      await product.user.click(page().getByRole('link', { name: new RegExp(`^Next\\s*${next}$`) }));
  }
});

test('opens the overview for /documentation and for an unknown page, and links to the next page', async () => {
  product.open('/documentation');
  await atAddress(/^\/documentation\/getting-started\/overview$/);
  await heading('Overview');
  await expectAccessible();
  await product.user.click(page().getByRole('link', { name: /^Next\s*Quick start$/ }));
  await heading('Quick start');
  await waitFor(() => expect(document.activeElement?.id).toBe('doc-main'));
});

test('links the API description only if the server serves it', async () => {
  product.network.on(publicConfig, { ...CONFIG, api_docs: false });
  product.open('/documentation/getting-started/overview');
  await heading('Overview');
  await waitFor(() => expect(page().queryByRole('link', { name: 'API description' })).toBeNull());
});

test('runs the example of a component and shows its code', async () => {
  product.open('/documentation/components/modal');
  await product.user.click(await page().findByRole('button', { name: 'Open' }));
  const question = await dialog('Retire this outlet?');
  await product.user.click(within(question).getByRole('button', { name: 'Retire' }));
  await waitFor(() => expect(page().queryByRole('dialog')).toBeNull());
  await product.user.click(page().getByRole('tab', { name: 'Code' }));
  const code = await page().findByRole('region', { name: 'Code: Question' });
  expect(code.textContent).toContain('export function ModalSimple()');
});
