import { expect } from '@playwright/test';
import { mailTo } from './mailbox.ts';
import { expectReadable, signIn, test } from './shell-steps.ts';

// web/features/outbox/outbox-page.test.ts tests the texts of list and drawer in each state.
// server/features/outbox/outbox.test.ts tests who may read what.

/** The console message when the preview, which runs no scripts, blocks the test's tools. */
const NO_SCRIPT_IN_PREVIEW = /Blocked script execution in 'about:srcdoc'/;
// The mail's frame gets its document only once. A second document, for another color scheme, may leave the frame blank
// while it loads.
test.use({ expectedErrors: [NO_SCRIPT_IN_PREVIEW], colorScheme: 'dark' });

test('a mail is found, its letter is drawn in a frame without scripts on each opening, and its link opens outside', async ({
  page,
}) => {
  const [guest, stranger] = ['demo.voltboard', 'hotel'].map((host) => `outbox.${Date.now()}@${host}.example`);
  for (const email of [guest, stranger])
    await page.request.post('/api/auth/signup', { data: { email, password: 'quiet lanterns over 7 rivers' } });
  await mailTo(stranger ?? '', 'Verify your email');
  await page.addInitScript(() => {
    const changed: string[] = [];
    Object.assign(window, { changedFrames: changed });
    new MutationObserver((records) => {
      for (const { target } of records) changed.push(target.nodeName);
    }).observe(document, { subtree: true, attributes: true, attributeFilter: ['srcdoc'] });
  });
  await signIn(page, 'admin');
  await page.goto('/admin/mail');
  // Any visitor can be the demo's administrator, so visitors must not see each other's addresses.
  await page.getByRole('searchbox', { name: 'Recipient or subject' }).fill(stranger ?? '');
  await expect(page.getByText(stranger ?? '', { exact: true })).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Recipient or subject' }).fill((guest ?? '').toUpperCase());
  const rows = page.getByRole('table', { name: 'Email' }).getByRole('row');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('Not sent');
  await expectReadable(page);

  const drawer = page.getByRole('dialog');
  const letter = drawer.frameLocator('iframe');
  for (let opening = 0; opening < 3; opening += 1) {
    await rows.nth(1).getByRole('button').click();
    await expect(letter.getByRole('heading', { name: 'Verify your email' })).toBeVisible();
    if (opening < 2) await drawer.getByRole('button', { name: 'Close', exact: true }).click();
    if (opening < 2) await expect(drawer).toBeHidden();
  }
  expect(await page.evaluate(() => (window as unknown as { changedFrames: string[] }).changedFrames)).toEqual([]);
  const opened = page.waitForEvent('popup');
  await letter.getByRole('link', { name: 'Verify email' }).click();
  await expect((await opened).getByText('Your email was verified')).toBeVisible();
  await drawer.getByText('Plain text').click();
  await expect(drawer.getByText('This email address was used to create a Voltboard account')).toBeVisible();
  await expectReadable(page);
});
