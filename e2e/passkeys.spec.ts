import { type CDPSession, expect, type Page } from '@playwright/test';
import { enter, makeAccount, OWN_PASSWORD } from './account-steps.ts';
import { expectAccessible, expectReadable, fillLogin, loginButton, REFUSED, test } from './shell-steps.ts';

test.use({ expectedErrors: [REFUSED] });

/** Adds Chromium's virtual authenticator, which stores passkeys and verifies the user like a phone or laptop. */
async function addAuthenticator(page: Page) {
  const cdp: CDPSession = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Sets whether the next user verification succeeds. */
    verify: (isUserVerified: boolean) => cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    credentials: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  };
}

const panel = (page: Page) => page.getByRole('region', { name: 'Passkeys' });
const signedIn = (page: Page) => expect(page.getByRole('button', { name: /^Account: Mara/ })).toBeVisible();
const passkeyLogin = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' });
const logOut = async (page: Page) => {
  await page.goto('/app/password');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(loginButton(page)).toBeVisible();
};

async function addPasskey(page: Page, name: string): Promise<void> {
  await panel(page).getByRole('button', { name: 'Add passkey' }).click();
  await page.getByLabel('Passkey name').fill(name);
  await page.keyboard.press('Enter');
}

for (const [place, viewport] of [
  ['at a desk', { width: 1440, height: 900 }],
  ['on a phone', { width: 390, height: 844 }],
] as const)
  test.describe(place, () => {
    test.use({ viewport });

    test('a passkey is added, signs in alone, is a second factor, confirms, is renamed and removed', async ({
      page,
    }) => {
      const { email } = makeAccount();
      const authenticator = await addAuthenticator(page);
      await enter(page, email);
      await addPasskey(page, 'My laptop');
      const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
      await expect(codes).toHaveCount(10);
      const recoveryCode = await codes.first().innerText();
      await page.getByRole('button', { name: 'I saved them' }).click();
      await expect(panel(page).getByText('My laptop')).toBeVisible();
      await expect(panel(page).getByText('Not used yet')).toBeVisible();
      expect(await authenticator.credentials()).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }]);
      await expectAccessible(page);

      await test.step('the same authenticator creates no second passkey', async () => {
        await addPasskey(page, 'Again');
        await expect(page.getByText('This device already has a passkey for your account.')).toBeVisible();
        await page.getByRole('button', { name: 'Cancel' }).click();
      });

      await test.step('signs in by keyboard with the passkey alone, without naming the account', async () => {
        await logOut(page);
        await expectAccessible(page);
        await passkeyLogin(page).focus();
        await page.keyboard.press('Enter');
        await signedIn(page);
      });

      await test.step('refuses a user whom the authenticator does not verify', async () => {
        await logOut(page);
        await authenticator.verify(false);
        await passkeyLogin(page).click();
        await expect(page.getByText('No passkey was used. Try again when you are ready.')).toBeVisible();
        await authenticator.verify(true);
      });

      await test.step('the passkey is the second factor after the password, and so is a recovery code', async () => {
        await fillLogin(page, email, OWN_PASSWORD);
        await loginButton(page).click();
        await expect(page.getByText('Your account is protected by a passkey.')).toBeVisible();
        await expectAccessible(page);
        await page.getByRole('button', { name: 'Use a passkey' }).click();
        await signedIn(page);
        await logOut(page);
        await fillLogin(page, email, OWN_PASSWORD);
        await loginButton(page).click();
        await page.getByLabel('App code or recovery code').fill(recoveryCode);
        await page.keyboard.press('Enter');
        await signedIn(page);
      });

      await test.step('the passkey confirms a dangerous action in a stale session', async () => {
        await page.goto('/app/password');
        let isFirst = true;
        await page.route('**/api/auth/passkeys/*', async (route) => {
          if (!isFirst || route.request().method() !== 'PATCH') return route.fallback();
          isFirst = false;
          const error = { message: 'Confirm that it’s you.', code: 'fresh_login' };
          return route.fulfill({ status: 401, json: { error } });
        });
        await panel(page).getByRole('button', { name: 'Rename My laptop' }).click();
        await page.getByLabel('New name for My laptop').fill('Old laptop');
        await page.keyboard.press('Enter');
        const dialog = page.getByRole('dialog', { name: 'Confirm that it’s you' });
        await expect(dialog.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
        await expectAccessible(page);
        await dialog.getByRole('button', { name: 'Use a passkey' }).click();
        await expect(dialog).toBeHidden();
        await expect(panel(page).getByText('Old laptop')).toBeVisible();
      });

      await test.step('a removed passkey no longer signs in, and the password alone does', async () => {
        await panel(page).getByRole('button', { name: 'Remove Old laptop' }).click();
        await page.getByRole('dialog', { name: 'Remove passkey' }).getByRole('button', { name: 'Remove' }).click();
        await expect(page.getByText('Off: you sign in with your password alone')).toBeVisible();
        await logOut(page);
        await passkeyLogin(page).click();
        await expect(page.getByText('This passkey couldn’t be verified.')).toBeVisible();
        await fillLogin(page, email, OWN_PASSWORD);
        await loginButton(page).click();
        await signedIn(page);
      });
    });
  });

test('the panel and the login page are readable in the dark scheme and on a narrow screen', async ({ page }) => {
  const { email } = makeAccount();
  await page.emulateMedia({ colorScheme: 'dark' });
  await addAuthenticator(page);
  await enter(page, email);
  await addPasskey(page, 'Phone with a name that is as long as names of passkeys may be');
  await page.getByRole('button', { name: 'I saved them' }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectReadable(page);
  await logOut(page);
  await expectReadable(page);
});
