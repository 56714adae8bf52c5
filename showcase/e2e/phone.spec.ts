import { expect, type Page } from '@playwright/test';
import { SHOWCASE_SECTIONS, screensOf } from '../pages/page-list.ts';
import { test } from './showcase-steps.ts';

test.use({ viewport: { width: 390, height: 844 } });

/**
 * Returns the pressable elements smaller than 24 × 24 px (WCAG 2.5.8). The label and the content outside an element's
 * box count as part of the element. Links within a line of text are exempt.
 */
const tooSmall = (page: Page): Promise<string[]> =>
  page.locator('main').evaluate((main) => {
    const pressed = 'a, button, input, select, summary, [role="button"], [role="tab"], [role="slider"]';
    const found: string[] = [];
    for (const target of main.querySelectorAll<HTMLElement>(pressed)) {
      if (!target.checkVisibility({ visibilityProperty: true }) || getComputedStyle(target).display === 'inline')
        continue;
      // A slider can be pressed anywhere on its track.
      const way = target.closest('[class*="trackContainer"], [class*="ColorPicker-slider"]');
      const label = target instanceof HTMLInputElement ? target.labels?.[0] : undefined;
      const holders = [target, way, label].filter((holder) => holder instanceof HTMLElement);
      const boxes = holders.map((holder) => holder.getBoundingClientRect());
      const [own] = boxes;
      if (own === undefined || own.width <= 1) continue;
      if (boxes.some(({ width, height }) => Math.min(width, height) >= 23.5)) continue;
      target.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
      const { x, y, width, height } = target.getBoundingClientRect();
      const isHit = ([dx, dy]: readonly [number, number]): boolean => {
        const there = document.elementFromPoint(x + width / 2 + dx, y + height / 2 + dy);
        return holders.some((holder) => holder.contains(there));
      };
      const edges = [
        [-11, 0],
        [11, 0],
        [0, -11],
        [0, 11],
      ] as const;
      if (!edges.every(isHit)) found.push(`${target.outerHTML.slice(0, 160)}: ${own.width} × ${own.height}`);
    }
    return found;
  });

/** Badges with truncated text. */
const cutBadges = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.mantine-Badge-label')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
      .map(({ textContent }) => textContent),
  );

/** The test also fails if the console is not clean (see shell-steps.ts). */
test('no page of the showcase is wider than a phone, has a target that is too small, or truncates a badge', async ({
  page,
}) => {
  const wide: string[] = [];
  const small: string[] = [];
  const cut: string[] = [];
  for (const { to } of screensOf(SHOWCASE_SECTIONS)) {
    await page.goto(to);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > 390) wide.push(`${to}: ${width}`);
    small.push(...(await tooSmall(page)).map((target) => `${to}: ${target}`));
    cut.push(...(await cutBadges(page)).map((text) => `${to}: ${text}`));
  }
  expect(wide).toEqual([]);
  expect(small).toEqual([]);
  expect(cut).toEqual([]);
});
