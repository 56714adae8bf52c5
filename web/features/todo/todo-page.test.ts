// @vitest-environment jsdom
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { acknowledgeAlert, unacknowledgeAlert } from '#contract/alerts.ts';
import { readNotifications } from '#contract/notifications.ts';
import { getTodo, type TodoGroup, type TodoItem } from '#contract/todo.ts';
import { button, expectAccessible, page, productPage } from '../../app/testing/product-page.ts';

const product = productPage();
const item = (given: Partial<TodoItem>): TodoItem => ({
  id: '01900000-0000-7000-8000-0000000000a1',
  name: 'BRL-5A, Winter menu',
  about: 'Cascade',
  amount: null,
  since: '2026-11-21T12:00:00.000Z',
  path: '/admin/campaigns/flight/01900000-0000-7000-8000-0000000000a1',
  ...given,
});
const stub = (...data: TodoGroup[]): void => {
  product.network.on(getTodo, { total: data.reduce((sum, { count }) => sum + (count ?? 0), 0), data });
};
const group = (name: string): HTMLElement => page().getByRole('region', { name });

test('lists what waits by kind, with the act and the count beside its screen', async () => {
  stub(
    { kind: 'flight_review', count: 7, items: [item({})] },
    { kind: 'refund', count: 1, items: [item({ name: 'Refund 3', amount: 12.5, path: '/admin/money/payouts' })] },
  );
  product.open('/admin/todo', { as: 'admin' });
  await page().findByRole('heading', { name: 'Flights to review' });
  const review = within(group('Flights to review')).getByRole('link', { name: 'Review: BRL-5A, Winter menu' });
  expect(review.getAttribute('href')).toBe('/admin/campaigns/flight/01900000-0000-7000-8000-0000000000a1');
  expect(within(group('Flights to review')).getByRole('link', { name: 'Show all 7' }).getAttribute('href')).toBe(
    '/admin/campaigns/reviews',
  );
  expect(group('Refunds to approve').textContent).toContain('$12.50');
  const sidebar = within(page().getByRole('navigation', { name: 'Main' }));
  expect(sidebar.getByRole('link', { name: /^Reviews/ }).textContent).toContain('7');
  expect(sidebar.getByRole('link', { name: /^To do/ }).textContent).toContain('8');
  expect(sidebar.getByRole('link', { name: /^Payouts/ }).textContent).toContain('1');
  await expectAccessible();
});

test('shows all alerts in their list, although each opens its own screen', async () => {
  stub({ kind: 'alert', count: 9, items: [item({ name: 'Offline at Pier House', path: '/app/outlets?q=Pier' })] });
  product.open('/app/todo', { as: 'property' });
  expect((await page().findByRole('link', { name: 'Show all 9' })).getAttribute('href')).toBe('/app/alerts');
});

test('acknowledges an alert in place', async () => {
  const alert = item({ name: 'Two outlets are offline at Pier House', path: '/app/outlets' });
  stub({ kind: 'alert', count: 1, items: [alert] });
  const answer = {
    id: alert.id,
    rule: 'venue_silent' as const,
    severity: 'critical' as const,
    state: 'acknowledged' as const,
    place: { id: 'v', name: 'Lobby' },
    since: null,
    title: alert.name,
    affected: [],
    affected_count: 0,
    path: alert.path,
    raised_at: '2026-11-21T12:00:00.000Z',
    ended_at: null,
    acknowledged_at: '2026-11-21T13:00:00.000Z',
    unread: false,
  };
  product.network.on(acknowledgeAlert, answer);
  product.network.on(unacknowledgeAlert, { ...answer, acknowledged_at: null });
  product.open('/app/todo', { as: 'property' });
  const acknowledge = await button(`Acknowledge: ${alert.name}`);
  stub();
  await product.user.click(acknowledge);
  await page().findByText('Nothing waits for you');
  expect(product.network.callsOf(acknowledgeAlert)).toHaveLength(1);
  await product.user.click(await button('Undo'));
  await page().findByText('Not acknowledged anymore.');
  expect(product.network.callsOf(unacknowledgeAlert)).toHaveLength(1);
});

test('counts at the bell what the page shows, and marks news as read', async () => {
  const news = item({ name: 'Flight BRL-5A was approved', about: '', path: '/app/campaigns/flight/1' });
  stub({ kind: 'news', count: 1, items: [news] }, { kind: 'returned_flight', count: 2, items: [item({ id: 'f' })] });
  product.open('/app/todo', { as: 'advertiser' });
  const bell = await page().findByRole('link', { name: 'Waiting for you: 3' });
  expect(bell.getAttribute('href')).toBe('/app/todo');
  const view = await page().findByRole('link', { name: `View: ${news.name}` });
  expect(view.getAttribute('href')).toBe(news.path);
  product.network.on(readNotifications, { unread: 0 });
  const read = await button(`Mark as read: ${news.name}`);
  stub();
  await product.user.click(read);
  await page().findByRole('link', { name: 'Waiting for you: nothing' });
  expect(product.network.callsOf(readNotifications)[0]?.body).toEqual({ id: news.id });
});

test('a part that could not be loaded says so and can be retried, beside the others', async () => {
  stub(
    { kind: 'message', count: null, items: [] },
    { kind: 'dispute', count: 1, items: [item({ name: 'Why invalid?' })] },
  );
  product.open('/admin/todo', { as: 'admin' });
  await page().findByRole('heading', { name: 'Unread messages' });
  expect(within(group('Unread messages')).getByRole('alert').textContent).toContain('could not be loaded');
  expect(group('Open disputes').textContent).toContain('Why invalid?');
  stub({ kind: 'message', count: 1, items: [item({ name: 'Ada', path: '/admin/messages' })] });
  await product.press('Try again');
  await page().findByRole('link', { name: 'Read: Ada' });
});

test('an administrator who opens the customers’ address gets the administrators’ page', async () => {
  stub();
  product.open('/app/todo', { as: 'admin' });
  await page().findByText('Nothing waits for you');
  expect(window.location.pathname).toBe('/admin/todo');
});
