import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible, expectReadableIn, PICTURE_FILE, REFUSED, signIn, swipe, test } from './shell-steps.ts';

// web/features/{network,users}/*-page.test.ts test the texts of tables, forms and drawers in each state. These journeys
// cover what needs a real browser and server: files, pictures and layout.

/** Returns a name and an EUI that are unique in this run. */
const unique = (): { name: string; eui: string } => {
  const digits = crypto.randomUUID().replace(/-/g, '').slice(0, 12).toUpperCase();
  return { name: `Pier House ${digits}`, eui: `E2E0${digits}` };
};
const form = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

test('few clicks create a customer, a venue and three outlets with keys; a copied key works until it is revoked', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { name, eui } = unique();
  const euis = [0, 1, 2].map((index) => eui.slice(0, 15) + index);
  await signIn(page, 'admin');
  await page.goto('/admin/customers');
  await expect(page.getByRole('table', { name: 'Customers' })).toBeVisible();
  await expectAccessible(page);
  let clicks = 0;
  const click = async (place: Locator): Promise<void> => {
    clicks += 1;
    await place.click();
  };
  await click(page.getByRole('button', { name: 'New customer' }));
  const customer = form(page, 'New customer');
  await customer.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await customer.getByLabel('Venue name').fill('Lobby');
  await customer.getByLabel('Latitude').fill('41.88');
  await customer.getByLabel('Longitude').fill('-87.63');
  await click(customer.getByRole('button', { name: 'Add customer' }));
  const drawer = form(page, name);
  await expect(drawer.getByRole('list', { name: 'Venues' })).toContainText('America/Chicago, 0 outlets');
  await click(drawer.getByRole('button', { name: 'Add outlets' }));
  const outlets = form(page, 'New outlets');
  await expect(outlets.getByLabel('Venue')).not.toHaveValue('');
  await outlets.getByLabel('EUIs').fill(euis.join('\n'));
  await click(outlets.getByRole('button', { name: 'Add 3 outlets' }));
  const keys = form(page, 'Copy your keys');
  await expect(keys.getByRole('list', { name: 'Keys' }).getByRole('listitem')).toHaveCount(3);
  await expect(outlets).toBeHidden();
  await expectAccessible(page);
  const saved = page.waitForEvent('download');
  await click(keys.getByRole('button', { name: 'Download as CSV' }));
  const file = await readFile(await (await saved).path(), 'utf8');
  expect(file.trim().split('\r\n')).toHaveLength(4);
  await click(keys.getByRole('button', { name: 'I saved the keys' }));
  await expect(keys).toBeHidden();
  expect(clicks).toBeLessThanOrEqual(12);
  await expect(drawer.getByRole('button', { name: 'Add outlets' })).toBeFocused();
  await expect(drawer.getByRole('list', { name: 'Venues' })).toContainText('3 outlets');

  await drawer.getByRole('link', { name: 'View outlets' }).click();
  await page.getByRole('button', { name: euis[0] ?? '' }).click();
  const outlet = form(page, euis[0] ?? '');
  await outlet.getByRole('button', { name: 'New key' }).click();
  await form(page, 'Issue key').getByRole('button', { name: 'Issue key', exact: true }).click();
  const shown = form(page, 'Copy your key');
  await shown.getByRole('button', { name: 'Copy key' }).click();
  await expect(shown.getByRole('button', { name: 'Copied' })).toBeVisible();
  const key = await page.evaluate(() => navigator.clipboard.readText());
  expect(key).toMatch(/^vb_[\w-]{43}$/);
  await shown.getByRole('button', { name: 'I saved the key' }).click();
  const event = { id: crypto.randomUUID(), type: 'heartbeat', eui: euis[0], timestamp: new Date().toISOString() };
  const report = () =>
    page.request.post('/api/ingest/events', { headers: { authorization: `Bearer ${key}` }, data: [event] });
  expect((await report()).status()).toBe(200);
  await outlet.getByRole('button', { name: `Revoke ${key.slice(0, 10)}` }).click();
  await page
    .getByRole('dialog', { name: /^Revoke vb_/ })
    .getByRole('button', { name: 'Revoke', exact: true })
    .click();
  await expect(outlet.getByRole('list', { name: 'Keys' })).toContainText('Revoked');
  await expect(outlet.getByText('Online')).toBeVisible();
  expect((await report()).status()).toBe(401);
});

/** The console message when Playwright's trace reads a new picture again, which the page's content policy forbids. */
const TRACED_PICTURE = /^Connecting to 'blob:.* "connect-src 'self'"/;

