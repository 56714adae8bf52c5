import { expect } from '@playwright/test';
import { type DemoRole, openDashboard, signIn } from './dashboard-session.ts';
import { expectAccessible, expectReadable, expectReadableIn, test } from './shell-steps.ts';

// web/features/dashboard/dashboard-page.test.ts tests what each role sees. These journeys check the look with real
// figures.
const openFirstOutlet = (page: Parameters<typeof openDashboard>[0]): Promise<void> =>
  page
    .getByRole('article')
    .first()
    .getByRole('button', { name: /Device EUI/ })
    // The first one may be new and without views.
    .filter({ hasText: /[1-9][\d,]*\s*(views|charges)/ })
    .first()
    .click();
const views = (page: Parameters<typeof openDashboard>[0]) => page.getByRole('table', { name: /of Device EUI/ });

test("axe finds nothing on an administrator's dashboard in either scheme", async ({ page, context }) => {
  await signIn(context, 'admin');
  await openDashboard(page);
  await openFirstOutlet(page);
  await expect(views(page).getByRole('columnheader')).toHaveCount(6);
  await expectAccessible(page);
  await expectReadableIn(page, 'dark');
});

for (const [role, columns] of [
  ['property', 4],
  ['advertiser', 3],
] as const satisfies readonly (readonly [DemoRole, number])[])
  test(`the dashboard of the role ${role} is readable in both schemes`, {
    tag: '@full',
  }, async ({ page, context }) => {
    await signIn(context, role);
    await openDashboard(page);
    await openFirstOutlet(page);
    await expect(views(page).getByRole('columnheader')).toHaveCount(columns);
    await expectReadable(page);
    if (role !== 'property') return;
    const link = page.getByRole('link', { name: /^Download PDF of/ });
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toMatch(/\.pdf$/);
    const stream = await download.createReadStream();
    const [start] = (await stream.take(1).toArray()) as Buffer[];
    expect(start?.subarray(0, 5).toString()).toBe('%PDF-');
  });

test('all six columns of views fit into a half-width card at every desktop width', {
  tag: '@full',
}, async ({ page, context }) => {
  await signIn(context, 'admin');
  await openDashboard(page);
  await openFirstOutlet(page);
  await expect(views(page).getByRole('columnheader')).toHaveCount(6);
  await expect(views(page).getByRole('row').nth(2)).toBeVisible();
  for (let width = 992; width <= 1_600; width += 38) {
    await page.setViewportSize({ width, height: 900 });
    const cut = () =>
      views(page).evaluate((table) => {
        const { right } = table.parentElement?.getBoundingClientRect() ?? { right: 0 };
        const cells = [...table.querySelectorAll('th, td')];
        return cells.filter((cell) => cell.getBoundingClientRect().right > right + 0.5).length;
      });
    await expect.poll(cut, { message: `columns cut off at ${width} px` }).toBe(0);
  }
});
