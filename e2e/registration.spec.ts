import { expect } from '@playwright/test';
import { linkOf, mailTo } from './mailbox.ts';
import { expectAccessible, fillLogin, loginButton, REFUSED, test } from './shell-steps.ts';

const PASSWORD = 'quiet lanterns over 7 rivers';
const NEW_PASSWORD = 'nine copper teapots sing';

// web/app/signing-in.test.ts tests the texts of the forms.
test.describe('the life of an account', () => {
  test.use({ expectedErrors: [REFUSED] });

  test('registers, verifies by the mailed link, signs in, and resets a forgotten password', async ({ page }) => {
    const email = `Maria.${Date.now()}@hotel.example`;
    await page.goto('/login');
    await page.getByRole('link', { name: 'Sign up' }).click();
    await expect(page.getByRole('heading', { name: 'Sign up' })).toBeVisible();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    // The browser asks before a reload discards the text. The email is restored; a password is never stored.
    const question = page.waitForEvent('dialog');
    await Promise.all([page.reload(), question.then((dialog) => dialog.accept())]);
    expect((await question).type()).toBe('beforeunload');
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirm password').fill(PASSWORD);
    await expect(page.getByText('Strong', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Register' }).click();
    await expect(
      page.getByText("You've been registered successfully. Please check your email for verification link"),
    ).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);

    await fillLogin(page, email, PASSWORD);
    await loginButton(page).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Something was wrong. Try again' })).toBeVisible();

    const asked: string[] = [];
    page.on('request', (request) => asked.push(`${request.url()} ${request.headers().referer ?? ''}`));
    // A sign-in before the verification mails the link again, and then only the newer link works.
    const verification = linkOf(await mailTo(email, 'Verify your email', 2));
    await page.goto(verification);
    await expect(page.getByText('Your email was verified')).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
    const token = new URL(verification).searchParams.get('token') ?? '';
    expect(asked.filter((line) => line.includes(token))).toEqual([`${verification} `]);

    await fillLogin(page, email, PASSWORD);
    await loginButton(page).click();
    await expect(page).toHaveURL(/\/403$/);
    await page.evaluate(() => localStorage.clear());

    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot password' }).click();
    await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(page.getByText('Email with resetting instructions has been sent')).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);

    await page.goto(linkOf(await mailTo(email, 'Reset your Voltboard password')));
    await expect(page).toHaveURL(/\/password-reset$/);
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel('Confirm password').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Set password' }).click();
    await expect(page.getByText('Password has been updated')).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
    await mailTo(email, 'password was changed');

    await fillLogin(page, email, PASSWORD);
    await loginButton(page).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Something was wrong. Try again' })).toBeVisible();
    await fillLogin(page, email, NEW_PASSWORD);
    await loginButton(page).click();
    await expect(page).toHaveURL(/\/403$/);
  });
});
