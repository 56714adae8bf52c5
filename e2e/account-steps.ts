import { spawnSync } from 'node:child_process';
import { expect, type Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { fillLogin, loginButton } from './shell-steps.ts';

export const OWN_PASSWORD = 'a heron crossed the lake';

let counter = 0;

/** Creates an account for one test, using the admin command while the server is running. */
export function makeAccount(role: readonly string[] = ['full']): { email: string } {
  counter += 1;
  const email = `person-${process.pid}-${Date.now()}-${counter}@test.example`;
  const order = ['create-user', '--email', email, '--name', 'Mara Lind', '--role', ...role];
  const { status, stderr } = spawnSync(process.execPath, ['dist/server/admin.js', ...order], {
    input: `${OWN_PASSWORD}\n`,
    env: { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR, DEMO: 'on' },
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
  return { email };
}

/** Signs in on the login page and waits for the page that opens next. */
export async function enter(page: Page, email: string, password = OWN_PASSWORD): Promise<void> {
  await page.goto('/login?from=%2Fapp%2Fpassword');
  await fillLogin(page, email, password);
  await loginButton(page).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Password and sign-in' })).toBeVisible();
}

/** Returns the code that an authenticator app shows now, or `stepsLater` steps of 30 s later. No code works twice. */
export const appCode = (seed: string, stepsLater = 0): string =>
  new TOTP({ secret: seed.replaceAll(' ', '') }).generate({ timestamp: Date.now() + stepsLater * 30_000 });
