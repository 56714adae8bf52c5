import { expect } from '@playwright/test';
import { expectGoodPage, openShowcase, test, widget } from './showcase-steps.ts';

test('badges: unread ones are read one by one, links open the colors', async ({ page }) => {
  await openShowcase(page, '/app/ui/badge', 'Badge');
  await expectGoodPage(page);
  const example = widget(page, 'Badge Example');
  await expect(example.getByRole('heading', { name: /^Heading \d New$/ })).toHaveCount(6);
  await example.getByRole('button', { name: 'Notifications 4' }).click();
  await expect(example.getByRole('button', { name: 'Notifications 3' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove Airport' }).click();
  await expect(page.getByRole('list', { name: 'Kinds of place' }).getByRole('listitem')).toHaveCount(3);
  await expect(widget(page, 'Pill Badges').getByRole('listitem')).toHaveCount(8);
  await widget(page, 'Badges as Links').getByRole('link', { name: 'Success' }).click();
  await expect(page).toHaveURL(/\/app\/core\/colors$/);
});

test('buttons: groups with multiple and single choice keep the selection, menus act', async ({ page }) => {
  await openShowcase(page, '/app/ui/buttons', 'Buttons - Styles');
  await expectGoodPage(page);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(9);
  await widget(page, 'Color Options').getByRole('button', { name: 'Danger' }).click();
  await expect(widget(page, 'Color Options').getByRole('status').getByText('Pressed: Danger')).toBeVisible();
  const dropdowns = widget(page, 'Button Dropdowns');
  await dropdowns.getByRole('button', { name: 'More of Primary' }).click();
  await page.getByRole('menuitem', { name: 'Separated link' }).click();
  await expect(dropdowns.getByText('Pressed: Separated link')).toBeVisible();

  const options = widget(page, 'Button Options');
  const several = options.getByRole('group', { name: 'Several', exact: true });
  await expect(several.getByRole('button', { name: 'Middle way' })).toHaveAttribute('aria-pressed', 'true');
  await several.getByRole('button', { name: 'Left way' }).click();
  await expect(several.getByRole('button', { pressed: true })).toHaveText(['Left way', 'Middle way']);
  const one = options.getByRole('radiogroup', { name: 'One, small' });
  await one.getByRole('radio', { name: 'Middle way' }).press('ArrowRight');
  await expect(one.getByRole('radio', { checked: true })).toHaveText('Right way');
  await expect(one.getByRole('radio', { name: 'Right way' })).toBeFocused();
  for (const button of await widget(page, 'Disabled Buttons')
    .getByRole('button', { name: /mal|utline/ })
    .all())
    await expect(button).toBeDisabled();
});

test('cards: five kinds with their actions', async ({ page }) => {
  await openShowcase(page, '/app/ui/card', 'Cards - Examples');
  await expectGoodPage(page);
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(5);
  await page.getByRole('button', { name: 'Follow' }).click();
  await expect(page.getByRole('button', { name: 'Following' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Add to plan' }).click();
  await expect(page.getByRole('button', { name: 'In your plan' })).toBeVisible();
  await page.getByRole('button', { name: 'Read later' }).click();
  await expect(page.getByText('The story is saved for later.')).toBeVisible();
});

test('carousel: arrows, keys and dots show the three pictures; it advances automatically until paused', async ({
  page,
}) => {
  await page.clock.install();
  await openShowcase(page, '/app/ui/carousel', 'Carousel');
  const carousel = page.getByRole('region', { name: 'Drawn places' });
  const dot = (number: number) => carousel.getByRole('button', { name: `Show Slide ${number}` });
  await expect(dot(1)).toHaveAttribute('aria-current', 'true');
  await page.clock.runFor(5_500);
  await expect(dot(2)).toHaveAttribute('aria-current', 'true');
  await carousel.getByRole('button', { name: 'Pause' }).click();
  await page.clock.runFor(11_000);
  await expect(dot(2)).toHaveAttribute('aria-current', 'true');
  await carousel.getByRole('button', { name: 'Next slide' }).click();
  await page.clock.runFor(1_000);
  await expect(dot(3)).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('ArrowRight');
  await page.clock.runFor(1_000);
  await expect(dot(1)).toHaveAttribute('aria-current', 'true');
  await dot(2).click();
  await page.clock.runFor(1_000);
  await expect(carousel.getByRole('group', { name: '2 of 3: Slide 2' })).toBeVisible();
  await page.clock.resume();
  await expectGoodPage(page);
});

test('jumbotron: the second one expands', async ({ page }) => {
  await openShowcase(page, '/app/ui/jumbotron', 'Jumbotron');
  await expectGoodPage(page);
  await page.getByRole('button', { name: 'Learn More' }).click();
  await expect(page.getByText('Each outlet shows one short film')).toBeVisible();
  await page.getByRole('button', { name: 'Show Less' }).click();
  await expect(page.getByText('Each outlet shows one short film')).toBeHidden();
});

test('progress: every bar states its value', async ({ page }) => {
  await openShowcase(page, '/app/ui/progress', 'Progress');
  await expectGoodPage(page);
  const values = (title: string) =>
    widget(page, title)
      .getByRole('progressbar')
      .evaluateAll((bars) => bars.map((bar) => bar.getAttribute('aria-valuenow')).join(' '));
  expect(await values('Progress Example')).toBe('25 50 75 100');
  expect(await values('Progress Backgrounds')).toBe('25 50 75 100');
  expect(await values('Progress Labels')).toBe('25 100 100');
  expect(await values('Progress Size')).toBe('25 50 75');
  expect(await values('Striped Progress')).toBe('10 25 50 75 100 10 25 50 75 100');
  const moving = () => page.evaluate(() => document.getAnimations().length);
  expect(await moving()).toBeGreaterThanOrEqual(5);
  await page.getByRole('button', { name: 'Stop the stripes' }).click();
  await expect.poll(moving).toBe(0);
});
