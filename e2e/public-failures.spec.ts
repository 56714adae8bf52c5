import { expect, type Page } from '@playwright/test';
import { expectAccessible, signIn, test } from './shell-steps.ts';

// web/app/failures.test.ts tests the reaction to each status. This journey covers a browser whose server is
// unreachable.
const TEXT = 'Nine lines about a broken outlet.';
const message = (page: Page) => page.getByLabel('Message');
const submit = (page: Page) => page.getByRole('button', { name: 'Submit' }).click();

/**
 * Expected console errors: the server is unreachable, code failed to load, or the router could not load a page's code.
 */
const NOT_THERE =
  /^(Failed to load resource: net::ERR_CONNECTION_REFUSED$|Couldn't load preload assets: |PageCodeError: This page could not be loaded\.)/;
test.use({ expectedErrors: [NOT_THERE] });

test('an unreachable server shows one line, keeps the page and its text, and pages load automatically once it is back', async ({
  page,
}) => {
  await signIn(page, 'property');
  await page.goto('/app/contact');
  await message(page).fill(TEXT);
  await page.route(/\/(api|assets)\//, (route) => route.abort('connectionrefused'));
  await submit(page);
  await expect(page.getByText('Connection lost.')).toBeVisible();
  await expect(page).toHaveURL(/\/app\/contact$/);
  await expect(message(page)).toHaveValue(TEXT);
  await expectAccessible(page);
  // An overlay whose code cannot be loaded does not open, and the page stays.
  await page.getByRole('button', { name: 'Theme' }).click();
  const failure = page.getByRole('alert').filter({ hasText: 'The server cannot be reached.' });
  await failure.getByRole('button', { name: 'Close' }).click();
  await expect(message(page)).toHaveValue(TEXT);
  // If the code of another page cannot be loaded, the document is not reloaded while the server is unreachable.
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await page.getByRole('link', { name: 'For advertisers' }).click();
  await expect(page.getByText('This page loads automatically when the connection is back.')).toBeVisible();
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
  await page.unroute(/\/(api|assets)\//);
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect(page.getByRole('heading', { name: 'Be on the screen beside the socket.' })).toBeVisible();
  await expect(page.getByText('Connection lost.')).toBeHidden();
  await page.getByRole('button', { name: 'Theme' }).click();
  await expect(page.getByRole('dialog', { name: 'Theme' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Contact', exact: true }).first().click();
  await expect(message(page)).toHaveValue(TEXT);
  await submit(page);
  await expect(page.getByText('Your message has been sent')).toBeVisible();
});
