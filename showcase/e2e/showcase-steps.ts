import { expect, type Page } from '@playwright/test';
import { ACCOUNTS, test as base, expectAccessible, PASSWORD } from '../../e2e/shell-steps.ts';

type Session = { token: string; user: string };

/**
 * A test with an administrator's session, created through the API once per worker. Fails if the console is not clean
 * (see shell-steps.ts).
 */
export const test = base.extend<{ page: Page }, { adminSession: Session }>({
  adminSession: [
    async ({ playwright }, use, { project }) => {
      const { baseURL } = project.use;
      const api = await playwright.request.newContext(baseURL === undefined ? {} : { baseURL });
      const login = await api.post('/api/login', { data: { email: ACCOUNTS.admin, password: PASSWORD } });
      const { data: token } = (await login.json()) as { data: string };
      const me = await api.get('/api/auth/me', { headers: { authorization: `Bearer ${token}` } });
      const user = await me.text();
      await api.dispose();
      await use({ token, user });
    },
    { scope: 'worker' },
  ],
  hasMap: true,
  page: async ({ page, adminSession }, use) => {
    await page.addInitScript(({ token, user }) => {
      localStorage.setItem('token', token);
      localStorage.setItem('user', user);
    }, adminSession);
    await use(page);
  },
});

/** Opens a showcase page and waits for its heading. */
export async function openShowcase(page: Page, path: string, heading: string | RegExp): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeAttached();
}

/** Returns the panel with that title, even if it is fullscreen. */
export const widget = (page: Page, title: string) =>
  page.getByRole('region', { name: title, exact: true }).or(page.getByRole('dialog', { name: title, exact: true }));

/**
 * Checks what every page must fulfill: axe finds nothing in either color scheme, and a phone needs no horizontal
 * scrolling.
 */
export async function expectGoodPage(page: Page): Promise<void> {
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Switch to dark' }).click();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: 'nothing is wider than a phone' })
    .toBeLessThanOrEqual(390);
  if (before) await page.setViewportSize(before);
}
