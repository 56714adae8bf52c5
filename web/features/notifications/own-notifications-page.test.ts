// @vitest-environment jsdom
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  getNotificationChoices,
  listNotifications,
  type Notification,
  type NotificationChoice,
  readNotifications,
  setNotificationChoice,
} from '#contract/notifications.ts';
import { userOf } from '../../app/testing/accounts.ts';
import { button, expectAccessible, page, productPage } from '../../app/testing/product-page.ts';

const product = productPage();

const SENT: Notification = {
  id: '01900000-0000-7000-8000-0000000000a1',
  kind: 'payout_sent',
  title: 'Your payout of $12.00 is on its way',
  detail: 'Run 3',
  path: '/app/documents',
  at: '2026-11-21T10:00:00.000Z',
  read: false,
};
const CHOICES: NotificationChoice[] = [
  { kind: 'payout_sent', in_app: true, mail: true, required: false },
  { kind: 'alert', in_app: null, mail: true, required: false },
  { kind: 'security', in_app: null, mail: true, required: true },
];

function stub(...data: Notification[]): void {
  product.network.on(listNotifications, { unread: data.filter(({ read }) => !read).length, data, next_cursor: null });
  product.network.on(getNotificationChoices, { data: CHOICES });
}

const box = (name: string) => page().findByRole<HTMLInputElement>('checkbox', { name });

test('lists what happened, and marks it as read', async () => {
  stub(SENT);
  product.open('/app/notifications', { as: userOf('property') });
  const link = await page().findByRole('link', { name: SENT.title });
  expect(link.getAttribute('href')).toBe('/app/documents');
  await page().findByText('Run 3');
  await box('Email: Alerts');
  await expectAccessible();
  product.network.on(readNotifications, { unread: 0 });
  stub({ ...SENT, read: true });
  await product.user.click(await button(`Mark as read: ${SENT.title}`));
  await waitFor(() => expect(page().queryByRole('button', { name: /^Mark as read/ })).toBeNull());
  expect(product.network.callsOf(readNotifications).map(({ body }) => body)).toEqual([{ id: SENT.id }]);
});

test('saves each choice at once, and puts it back if the server refuses it', async () => {
  stub();
  product.open('/app/notifications', { as: userOf('property') });
  await page().findByText('No notifications yet');
  const rows = within(await page().findByRole('table'));
  expect(rows.getByRole('row', { name: /^Sign-in and payout account/ }).textContent).toContain('Always');
  expect(rows.getByRole('row', { name: /^Alerts/ }).textContent).toContain('Under Alerts');
  product.network.on(setNotificationChoice, { data: CHOICES });
  await product.user.click(await box('Email: Payout sent'));
  await page().findByText('Notifications saved.');
  expect((await box('Email: Payout sent')).checked).toBe(false);
  expect(product.network.callsOf(setNotificationChoice).at(-1)?.body).toEqual({ kind: 'payout_sent', mail: false });
  product.network.refuse(setNotificationChoice, 400, { message: 'Not today.' });
  await product.user.click(await box('In the app: Payout sent'));
  await page().findByText('Not today.');
  await waitFor(async () => expect((await box('In the app: Payout sent')).checked).toBe(true));
});

test('a demo account sees its choices and can’t change them', async () => {
  stub();
  product.open('/app/notifications', { as: userOf('property', { demo: true }) });
  expect((await box('Email: Payout sent')).disabled).toBe(true);
  await page().findByText(/^Demo accounts can’t change/);
});
