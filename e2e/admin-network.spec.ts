import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { expectAccessible, signIn, test } from './shell-steps.ts';

/** A name and an EUI that nothing else in this run has. */
const unique = (): { name: string; eui: string } => {
  const digits = crypto.randomUUID().replace(/-/g, '').slice(0, 12).toUpperCase();
  return { name: `Pier House ${digits}`, eui: `E2E0${digits}` };
};

const toast = (page: Page, text: string) => expect(page.getByText(text)).toBeVisible();
const form = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

test('a customer is added with a venue and a share, found, and retired', async ({ page }) => {
  const { name } = unique();
  await signIn(page, 'admin');
  await page.goto('/admin/customers');
  await expect(page.getByRole('table', { name: 'Customers' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'New customer' }).click();
  await form(page, 'New customer').getByRole('button', { name: 'Add customer' }).click();
  await expect(form(page, 'New customer').getByText('Write a name.')).toBeVisible();
  await form(page, 'New customer').getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await form(page, 'New customer').getByRole('button', { name: 'Add customer' }).click();
  const drawer = form(page, name);
  await expect(drawer.getByText('No venues yet')).toBeVisible();

  await drawer.getByRole('button', { name: 'Add a venue' }).click();
  const venue = form(page, 'New venue');
  await venue.getByLabel('Name').fill('Lobby');
  await venue.getByLabel('Latitude').fill('41.88');
  await venue.getByLabel('Longitude').fill('-87.63');
  await venue.getByRole('button', { name: 'Add venue' }).click();
  await expect(drawer.getByRole('list', { name: 'Venues' })).toContainText('America/Chicago, 0 outlets');

  await drawer.getByRole('button', { name: 'New share' }).click();
  const share = form(page, 'New share');
  await share.getByLabel('Share of the recorded revenue').fill('140%');
  await share.getByRole('button', { name: 'Set share' }).click();
  await expect(share.getByText("'140%' is no share; write 0.3 or 30%.")).toBeVisible();
  await share.getByLabel('Share of the recorded revenue').fill('35%');
  await share.getByLabel('From').fill('2026-01-01');
  await share.getByRole('button', { name: 'Set share' }).click();
  await expect(drawer.getByRole('list', { name: 'Share of the revenue' })).toContainText('35%');
  await expectAccessible(page);

  await drawer.getByRole('button', { name: 'Retire', exact: true }).click();
  await page
    .getByRole('dialog', { name: `Retire ${name}?` })
    .getByRole('button', { name: 'Retire', exact: true })
    .click();
  await toast(page, `${name} is retired`);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await page.getByRole('searchbox', { name: 'Search by name' }).fill(name.toUpperCase());
  await expect(page.getByText('No customers fit')).toBeVisible();
  await page.getByLabel('Status').selectOption('retired');
  await expect(page.getByRole('table', { name: 'Customers' })).toContainText(name);
});
test.use({ expectedErrors: [/Failed to load resource: .*(400|409)/] });

test('an outlet is added, reports with a key shown once, moves from a date on, and is retired', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { eui } = unique();
  await signIn(page, 'admin');
  await page.goto('/admin/outlets');
  await page.getByRole('button', { name: 'New outlets' }).click();
  const made = form(page, 'New outlets');
  await made.getByLabel('EUIs').fill(eui.replace(/(..)(?!$)/g, '$1-'));
  await made.getByRole('combobox', { name: 'Customer' }).fill('cascade gate');
  await page.getByRole('option', { name: 'Cascade Gateway Airport' }).click();
  await made.getByLabel('Venue').selectOption({ index: 1 });
  await made.getByLabel('From').fill('2026-01-01');
  await made.getByLabel('Issue a key for each').uncheck();
  await made.getByRole('button', { name: 'Add 1 outlet' }).click();
  await expect(made).toBeHidden();
  await page.getByRole('searchbox').fill(eui);
  await page.getByRole('table', { name: 'Outlets' }).getByRole('button', { name: eui }).click();
  const drawer = form(page, eui);
  await expect(drawer.getByText('Never seen')).toBeVisible();
  await expectAccessible(page);

  await drawer.getByRole('button', { name: 'Issue a key' }).click();
  await form(page, 'Issue a key').getByRole('button', { name: 'Issue key' }).click();
  const shown = form(page, 'Copy the key now');
  await shown.getByRole('button', { name: 'Copy key' }).click();
  await expect(shown.getByRole('button', { name: 'Copied' })).toBeVisible();
  const key = await page.evaluate(() => navigator.clipboard.readText());
  expect(key).toMatch(/^vb_[\w-]{43}$/);
  await expect(shown).toContainText(`"eui":"${eui}"`);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await shown.getByRole('button', { name: 'I have stored it' }).click();
  await expect(shown).toBeHidden();
  expect(await page.content()).not.toContain(key);
  const event = { id: crypto.randomUUID(), type: 'heartbeat', eui, timestamp: new Date().toISOString() };
  const report = () =>
    page.request.post('/api/ingest/events', { headers: { authorization: `Bearer ${key}` }, data: [event] });
  expect((await report()).status()).toBe(200);

  await drawer.getByRole('button', { name: 'Move', exact: true }).click();
  const move = form(page, 'Move outlet');
  const venue = move.getByLabel('Venue');
  let answer = () => {};
  const answering = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/admin/customers/*', (route) => answering.then(() => route.fulfill({ status: 400 })));
  await move.getByRole('combobox', { name: 'Customer' }).fill('bayfront');
  await page.getByRole('option', { name: 'Bayfront International' }).click();
  await expect(venue, 'no venue of the other customer can be chosen').toBeDisabled();
  answer();
  await expect(move.getByText('Error: its venues could not be loaded.')).toBeVisible();
  await page.unroute('**/api/admin/customers/*');
  await move.getByRole('button', { name: 'Try again' }).click();
  await expect(venue).toBeEnabled();
  await move.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(move.getByText('Choose a venue.')).toBeVisible();
  await venue.selectOption({ index: 1 });
  await move.getByLabel('From').fill('2099-01-01');
  await move.getByRole('button', { name: 'Move', exact: true }).click();
  const history = drawer.getByRole('list', { name: 'Where it stood' }).getByRole('listitem');
  await expect(history).toContainText([/Bayfront International.*Planned/, /Cascade Gateway Airport.*Now/]);
  await drawer.getByRole('button', { name: 'Take the move back' }).click();
  await expect(history).toHaveCount(1);
  await expect(drawer.getByText('Online')).toBeVisible();

  await drawer.getByRole('button', { name: /^Rotate / }).click();
  await form(page, 'Rotate the key').getByRole('button', { name: 'Issue successor' }).click();
  await shown.getByRole('button', { name: 'I have stored it' }).click();
  await expect(drawer.getByRole('list', { name: 'Keys' })).toContainText('Ending');
  await drawer.getByRole('button', { name: `Revoke ${key.slice(0, 10)}` }).click();
  await page
    .getByRole('dialog', { name: /^Revoke vb_/ })
    .getByRole('button', { name: 'Revoke', exact: true })
    .click();
  await expect(drawer.getByRole('list', { name: 'Keys' })).toContainText('Revoked');
  expect((await report()).status()).toBe(401);

  await drawer.getByRole('button', { name: 'Retire', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Retire the outlet?' });
  // The question goes once it is answered, whatever the lists take: it never turns into the opposite under the pointer.
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/admin/outlets/*', async (route) => {
    if (route.request().method() === 'GET') await held;
    await route.continue();
  });
  await question.getByRole('button', { name: 'Retire', exact: true }).click();
  await expect(question).toBeHidden();
  release();
  await expect(drawer.getByRole('button', { name: 'Put into service' })).toBeVisible();
  await drawer.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByLabel('Status').selectOption('retired');
  await page.getByRole('searchbox').fill(eui);
  await expect(page.getByRole('table', { name: 'Outlets' })).toContainText(eui);
});

test('customer, venue and three outlets with keys take few clicks, and nothing typed is lost', async ({ page }) => {
  const { name, eui } = unique();
  const euis = [0, 1, 2].map((index) => eui.slice(0, 15) + index);
  await signIn(page, 'admin');
  await page.goto('/admin/customers');
  let clicks = 0;
  const click = async (place: Locator): Promise<void> => {
    clicks += 1;
    await place.click();
  };
  await click(page.getByRole('button', { name: 'New customer' }));
  const customer = form(page, 'New customer');
  await customer.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await customer.getByLabel('Venue name').fill('Lobby');

  // Escape asks before it takes the text away, and so does Back; a reload keeps it.
  const question = form(page, 'Discard what you typed?');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Keep editing' }).press('Enter');
  await expect(question).toBeHidden();
  await page.goBack();
  await question.getByRole('button', { name: 'Keep editing' }).press('Enter');
  await page.reload();
  await expect(customer.getByText('Your unsent text was kept.')).toBeVisible();
  await expect(customer.getByLabel('Venue name')).toHaveValue('Lobby');

  await customer.getByLabel('Time zone').fill('America/Chicago');
  await click(customer.getByRole('button', { name: 'Add customer' }));
  const drawer = form(page, name);
  await expect(drawer.getByRole('list', { name: 'Venues' })).toContainText('America/Chicago, 0 outlets');
  await click(drawer.getByRole('button', { name: 'Add outlets' }));
  const outlets = form(page, 'New outlets');
  await expect(outlets.getByRole('combobox', { name: 'Customer' })).toHaveValue(name);
  await expect(outlets.getByLabel('Venue')).not.toHaveValue('');
  await outlets.getByLabel('EUIs').fill(`${euis[0]}, Bar 1\nnonsense\n${euis[2]}`);
  await click(outlets.getByRole('button', { name: 'Add 3 outlets' }));
  await expect(outlets.getByText(/^Line 2: Write 16 hexadecimal digits/)).toBeVisible();
  await outlets.getByLabel('EUIs').fill(euis.join('\n'));
  await click(outlets.getByRole('button', { name: 'Add 3 outlets' }));
  const keys = form(page, 'Copy the keys now');
  await expect(keys.getByRole('list', { name: 'Keys' }).getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page);
  const saved = page.waitForEvent('download');
  await click(keys.getByRole('button', { name: 'Download as CSV' }));
  const file = await readFile(await (await saved).path(), 'utf8');
  expect(file.trim().split('\r\n')).toHaveLength(4);
  await click(keys.getByRole('button', { name: 'I have stored them' }));
  await expect(keys).toBeHidden();
  expect(clicks).toBeLessThanOrEqual(15);
  await expect(drawer.getByRole('button', { name: 'Add outlets' })).toBeFocused();
  await expect(drawer.getByRole('list', { name: 'Venues' })).toContainText('3 outlets');

  await drawer.getByRole('link', { name: 'Its outlets' }).click();
  await expect(page.getByRole('heading', { name: `Outlets of ${name}` })).toBeVisible();
  await page.getByRole('link', { name }).click();
  await expect(drawer).toBeVisible();
});

test('two administrators do not overwrite each other', async ({ page, context }) => {
  await signIn(page, 'admin');
  const other = await context.newPage();
  for (const one of [page, other]) {
    // One of the demo network: at the end stand those of other journeys, which would meet this one's changes.
    await one.goto('/admin/outlets?sort=eui');
    await one.getByRole('table', { name: 'Outlets' }).getByRole('rowheader').first().getByRole('button').click();
    await one.getByRole('button', { name: 'Edit', exact: true }).click();
    await form(one, 'Edit outlet')
      .getByLabel('Label')
      .fill(one === page ? 'First one' : 'Second one');
  }
  await form(page, 'Edit outlet').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog').getByText('First one').first()).toBeVisible();
  await form(other, 'Edit outlet').getByRole('button', { name: 'Save' }).click();
  await expect(other.getByText(/Somebody changed this outlet since you opened it/)).toBeVisible();
  await expect(form(other, 'Edit outlet').getByLabel('Label')).toHaveValue('Second one');
  await form(other, 'Edit outlet').getByRole('button', { name: 'Show the present state' }).click();
  await expect(form(other, 'Edit outlet').getByText('First one (yours: Second one)')).toBeVisible();
  await form(other, 'Edit outlet').getByRole('button', { name: 'Keep mine, save again' }).click();
  await form(other, 'Edit outlet').getByRole('button', { name: 'Save' }).click();
  await expect(other.getByRole('dialog').getByText('Second one').first()).toBeVisible();
});

test('a file is checked before it is imported, and the export is that file again', async ({ page }) => {
  const { name } = unique();
  await signIn(page, 'admin');
  await page.goto('/admin/customers');
  const file = (text: string) => ({ name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await page.getByRole('button', { name: 'Import' }).click();
  const drawer = form(page, 'Import customers');
  const input = drawer.locator('input[type=file]');
  await input.setInputFiles(file(`name,kind,category\n${name},shop,hotel\n`));
  await expect(drawer.getByText('1 problem in 1 line: nothing is imported.')).toBeVisible();
  await expect(drawer.getByRole('listitem').filter({ hasText: 'Line 2' })).toContainText(
    "'shop' is none of its values",
  );
  await expect(drawer.getByRole('button', { name: /^Import/ })).toBeHidden();
  await input.setInputFiles(file(`name,kind,category\n${name},property,hotel\n`));
  await expect(drawer.getByRole('listitem').filter({ hasText: 'Line 2' })).toContainText(`${name} · new customer`);
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Import 1 change' }).click();
  await expect(page.getByText(/^customers\.csv is imported/)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search by name' }).fill(name);
  await expect(page.getByText('1–1 of 1 customer')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text).toBe(`\ufeffname,kind,category,share,share_from\r\n${name},property,hotel,,\r\n`);
});

test('campaigns come from a file, found from the palette, with an example to begin with', async ({ page }) => {
  const { name } = unique();
  await signIn(page, 'admin');
  await page.goto('/admin/customers');
  await page.getByRole('navigation').getByRole('link', { name: 'Campaigns' }).click();
  await expect(page.getByRole('table', { name: 'Campaigns' }).getByRole('rowheader').first()).toBeVisible();
  await page.getByRole('button', { name: 'Import' }).click();
  const drawer = form(page, 'Import campaigns');
  const download = page.waitForEvent('download');
  await drawer.getByRole('button', { name: 'Download an example' }).click();
  const example = await readFile(await (await download).path(), 'utf8');
  const input = drawer.locator('input[type=file]');
  const file = (text: string) => ({ name: 'campaigns.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await input.setInputFiles(file(example));
  await expect(drawer.getByRole('listitem').filter({ hasText: 'Line 2' })).toContainText(
    "'Cascade Bottling' is unknown",
  );
  const advertiser = await page.evaluate(async (called) => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token')}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ name: called, kind: 'advertiser', category: '' });
    return (await fetch('/api/admin/customers', { method: 'POST', headers, body })).status;
  }, name);
  expect(advertiser).toBe(200);
  const [head = ''] = example.replace('\uFEFF', '').split('\r\n');
  await input.setInputFiles(
    file(`${head}\n${name},Season,${name.replaceAll(' ', '-')},2027-03-01,2027-05-31,18000,cpm,14.50,\n`),
  );
  await expect(drawer.getByText('1 line, nothing wrong.', { exact: false })).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Import 3 changes' }).click();
  await expect(page.getByText(/^campaigns\.csv is imported/)).toBeVisible();
  await page.getByRole('searchbox').fill(name);
  await expect(page.getByText('1–1 of 1 campaign')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Campaigns' })).toContainText('$18,000');
});

test('nobody but an administrator gets there, and phones have no sideways scrolling', async ({ page }) => {
  await signIn(page, 'property');
  await page.goto('/admin/outlets');
  await expect(page).toHaveURL(/\/app\/main/);
  await signIn(page, 'admin');
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [path, caption] of [
    ['/admin/customers', 'Customers'],
    ['/admin/outlets', 'Outlets'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('table', { name: caption }).getByRole('rowheader').first().getByRole('button').click();
    await expect(page.getByRole('dialog').getByRole('heading', { level: 3 }).first()).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  }
});