test.describe('with a picture', () => {
  test.use({ expectedErrors: [TRACED_PICTURE] });

  test('an account is added with its picture, viewed as, and deleted; the audit log has it all and is intact', {
    tag: '@full',
  }, async ({ page }) => {
    const email = `nora.${Date.now().toString(36)}@journey.example`;
    await signIn(page, 'admin');
    await page.goto('/admin');
    await expect(page).toHaveURL(/\/admin\/users$/);
    await expect(page.getByRole('table', { name: 'Users' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add user' }).click();
    const user = form(page, 'Add User');
    await user.getByLabel('First name').fill('nora');
    await user.getByLabel('Email').fill(email);
    await user.getByRole('combobox', { name: 'Customer' }).fill('larkspur');
    await page.getByRole('option', { name: 'Larkspur Hotels' }).click();
    await user.getByLabel('Picture file').setInputFiles(PICTURE_FILE);
    await expect(user.getByAltText('Chosen picture')).toHaveJSProperty('naturalWidth', 2);
    await expectAccessible(page);
    await user.getByRole('button', { name: 'Add User', exact: true }).click();
    await expect(page.getByText(`${email} was added`)).toBeVisible();

    await page.getByRole('searchbox', { name: 'Name, email, phone or customer' }).fill(email);
    await expect(page.getByText('1–1 of 1 user')).toBeVisible();
    const picture = page.getByRole('table', { name: 'Users' }).locator('img');
    await expect(picture).toHaveAttribute('src', /^\/api\/avatars\/[\w-]{43}$/);
    await expect(picture).toHaveJSProperty('naturalWidth', 256);

    await page.getByRole('button', { name: 'More actions for nora' }).click();
    await page.getByRole('menuitem', { name: 'View as this user' }).click();
    await form(page, 'View as this user').getByRole('button', { name: 'View', exact: true }).click();
    const banner = page.getByRole('complementary', { name: 'Viewing as another user' });
    await expect(banner).toContainText(email);
    await expect(page.getByRole('article', { name: /^Larkspur Hotels/ })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Audit log' })).toHaveCount(0);
    await banner.getByRole('button', { name: 'Stop viewing' }).click();
    await expect(page).toHaveURL(/\/admin\/users/);

    await page.getByRole('searchbox', { name: 'Name, email, phone or customer' }).fill(email);
    await page.getByRole('button', { name: 'Delete nora' }).click();
    await form(page, 'Confirm delete').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('No matching users')).toBeVisible();
    await page.goto(`/admin/audit?q=${email}`);
    for (const what of ['Deleted an account', 'Added an account'])
      await expect(page.getByRole('button', { name: what }).last()).toBeVisible();
    await page.getByRole('button', { name: 'Added an account' }).last().click();
    await expect(page.getByRole('dialog').getByText('Picture', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Verify' }).press('Enter');
    await expect(page.getByText('None were changed, and none are missing')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Verify' }), 'busy it was disabled').toBeFocused();
    await expectAccessible(page);
    await expectReadableIn(page, 'dark');
  });
});

// The daily tests of client and server are in web/app/tables.test.ts and server/imports/run-import.test.ts.
test('a file is checked before it is imported, and the export equals the imported file', { tag: '@full' }, async ({
  page,
}) => {
  const { name } = unique();
  await signIn(page, 'admin');
  await page.goto('/admin/customers');
  await page.getByRole('button', { name: 'Import' }).click();
  const drawer = form(page, 'Import customers');
  const input = drawer.locator('input[type=file]');
  await input.setInputFiles(csv('customers.csv', `name,kind,category\n${name},shop,hotel\n`));
  await expect(drawer.getByText('1 problem in 1 line. Nothing is imported.')).toBeVisible();
  await expect(drawer.getByRole('listitem').filter({ hasText: 'Line 2' })).toContainText("'shop' is not valid");
  await input.setInputFiles(csv('customers.csv', `name,kind,category\n${name},property,hotel\n`));
  await expect(drawer.getByRole('listitem').filter({ hasText: 'Line 2' })).toContainText(`${name} · new customer`);
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Import 1 change' }).click();
  await expect(page.getByText(/^customers\.csv imported/)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Customer name' }).fill(name);
  await expect(page.getByText('1–1 of 1 customer')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  const [head, line, ...rest] = text.split('\r\n');
  expect(head).toMatch(/^\ufeffname,kind,category,.*,share,share_from$/);
  expect(line).toMatch(new RegExp(`^${name},property,hotel,+$`));
  expect(rest).toEqual(['']);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, expectedErrors: [REFUSED] });

  test('a drawer fills the screen, scrolls while the page behind it stays, and keeps its buttons visible', async ({
    page,
  }) => {
    await signIn(page, 'admin');
    await page.goto('/admin/customers');
    await page.getByRole('table', { name: 'Customers' }).getByRole('rowheader').first().getByRole('button').tap();
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByRole('heading', { level: 3 }).first()).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await drawer.getByRole('button', { name: 'Close', exact: true }).tap();
    await expect(drawer).toBeHidden();
    await page.getByRole('button', { name: 'New customer' }).tap();
    const customer = form(page, 'New customer');
    await expect(customer.getByLabel('Venue name')).toBeVisible();
    await expect
      .poll(async () => {
        const box = await customer.boundingBox();
        return [box?.x, box?.width];
      })
      .toEqual([0, 390]);
    const before = await page.evaluate(() => window.scrollY);
    const top = async () => (await customer.getByLabel('Venue name').boundingBox())?.y ?? 0;
    const at = await top();
    await swipe(page, { x: 195, y: 600 }, { x: 195, y: 250 });
    await expect.poll(top).toBeLessThan(at - 100);
    expect(await page.evaluate(() => window.scrollY)).toBe(before);
    // A tap on content that is still scrolling only stops the scrolling.
    let last = Number.NaN;
    const isStill = async () => {
      const [now, before] = [await top(), last];
      last = now;
      return now === before;
    };
    await expect.poll(isStill, { intervals: [200] }).toBe(true);
    const save = customer.getByRole('button', { name: 'Add customer' });
    await expect(save).toBeInViewport({ ratio: 1 });
    await save.tap();
    await expect(customer.getByText('Enter a name.')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});
