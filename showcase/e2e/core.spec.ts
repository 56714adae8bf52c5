import { expect } from '@playwright/test';
import { expectGoodPage, openShowcase, test, widget } from './showcase-steps.ts';

test('typography: headings in two styles, and every form of text', async ({ page }) => {
  await page.goto('/app/core');
  await expect(page).toHaveURL(/\/app\/core\/typography$/);
  await openShowcase(page, '/app/core/typography', 'Typography - Texts & Display');
  await expectGoodPage(page);
  const headings = widget(page, 'Headings');
  await expect(headings.getByRole('heading', { name: /^h\d\. Heading$/ })).toHaveCount(12);
  await expect(headings.getByText(/^Display \d$/)).toHaveCount(4);
  const texts = widget(page, 'Body texts');
  await expect(texts.locator('mark, del, ins, small, em, strong')).toHaveCount(7);
  await expect(texts.getByRole('figure')).toContainText('Nobody thanks a socket');
  await texts.getByRole('button', { name: 'Close' }).click();
  await expect(texts).toBeHidden();
});

test('colors: six states and eight buttons', async ({ page }) => {
  await openShowcase(page, '/app/core/colors', 'Colors');
  await expectGoodPage(page);
  const states = widget(page, 'States Colors');
  await expect(states.getByRole('rowheader')).toHaveText([
    'Success',
    'Warning',
    'Danger',
    'Info',
    'Primary',
    'Secondary',
  ]);
  const buttons = widget(page, 'Example Buttons');
  await buttons.getByRole('button', { name: 'Gray' }).click();
  await expect(buttons.getByText('Pressed: Gray')).toBeVisible();
});

test('grid system: the options at five widths; columns follow the width', async ({ page }) => {
  await openShowcase(page, '/app/core/grid', 'Grid System');
  await expectGoodPage(page);
  const options = widget(page, 'Grid options');
  await expect(options.getByRole('columnheader')).toHaveText([/<576px/, /≥576px/, /≥768px/, /≥992px/, /≥1200px/]);
  await expect(options.getByRole('row', { name: /Max container width/ }).getByRole('cell')).toHaveText([
    'None (auto)',
    '540px',
    '720px',
    '960px',
    '1140px',
  ]);
  const topOf = async (text: string) => (await page.getByText(text, { exact: true }).first().boundingBox())?.y;
  expect(await topOf('One of three')).toBe(await topOf('Three of three'));
  await page.setViewportSize({ width: 500, height: 900 });
  await expect.poll(async () => (await topOf('One of three')) === (await topOf('Three of three'))).toBe(false);
});
