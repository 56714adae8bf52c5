import { expect } from '@playwright/test';
import { mailTo } from './mailbox.ts';
import { ACCOUNTS, expectAccessible, REFUSED, signIn, test } from './shell-steps.ts';

/** Asks for a password mail as a stranger would. */
const forget = (page: import('@playwright/test').Page, email: string) =>
  page.request.post('/api/auth/send-password-reset-email', { data: { email } });

/** What the browser says when the tools of the test are refused in the preview, where no script runs. */
const NO_SCRIPT_IN_PREVIEW = /Blocked script execution in 'about:srcdoc'/;
test.use({ expectedErrors: [NO_SCRIPT_IN_PREVIEW] });

test('/admin/mail lists, searches and shows mail as it was sent', async ({ page }) => {
  await forget(page, ACCOUNTS.property);
  const [guest, stranger] = ['demo.voltboard', 'hotel'].map((host) => `outbox.${Date.now()}@${host}.example`);
  for (const email of [guest, stranger])
    await page.request.post('/api/auth/signup', { data: { email, password: 'quiet lanterns over 7 rivers' } });
  await mailTo(stranger ?? '', 'Verify your e-mail');
  await signIn(page, 'admin');
  await page.goto('/admin/mail');
  // The demo's administrator is anybody: a visitor's address is not shown to the others.
  await page.getByRole('searchbox', { name: 'Address or subject' }).fill(stranger ?? '');
  await expect(page.getByText(stranger ?? '', { exact: true })).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Address or subject' }).fill((guest ?? '').toUpperCase());
  const rows = page.getByRole('table', { name: 'Mail' }).getByRole('row');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('Kept here');
  await expectAccessible(page);

  await rows.nth(1).getByRole('button').click();
  const drawer = page.getByRole('dialog');
  const letter = drawer.frameLocator('iframe');
  await expect(letter.getByRole('heading', { name: 'Verify your e-mail' })).toBeVisible();
  await expect(letter.getByRole('link', { name: 'Verify e-mail' })).toHaveCount(1);
  await drawer.getByText('Plain text').click();
  await expect(drawer.getByText('Somebody registered at Voltboard')).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Close', exact: true }).click();

  await page.goto('/admin/mail?status=held');
  await page.getByRole('button', { name: 'The password of a demo account stays as it is' }).first().click();
  const opened = page.waitForEvent('popup');
  await drawer.frameLocator('iframe').getByRole('link', { name: 'Go to the login page' }).click();
  await expect(await opened).toHaveURL(/\/login$|\/app\//);
});

test('a demo account reads its own mail there, and nothing else of the administration', async ({ page }) => {
  await forget(page, ACCOUNTS.advertiser);
  await signIn(page, 'advertiser');
  await page.goto('/app/extra/search');
  await page.getByRole('link', { name: 'Mail', exact: true }).first().click();
  await expect(page).toHaveURL(/\/admin\/mail/);
  const addresses = page.getByRole('table', { name: 'Mail' }).locator('[data-column="to"]');
  await expect(addresses.first()).toHaveText(ACCOUNTS.advertiser);
  for (const text of await addresses.allTextContents()) expect(text).toBe(ACCOUNTS.advertiser);
  await page.goto('/admin/messages');
  await expect(page).toHaveURL(/\/app\/main\/dashboard/);
});

test.describe('what failed', () => {
  test.use({ expectedErrors: [new RegExp(`${REFUSED.source}|${NO_SCRIPT_IN_PREVIEW.source}`)] });

  test('can be sent again', async ({ page }) => {
    await signIn(page, 'admin');
    const mail = {
      ...{ id: '01900000-0000-7000-8000-000000000000', kind: 'verify-email', to: 'a@hotel.example', subject: 'Hello' },
      ...{ status: 'failed', tries: 1, created_at: '2026-11-21T12:00:00.000Z', sent_at: null, failure: '550 no' },
    };
    const whole = { ...mail, text: 'Hello', html: '<p>Hello</p>', can_retry: true };
    const list = { data: [mail], total: 1, page: 1, limit: 10, has_mail_server: true };
    await page.route(/\/api\/admin\/mail(\?|$)/, (route) => route.fulfill({ json: list }));
    await page.route('**/api/admin/mail/0190*', (route) => route.fulfill({ json: whole }));
    let asked = 0;
    await page.route('**/api/admin/mail/*/retry', async (route) => {
      asked += 1;
      await route.fulfill({ json: { ...whole, status: 'queued', failure: '', tries: 0, can_retry: false } });
    });
    await page.goto('/admin/mail');
    await page.getByRole('button', { name: 'Hello' }).click();
    await expect(page.getByText('550 no')).toBeVisible();
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect(page.getByText('The mail is on its way')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send again' })).toHaveCount(0);
    expect(asked).toBe(1);
  });
});

test.describe('in the dark', () => {
  test.use({ colorScheme: 'dark' });

  test('the frame of a letter gets its document once: another one while it loads may leave it blank', async ({
    page,
  }) => {
    await forget(page, ACCOUNTS.property);
    await page.addInitScript(() => {
      const changed: string[] = [];
      Object.assign(window, { changedFrames: changed });
      new MutationObserver((records) => {
        for (const { target } of records) changed.push(target.nodeName);
      }).observe(document, { subtree: true, attributes: true, attributeFilter: ['srcdoc'] });
    });
    await signIn(page, 'admin');
    await page.goto('/admin/mail');
    const drawer = page.getByRole('dialog');
    for (let opening = 0; opening < 3; opening += 1) {
      await page.getByRole('table', { name: 'Mail' }).getByRole('row').nth(1).getByRole('button').click();
      await expect(drawer.frameLocator('iframe').getByRole('heading').first()).toBeVisible();
      await drawer.getByRole('button', { name: 'Close', exact: true }).click();
      await expect(drawer).toBeHidden();
    }
    expect(await page.evaluate(() => (window as unknown as { changedFrames: string[] }).changedFrames)).toEqual([]);
  });
});
