import { expect } from '@playwright/test';
import { SHOWCASE_SECTIONS, screensOf } from '../pages/page-list.ts';
import { test } from './showcase-steps.ts';

test.use({ viewport: { width: 390, height: 844 } });

/** The console stays clean, or the test fails (see shell-steps.ts). */
test('no page of the showroom is wider than a phone', async ({ page }) => {
  const wide: string[] = [];
  for (const { to } of screensOf(SHOWCASE_SECTIONS)) {
    await page.goto(to);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > 390) wide.push(`${to}: ${width}`);
  }
  expect(wide).toEqual([]);
});
