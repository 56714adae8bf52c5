import { expect } from '@playwright/test';
import { expectAccessible } from '../../e2e/shell-steps.ts';
import { expectGoodPage, openShowcase, test } from './showcase-steps.ts';

test('modals open over the page, trap the focus and return it', async ({ page }) => {
  await openShowcase(page, '/app/ui/modal', 'Modal - Examples');
  await expectGoodPage(page);
  for (const [button, title] of [
    ['Demo', 'Modal title'],
    ['Scrolling long content', 'Long content'],
    ['Large modal', 'Large modal'],
    ['Small modal', 'Small modal'],
    ['Launch', 'Using grid'],
  ] as const) {
    await page.getByRole('button', { name: button, exact: true }).click();
    const modal = page.getByRole('dialog', { name: title });
    await expect(modal).toBeVisible();
    if (title === 'Long content') await expect(modal.getByRole('paragraph')).toHaveCount(5);
    if (title === 'Using grid') await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(modal).toBeHidden();
    await expect(page.getByRole('button', { name: button, exact: true })).toBeFocused();
  }
  await page.getByRole('button', { name: 'Demo', exact: true }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Modal title: the changes are saved.')).toBeVisible();
});

test('one popover opens at once by click, tooltips by hover and focus', async ({ page }) => {
  await openShowcase(page, '/app/ui/popovers', 'Popovers & Tooltips');
  await expectGoodPage(page);
  const popover = (side: string) => page.getByRole('dialog', { name: `Popover on the ${side}` });
  await page.getByRole('button', { name: 'Popover on the top' }).click();
  await expect(popover('top')).toBeVisible();
  await page.getByRole('button', { name: 'Popover on the left' }).click();
  await expect(popover('left')).toBeVisible();
  await expect(popover('top')).toBeHidden();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(popover('left')).toBeHidden();
  for (const side of ['top', 'right', 'bottom', 'left']) {
    await page.getByRole('button', { name: `Tooltip on the ${side}` }).focus();
    await expect(page.getByRole('tooltip', { name: `It stands on the ${side}` })).toBeVisible();
    await expect(page.getByRole('tooltip')).toHaveCount(1);
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tooltip')).toHaveCount(0);
});

test('notifications: a greeting, six positions, and two stories', async ({ page }) => {
  await openShowcase(page, '/app/ui/notifications', 'Messages - Notifications');
  await expect(page.getByText('Welcome to the notifications.')).toBeVisible();
  const toast = (text: string) => page.locator('.mantine-Notification-root').filter({ hasText: text });
  await expect(page.getByRole('radio', { name: 'Top right' })).toBeChecked();
  await page.getByRole('radio', { name: 'Bottom left' }).check();
  await page.getByRole('button', { name: 'Info Message' }).click();
  await page.getByRole('button', { name: 'Cancel launch' }).click();
  await expect(toast('Thermonuclear war averted')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel launch' })).toHaveCount(0);
  const box = await toast('Thermonuclear war averted').boundingBox();
  expect(box?.x ?? 1_000).toBeLessThan(200);
  expect(box?.y ?? 0).toBeGreaterThan(450);
  await page.getByRole('button', { name: 'Error + Retry Message' }).click();
  await page.getByRole('button', { name: 'Retry', exact: true }).click();
  await expect(toast('Alien planet destroyed!')).toBeVisible();
  await page.getByRole('button', { name: 'Success Message' }).click();
  await expect(toast('It worked the first time.')).toBeVisible();
  await expectGoodPage(page);
});

test('a toast that was answered closes automatically, by mouse and by keyboard, and so does the next one', async ({
  page,
}) => {
  await openShowcase(page, '/app/ui/notifications', 'Messages - Notifications');
  const toasts = page.locator('.mantine-Notification-root');
  await page.getByRole('button', { name: 'Info Message' }).click();
  await page.getByRole('button', { name: 'Cancel launch' }).click();
  await expect(toasts.filter({ hasText: 'Thermonuclear war averted' })).toBeVisible();
  await page.mouse.move(5, 890);
  await expect(toasts).toHaveCount(0);
  await page.getByRole('button', { name: 'Error + Retry Message' }).press('Enter');
  await page.getByRole('button', { name: 'Retry', exact: true }).press('Enter');
  await expect(toasts.filter({ hasText: 'Alien planet destroyed!' })).toBeVisible();
  await expect(toasts).toHaveCount(0);
  await page.getByRole('button', { name: 'Success Message' }).press('Enter');
  await expect(toasts).toHaveCount(1);
  await expect(toasts).toHaveCount(0);
});

test('nav: a click sets the current entry, and a dropdown has more entries', async ({ page }) => {
  await openShowcase(page, '/app/ui/nav', 'Nav');
  await expectGoodPage(page);
  const tabs = page.getByRole('navigation', { name: 'Tabs' });
  await expect(tabs.locator('[aria-current]')).toHaveText('Today');
  await tabs.getByRole('button', { name: 'All time' }).click();
  await expect(tabs.locator('[aria-current]')).toHaveText('All time');
  await tabs.getByRole('button', { name: 'Ranges' }).click();
  await expect(page.getByRole('menuitem', { name: 'Yesterday' })).toBeDisabled();
  await page.getByRole('menuitem', { name: 'This month' }).click();
  await expect(tabs.locator('[aria-current]')).toHaveText('This month');
  await expect(tabs.getByRole('button', { name: 'Forecast' })).toBeDisabled();
});

test('navbars: on a phone one navbar shows its links at once', async ({ page }) => {
  await openShowcase(page, '/app/ui/navbar', 'Navbar');
  await expectGoodPage(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const bar = (look: string) => page.getByRole('navigation', { name: `Sample bar, ${look}` });
  await expect(bar('plain').getByRole('button', { name: 'Pricing' })).toBeHidden();
  await bar('plain').getByRole('button', { name: 'Links' }).click();
  await expect(bar('plain').getByRole('button', { name: 'Pricing' })).toBeVisible();
  await bar('success').getByRole('button', { name: 'Links' }).click();
  await expect(bar('success').getByRole('button', { name: 'Pricing' })).toBeVisible();
  await expect(bar('plain').getByRole('button', { name: 'Pricing' })).toBeHidden();
});

test('tabs show one pane, accordions one open item', async ({ page }) => {
  await openShowcase(page, '/app/ui/tabs-accordion', 'Tabs & Accordion - Components');
  await expectGoodPage(page);
  const first = page.getByRole('region', { name: 'First set of tabs' });
  await first.getByRole('tab', { name: 'Basic' }).press('ArrowRight');
  await expect(first.getByRole('tab', { name: 'Assumption' })).toHaveAttribute('aria-selected', 'true');
  await first.getByRole('button', { name: 'Dropdown' }).click();
  await page.getByRole('menuitem', { name: '@mdo' }).click();
  await expect(first.getByText('Written by @mdo')).toBeVisible();
  await expect(first.getByRole('button', { name: 'Dropdown: @mdo' })).toBeVisible();
  const third = page.getByRole('region', { name: 'Third set of tabs' });
  await third.getByRole('tab', { name: 'Works' }).click();
  await expect(third.getByText('It works')).toBeVisible();

  const closed = page.getByRole('region', { name: 'All closed at first' });
  await expect(closed.getByRole('button', { expanded: true })).toHaveCount(0);
  await closed.getByRole('button', { name: 'Why does an outlet show films?' }).click();
  await closed.getByRole('button', { name: 'How exact are the meters?' }).click();
  await expect(closed.getByRole('button', { expanded: true })).toHaveText('How exact are the meters?');
  await closed.getByRole('button', { name: 'How exact are the meters?' }).click();
  await expect(closed.getByRole('button', { expanded: true })).toHaveCount(0);
  const middle = page.getByRole('region', { name: 'The middle one open at first' });
  await expect(middle.getByRole('button', { expanded: true })).toHaveText('How exact are the meters?');
});
