import { expect, type Page } from '@playwright/test';
import { ACCOUNTS, test as base, expectAccessible, PASSWORD } from '../../e2e/shell-steps.ts';

type Session = { token: string; user: string };

/** Signed in as administrator once a worker, by the API; the console must stay clean (see shell-steps.ts). */
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

/** Opens a page of the showroom and waits for its heading. */
export async function openShowcase(page: Page, path: string, heading: string | RegExp): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeAttached();
}

/** The shared panel of that title. */
export const widget = (page: Page, title: string) =>
  page.getByRole('region', { name: title, exact: true }).or(page.getByRole('dialog', { name: title, exact: true }));

/** What every page owes: nothing axe finds, light and dark, and no scrolling sideways on a phone. */
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
