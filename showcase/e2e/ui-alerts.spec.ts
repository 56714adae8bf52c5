import { expect } from '@playwright/test';
import { expectGoodPage, openShowcase, test, widget } from './showcase-steps.ts';

test('alerts are dismissed one by one in each panel', async ({ page }) => {
  await openShowcase(page, '/app/ui/alerts', 'Alerts');
  await expectGoodPage(page);
  const messages = widget(page, 'Alert Messages');
  await messages.getByRole('button', { name: 'Send a technician' }).click();
  await expect(messages.getByText('A technician is on the way.')).toBeVisible();
  for (const tone of ['success', 'info', 'warning', 'danger'])
    await messages.getByRole('button', { name: `Dismiss the ${tone} alert` }).click();
  await expect(messages.getByText('All alerts are dismissed.')).toBeVisible();
  await expect(widget(page, 'Rounded Alerts').getByRole('button', { name: /^Dismiss/ })).toHaveCount(4);
  await expect(widget(page, 'Additional Content').getByRole('heading', { level: 3 })).toHaveCount(2);
  await expect(widget(page, 'Additional Content').getByRole('button', { name: /^Dismiss/ })).toHaveCount(0);
});
