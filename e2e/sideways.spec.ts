import { expect, type Page } from '@playwright/test';
import { PATHS } from '../web/app/paths.ts';
import { type DemoRole, signIn, test } from './shell-steps.ts';

const BELOW = /^\/(app|admin)\/./;
const ALL = Object.values(PATHS).filter((path) => BELOW.test(path) && path !== PATHS.main);
/** Screens with tables of their own for roles other than administrators. */
const OWN: Readonly<Record<Exclude<DemoRole, 'admin'>, readonly string[]>> = {
  property: [PATHS.dashboard, PATHS.outlets, PATHS.documents, PATHS.creatives, PATHS.traffic, PATHS.colleagues],
  advertiser: [PATHS.dashboard, PATHS.campaigns, PATHS.documents, PATHS.traffic, PATHS.adminMail],
};
/** Window widths in pixels. A laptop shows all columns, a tablet fewer columns, and a phone shows cards. */
const WIDTHS = [1440, 768, 390] as const;

/** Describes the elements whose content is wider than they are: the page itself, or the frame of a table. */
const wideIn = (page: Page) =>
  page.evaluate(() => {
    const frames = [document.documentElement, ...document.querySelectorAll('section[aria-label^="Table: "]')];
    return frames
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map((frame) => `${frame.getAttribute('aria-label') ?? 'page'}: ${frame.scrollWidth} in ${frame.clientWidth}`);
  });

/** Returns the row names that their cell cuts off vertically. On a card, a long name takes several lines. */
const cutIn = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('section[aria-label^="Table: "] tbody th')]
      .filter((cell) => {
        const text = document.createRange();
        text.selectNodeContents(cell.querySelector('button') ?? cell);
        const [lines, place] = [text.getBoundingClientRect(), cell.getBoundingClientRect()];
        return lines.height > 0 && (lines.top < place.top - 1 || lines.bottom > place.bottom + 1);
      })
      .map((cell) => `cut off: ${cell.textContent}`),
  );

/** Counts the placeholders on screen. Cards further down are fetched when the user scrolls near them. */
const loadingInSight = (page: Page) =>
  page.evaluate(
    () =>
      [...document.querySelectorAll('[role="status"][aria-label="Loading"]')].filter(
        (place) => place.getBoundingClientRect().top < innerHeight,
      ).length,
  );

async function faultsAtAnyWidth(page: Page, path: string): Promise<string[]> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect.poll(() => loadingInSight(page)).toBe(0);
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const faults = [...(await wideIn(page)), ...(await cutIn(page))];
    found.push(...faults.map((what) => `${path} at ${width}: ${what}`));
  }
  return found;
}

// An administrator has about forty screens, an owner six, an advertiser four.
for (const [role, paths] of [['admin', ALL], ...Object.entries(OWN)] as [DemoRole, readonly string[]][])
  test(`no screen or table of ${role} scrolls sideways or cuts off a name on a laptop, a tablet or a phone`, {
    tag: role === 'advertiser' ? [] : '@full',
  }, async ({ page }) => {
    // A new account has no name yet. This account also has a long email address.
    const email = `somebody.who-signed-up.${Date.now()}@demo.voltboard.example`;
    if (role === 'admin')
      await page.request.post('/api/auth/signup', { data: { email, password: 'quiet lanterns over 7 rivers' } });
    await signIn(page, role);
    const found: string[] = [];
    for (const path of paths) found.push(...(await faultsAtAnyWidth(page, path)));
    expect(found).toEqual([]);
  });
