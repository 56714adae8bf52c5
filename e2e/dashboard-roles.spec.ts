import { expect } from '@playwright/test';
import { openDashboard, signIn } from './dashboard-session.ts';
import { expectAccessible, expectReadableIn, test } from './shell-steps.ts';

test('an administrator reads full figures of all customers', async ({ page, context }) => {
  await signIn(context, 'admin');
  await openDashboard(page);
  await expect(page.getByRole('heading', { name: 'Outlets', exact: true, level: 2 })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Outlets Overview' })).toBeVisible();
  const card = page.getByRole('article').first();
  for (const label of ['Views', 'Clicks', 'Burns', 'Revenue', 'Energy', 'Energy cost', 'Rating'])
    await expect(card.getByRole('progressbar', { name: label, exact: true })).toBeVisible();
  await expect(card.getByRole('progressbar', { name: 'Views' })).toHaveAttribute('aria-valuemax', '50000');
  await expect(card.getByText(/^\d+% more usage$/)).toBeVisible();
  await card
    .getByRole('button', { name: /Device EUI/ })
    .first()
    .click();
  const heads = card.getByRole('table', { name: /of Device EUI/ }).getByRole('columnheader');
  await expect(heads).toHaveText(['Timestamp', 'Fingerprint', 'IP', 'Sponsor', 'Cryptic', 'Flight']);
  await expectAccessible(page);
  await expectReadableIn(page, 'dark');
});

test('an owner sees only the own customer, with charges and the own share, and downloads its PDF', async ({
  page,
  context,
}) => {
  await signIn(context, 'property');
  await openDashboard(page);
  await expect(page.getByRole('heading', { name: 'Power Outlets', exact: true, level: 2 })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
  const card = page.getByRole('article');
  for (const label of ['Charges', 'Revenue', 'Energy', 'Energy cost'])
    await expect(card.getByRole('progressbar', { name: label, exact: true })).toBeVisible();
  await expect(card.getByRole('progressbar', { name: 'Views' })).toHaveCount(0);
  await card
    .getByRole('button', { name: /Device EUI/ })
    .first()
    .click();
  await expect(card.getByRole('table', { name: /of Device EUI/ }).getByRole('columnheader')).toHaveText([
    'Timestamp',
    'Fingerprint',
    'IP',
    'Sponsor',
  ]);
  await expectAccessible(page);
  await expectReadableIn(page, 'dark');

  const link = page.getByRole('link', { name: /^Download PDF of/ });
  await expect(link).toHaveAttribute('href', /\/api\/list\/\?format=print&cid=[^&]+&op=pdf&role=property$/);
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toMatch(/\.pdf$/);
  const stream = await download.createReadStream();
  const [start] = (await stream.take(1).toArray()) as Buffer[];
  expect(start?.subarray(0, 5).toString()).toBe('%PDF-');
});

test('an advertiser sees the own campaigns, in spend, without energy', async ({ page, context }) => {
  await signIn(context, 'advertiser');
  await openDashboard(page);
  await expect(page.getByRole('heading', { name: 'Active Campaigns', exact: true, level: 2 })).toBeVisible();
  const overview = page.getByRole('region', { name: 'Campaign Overview' });
  await expect(overview.getByText('Status', { exact: true })).toBeVisible();
  await expect(overview.getByText('Live', { exact: true })).toBeVisible();
  for (const label of ['Total Views', 'Total Clicks', 'Total Campaign spend'])
    await expect(overview.getByRole('progressbar', { name: label })).toBeVisible();
  await expect(overview.getByRole('progressbar', { name: 'Total Campaign spend' })).toHaveAttribute(
    'aria-valuemax',
    '800000',
  );
  const card = page.getByRole('article').first();
  await expect(card.getByRole('progressbar', { name: 'Spend' })).toBeVisible();
  await expect(page.getByText(/kWh|Energy/)).toHaveCount(0);
  await card
    .getByRole('button', { name: /Device EUI/ })
    .first()
    .click();
  await expect(card.getByRole('table', { name: /of Device EUI/ }).getByRole('columnheader')).toHaveText([
    'Timestamp',
    'Sponsor',
    'Flight',
  ]);
  await expectAccessible(page);
  await expectReadableIn(page, 'dark');
});
