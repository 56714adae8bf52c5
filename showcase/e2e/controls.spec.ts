import { expect, type Page } from '@playwright/test';
import { openShowcase, test, widget } from './showcase-steps.ts';

const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name });

test('refuses empty or blank text at its field', async ({ page }) => {
  await openShowcase(page, '/app/main/widgets', 'Widgets');
  for (const [panel, name] of [
    ['Recent Chats', 'Your message'],
    ['Post of Nadia Ferro', /^Your comment/],
  ] as const) {
    const place = widget(page, panel);
    await place.getByRole('button', { name: 'Send' }).click();
    await expect(place.getByText('Write something first.')).toBeVisible();
    await expect(place.getByRole('textbox', { name })).toBeFocused();
    await page.keyboard.type('  🔌 ');
    await expect(place.getByText('Write something first.')).toBeHidden();
    await page.keyboard.press('Enter');
    await expect(place.getByRole('listitem').last()).toContainText('You');
    await expect(place.getByRole('listitem').last()).toContainText('🔌');
  }

  await openShowcase(page, '/app/profile', 'User - Profile');
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(field(page, 'New post')).toBeFocused();
  await expect(page.getByText('Write something first.')).toBeVisible();
  await field(page, 'Your comment').fill('   ');
  await field(page, 'Your comment').press('Enter');
  await expect(page.getByText('Write something first.')).toHaveCount(2);
  await expect(page.getByRole('list', { name: 'Comments' }).getByRole('listitem')).toHaveCount(1);

  await page.goto('/app/extra/calendar');
  await page.getByRole('button', { name: /New event/i }).click();
  const dialog = page.getByRole('dialog', { name: 'Create New Event' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill('   ');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByText('An event needs a title.')).toBeVisible();

  await openShowcase(page, '/app/main/visits', 'Dashboard');
  await page.getByRole('button', { name: 'Search the map' }).click();
  await expect(page.getByText('Write the name of a state or a city.')).toBeVisible();
});

test('Comment focuses the comment field, which it opens if needed', async ({ page }) => {
  await openShowcase(page, '/app/profile', 'User - Profile');
  for (const place of [0, 1]) {
    const entry = page.getByRole('article').nth(place);
    await entry.getByRole('button', { name: 'Comment' }).click();
    await expect(entry.getByRole('textbox', { name: 'Your comment' })).toBeFocused();
  }
});

test('a button that its press removes passes the focus to the new content', async ({ page }) => {
  await openShowcase(page, '/app/extra/timeline', 'Events - Feed');
  await page.getByRole('button', { name: 'Read more...' }).press('Enter');
  await expect(page.getByText('At the last platform')).toBeFocused();
  await openShowcase(page, '/app/main/widgets', 'Widgets');
  await widget(page, 'Total Sales').getByRole('button', { name: 'Reject' }).press('Enter');
  await expect(page.getByText('You rejected the forecast.')).toBeFocused();
});

test('the focus stays in the panel of dismissed alerts', async ({ page }) => {
  await openShowcase(page, '/app/ui/alerts', 'Alerts');
  const panel = widget(page, 'Alert Messages');
  const hasFocus = () => panel.evaluate((element) => element.contains(document.activeElement));
  await panel.getByRole('button', { name: 'Later' }).press('Enter');
  await expect(panel.getByText('It stays off until tomorrow.')).toBeFocused();
  for (const tone of ['success', 'info', 'warning', 'danger']) {
    await panel.getByRole('button', { name: `Dismiss the ${tone} alert` }).press('Enter');
    expect(await hasFocus(), tone).toBe(true);
  }
  await expect(panel.getByText('All alerts are dismissed.')).toBeVisible();
});

test('an answered popover returns the focus', async ({ page }) => {
  await openShowcase(page, '/app/ui/popovers', 'Popovers & Tooltips');
  for (const [opener, answer] of [
    [/^Rename/, 'Save'],
    ['Retire the outlet', 'Keep'],
  ] as const) {
    const button = page.getByRole('button', { name: opener });
    await button.press('Enter');
    await page.getByRole('button', { name: answer, exact: true }).press('Enter');
    await expect(button).toBeFocused();
  }
});

test('a removed list entry and an answered toast leave the focus nearby', async ({ page }) => {
  await openShowcase(page, '/app/ui/list-groups', 'Lists - Sortable Groups');
  await page.getByRole('button', { name: 'Remove The Sun' }).press('Enter');
  await expect(page.getByRole('list', { name: 'Closest stars' })).toBeFocused();
  await page.goto('/app/extra/calendar');
  const chips = page.getByRole('list', { name: 'Draggable events' });
  await chips.getByRole('button').first().press('Enter');
  await expect(chips).toBeFocused();
  await openShowcase(page, '/app/ui/notifications', 'Messages - Notifications');
  const launch = page.getByRole('button', { name: 'Info Message' });
  await launch.press('Enter');
  await page.getByRole('button', { name: 'Cancel launch' }).press('Enter');
  await expect(page.getByText('Thermonuclear war averted')).toBeVisible();
  await expect(launch).toBeFocused();
});

test("the calendar's dialogs return the focus to their opener", async ({ page }) => {
  await openShowcase(page, '/app/extra/calendar', /20/);
  for (const opener of [
    page.getByRole('button', { name: 'New event' }),
    page.getByRole('button', { name: /flower/ }),
  ]) {
    await opener.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(opener).toBeFocused();
  }
});

test('Cancel resets every field of its form', async ({ page }) => {
  await openShowcase(page, '/app/forms/elements', 'Form - Inputs & Controls');
  const panel = widget(page, 'Prepended and appended inputs');
  await panel.getByRole('textbox', { name: 'Search' }).fill('lamp');
  await panel.getByRole('textbox', { name: 'Borderless field' }).fill('lamp');
  await panel.getByRole('button', { name: 'Align right' }).click();
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await expect(panel.getByRole('textbox', { name: 'Search' })).toHaveValue('');
  await expect(panel.getByRole('textbox', { name: 'Borderless field' })).toHaveValue('');
  await expect(panel.getByRole('button', { name: 'Align left' })).toHaveAttribute('aria-pressed', 'true');
});

test('a map disables buttons that would change nothing, and enables them again', async ({ page }) => {
  await openShowcase(page, '/app/maps/vector', 'Vector Maps');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await expect(button('Zoom out')).toBeDisabled();
  await expect(button('Back to the start')).toBeDisabled();
  for (let times = 0; times < 5; times += 1) await button('Zoom in').click();
  await expect(button('Zoom in')).toBeDisabled();
  await expect(button('Zoom in'), 'its arrow keys go on').toBeFocused();
  await button('Back to the start').click();
  await expect(button('Zoom out')).toBeDisabled();
  await expect(button('Zoom in')).toBeEnabled();
});

test('a day with an event states whether it is open, and describes the event', async ({ page }) => {
  await openShowcase(page, '/app/main/visits', 'Dashboard');
  const day = widget(page, 'Calendar').getByRole('button', { name: /^2:/ });
  await expect(day).toHaveAttribute('aria-expanded', 'false');
  await day.click();
  await expect(day).toHaveAttribute('aria-expanded', 'true');
  await expect(day).toHaveAccessibleDescription(/\w/);
  await page.keyboard.press('Escape');
  await expect(day).toHaveAttribute('aria-expanded', 'false');
});

test('the focus stays in the list after a row is deleted', async ({ page }) => {
  await openShowcase(page, '/app/ecommerce/management', 'Product - Management');
  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .press('Enter');
  await page.getByRole('dialog', { name: 'Are you sure?' }).getByRole('button', { name: 'Yes' }).press('Enter');
  await expect(page.getByText('was deleted.')).toBeVisible();
  const hasTable = () => page.locator('main :focus').locator('table').count();
  await expect.poll(hasTable).toBe(1);
});

test('a chosen place of the tree becomes the current one', async ({ page }) => {
  await openShowcase(page, '/app/ui/nav', 'Nav');
  const place = (name: string) => page.getByRole('navigation', { name: 'Tree' }).getByRole('button', { name });
  await place('Conference floor').click();
  await expect(place('Conference floor')).toHaveAttribute('aria-current', 'true');
  await expect(place('Lobby')).not.toHaveAttribute('aria-current');
  await place('North terminal').click();
  await place('Gate 12').click();
  await expect(place('Gate 12')).toHaveAttribute('aria-current', 'true');
});

test('the arrows of a date picker have names', async ({ page }) => {
  await openShowcase(page, '/app/forms/elements', 'Form - Inputs & Controls');
  await widget(page, 'Pickers').getByRole('button', { name: 'Date' }).click();
  await page.getByRole('button', { name: 'Next month' }).click();
  await page.getByRole('button', { name: 'Previous month' }).click();
});

test('each kind of field shows its focus', async ({ page }) => {
  await openShowcase(page, '/app/forms/elements', 'Form - Inputs & Controls');
  for (const kind of ['input:not([type="checkbox"], [type="radio"], [type="file"])', 'textarea', 'select']) {
    const field = page.getByRole('main').locator(`${kind}:not(:disabled, [readonly])`).first();
    await field.focus();
    await expect(field, kind).toHaveCSS('outline-style', 'solid');
  }
});

test('a button that its own press disables keeps the keyboard position', async ({ page }) => {
  await openShowcase(page, '/app/tables/dynamic', 'Tables - Dynamic');
  const next = widget(page, 'The React Way').getByRole('button', { name: 'Next page' });
  await next.press('Enter');
  await expect(next, 'the last page').toBeDisabled();
  await expect(widget(page, 'The React Way').locator(':focus')).toHaveCount(1);
  await openShowcase(page, '/app/ui/list-groups', 'Lists - Sortable Groups');
  const reload = widget(page, 'Grouped Lists').getByRole('button', { name: 'Reload' });
  await reload.press('Enter');
  await expect(reload).toBeDisabled();
  await expect(reload).toBeFocused();
});
