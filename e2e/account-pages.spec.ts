import { expect } from '@playwright/test';
import { enter, makeAccount, OWN_PASSWORD } from './account-steps.ts';
import {
  expectAccessible,
  expectReadableIn,
  fillLogin,
  loginButton,
  PICTURE_FILE,
  REFUSED,
  test,
} from './shell-steps.ts';

// web/features/account/account-pages.test.ts tests the panels' texts in each state.
test.use({ expectedErrors: [REFUSED] });

// The daily tests of each part are in web/features/account/account-pages.test.ts and
// server/features/account/account.test.ts.
test('an account keeps profile, picture and look across browsers; a new password ends other sessions; then it is deleted', {
  tag: '@full',
}, async ({ page, browser }) => {
  const { email } = makeAccount();
  await enter(page, email);
  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('menuitem', { name: 'Edit profile' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit profile' })).toBeVisible();
  await page.getByLabel('First name').fill('Amira');
  await page.getByLabel('Phone number').fill('+1 555 0100');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your profile has been saved')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Account: Amira' })).toBeVisible();
  await page.getByLabel('Picture file').setInputFiles(PICTURE_FILE);
  await expect(page.getByAltText('Current picture')).toHaveAttribute('src', /^\/api\/avatars\/[\w-]{43}$/);
  await page
    .getByLabel('Picture file')
    .setInputFiles({ name: 'no.png', mimeType: 'image/png', buffer: Buffer.alloc(99) });
  await expect(page.getByText('The picture can’t be read.')).toBeVisible();
  await page.getByLabel('Time zone', { exact: true }).selectOption('Asia/Tokyo');
  await expect(page.getByText(/Current time: .*(GMT\+9|Japan)/)).toBeVisible();
  await page.getByRole('button', { name: 'Theme', exact: true }).click();
  const kept = page.waitForResponse((answer) => answer.url().endsWith('/api/account/preferences'));
  await page.getByText('Dark', { exact: true }).click();
  expect((await kept).status()).toBe(200);
  await page.getByText('Violet').click();
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await expectReadableIn(page, 'light');

  const contexts = [await browser.newContext({ colorScheme: 'light' }), await browser.newContext()];
  const [second, third] = await Promise.all(contexts.map((context) => context.newPage()));
  if (!second || !third) throw new Error('two more browsers are needed');
  await enter(second, email);
  await expect(second.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect.poll(() => second.evaluate(() => localStorage.getItem('themeColor'))).toBe('6d3fc4');
  await second.goto('/app/edit_profile');
  await expect(second.getByText(/Current time: .*(GMT\+9|Japan)/)).toBeVisible();
  await enter(third, email);

  await page.goto('/app/password');
  const sessions = page.getByRole('region', { name: 'Sessions' }).getByRole('listitem');
  await expect(sessions).toHaveCount(3);
  await expect(sessions.filter({ hasText: 'This session' })).toContainText("The server's own machine");
  await page
    .getByRole('button', { name: /^End session/ })
    .first()
    .click();
  await expect(sessions).toHaveCount(2);
  await page.getByLabel('Current password').fill('wrong');
  await page.getByLabel('New password', { exact: true }).fill('seven otters under a bridge');
  await page.getByLabel('Confirm new password').fill('seven otters under a bridge');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('That password is incorrect. Try again.')).toBeVisible();
  await page.getByLabel('Current password').fill(OWN_PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password has been updated')).toBeVisible();
  await expect(sessions).toHaveCount(1);
  for (const ended of [second, third]) {
    await ended.reload();
    await expect(loginButton(ended)).toBeVisible();
  }
  await expectAccessible(page);
  await expectReadableIn(page, 'light');
  for (const context of contexts) await context.close();

  await page.goto('/app/edit_profile');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^voltboard-account-\d{4}-\d\d-\d\d\.json$/);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Your account has been deleted')).toBeVisible();
  await fillLogin(page, email, 'seven otters under a bridge');
  await loginButton(page).click();
  await expect(page.getByRole('alert')).toHaveText('Something was wrong. Try again');
});
