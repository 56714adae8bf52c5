import { expect, type Page } from '@playwright/test';
import { expectAccessible, signIn, test } from './shell-steps.ts';

const TEXT = 'Nine lines about a broken outlet.';
const message = (page: Page) => page.getByLabel('Message');
const openForm = async (page: Page): Promise<void> => {
  await signIn(page, 'property');
  await page.goto('/app/contact');
  await message(page).fill(TEXT);
};
const answer = (page: Page, status: number, body: object | string, headers: Record<string, string> = {}) =>
  page.route('**/api/contact', (route) =>
    route.fulfill(typeof body === 'string' ? { status, body, headers } : { status, json: body, headers }),
  );
const submit = (page: Page) => page.getByRole('button', { name: 'Submit' }).click();

/** What the browser says of an answer that fails, and nothing else. */
const refused = (status: number) => new RegExp(`^Failed to load resource: .* status of ${status} `);

for (const [status, body, said] of [
  [400, { error: { message: 'Write a message first.' } }, 'Write a message first.'],
  [409, 'Somebody was faster.', 'Somebody was faster.'],
  [413, '<html>Too large</html>', 'Error'],
  [422, {}, 'Unprocessable Entity'],
  [429, { error: { message: 'Wait 10 min.' } }, 'Wait 10 min.'],
  [503, { error: { message: 'The server is busy.' } }, 'The server is busy.'],
] as const)
  test.describe(`an answer of ${status}`, () => {
    test.use({ expectedErrors: [refused(status)] });
    test(`${status} says its message in a toast, and what was typed stays (docs/threat-model.md#j1)`, async ({
      page,
    }) => {
      await openForm(page);
      await answer(page, status, body);
      await submit(page);
      await expect(page.getByRole('alert').filter({ hasText: said })).toBeVisible();
      await expect(page).toHaveURL(/\/app\/contact$/);
      await expect(message(page)).toHaveValue(TEXT);
    });
  });

test.describe('an answer of 500', () => {
  test.use({ expectedErrors: [refused(500)] });

  test('500 leads to /500 with the reference, and back to the form with its text', async ({ page }) => {
    await openForm(page);
    await answer(page, 500, { error: { message: 'Something went wrong', id: 'req-7f3a' } });
    await submit(page);
    await expect(page).toHaveURL(/\/500\?/);
    await expect(page.getByText('req-7f3a')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(message(page)).toHaveValue(TEXT);
    await expect(page.getByText('Your unsent text was kept.')).toBeVisible();
  });
});

test.describe('an answer of 403', () => {
  test.use({ expectedErrors: [refused(403)] });

  test('403 leads to /403', async ({ page }) => {
    await openForm(page);
    await answer(page, 403, { error: { message: 'No.' } });
    await submit(page);
    await expect(page).toHaveURL(/\/403$/);
    await expect(page.getByRole('heading', { name: 'You have no access to this' })).toBeVisible();
  });
});

test.describe('an answer of 401', () => {
  test.use({ expectedErrors: [refused(401)] });

  test('401 leads to the login page and back to the form with its text; logging out throws it away', async ({
    page,
  }) => {
    await openForm(page);
    await answer(page, 401, { error: { message: 'Sign in first.' } });
    await submit(page);
    await expect(page).toHaveURL(/\/login\?from=%2Fapp%2Fcontact/);
    await page.unroute('**/api/contact');
    await page.getByLabel('Email').fill('owner@demo.voltboard.example');
    await page.getByLabel('Password', { exact: true }).fill('voltboard-demo');
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(message(page)).toHaveValue(TEXT);
    await page.evaluate(() => localStorage.setItem('colorScheme', 'light'));
    const gone = page.waitForResponse((one) => one.url().endsWith('/api/auth/logout'));
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await gone;
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft:')))).toEqual(
      [],
    );
    // The answer empties the storage (docs/threat-model.md#b9); how the product looks belongs to the browser and stays.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('colorScheme'))).toBe('light');
  });
});

/** What the browser says of a server that is not there, of code that it has not sent, and the router of such a page. */
const NOT_THERE =
  /^(Failed to load resource: net::ERR_CONNECTION_REFUSED$|Couldn't load preload assets: |PageCodeError: This page could not be fetched\.)/;

test.describe('no answer', () => {
  // One expression: of more in a list Playwright would take the second for the options of the first.
  test.use({ expectedErrors: [NOT_THERE] });

  test('a server that is down: one calm line, no redirect, the text stays, and pages come by themselves when it is back', async ({
    page,
  }) => {
    await openForm(page);
    await page.route(/\/(api|assets)\//, (route) => route.abort('connectionrefused'));
    await submit(page);
    await expect(page.getByText('The connection is lost.')).toBeVisible();
    await expect(page).toHaveURL(/\/app\/contact$/);
    await expect(message(page)).toHaveValue(TEXT);
    await expectAccessible(page);
    // The code of another page cannot be had either: the document is not loaded anew from a server that is not there.
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
    await page.getByRole('link', { name: 'For advertisers' }).click();
    await expect(page.getByText('This page comes by itself as soon as it is back.')).toBeVisible();
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
    await page.unroute(/\/(api|assets)\//);
    await page.getByRole('button', { name: 'Try now' }).click();
    await expect(page.getByRole('heading', { name: 'Be on the screen beside the socket.' })).toBeVisible();
    await expect(page.getByText('The connection is lost.')).toBeHidden();
    await page.getByRole('link', { name: 'Contact', exact: true }).first().click();
    await expect(message(page)).toHaveValue(TEXT);
    await submit(page);
    await expect(page.getByText('Your message has been sent')).toBeVisible();
  });
});
