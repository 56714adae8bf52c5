// @vitest-environment jsdom
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type ContactMessage, changeMessage, getMessage, listMessages, sendContactMessage } from '#contract/contact.ts';
import { atAddress, dialog, expectAccessible, field, fill, page, productPage } from '../../app/testing/product-page.ts';

const product = productPage();
const ID = '01900000-0000-7000-8000-000000000001';
const MESSAGE: ContactMessage = {
  id: ID,
  name: 'Olivia Hart',
  email: 'owner@hotel.example',
  message: 'The outlets\nat the bar <b>blink</b>',
  sent_at: '2026-11-21T10:00:00.000Z',
  account: 'olivia@hotel.example',
  customer: 'Pier House',
  read_at: null,
  deleted_at: null,
};
const READ = { ...MESSAGE, read_at: '2026-11-21T11:00:00.000Z' };
const { press } = product;

function stub(message: ContactMessage): void {
  product.network.on(listMessages, { data: [message], total: 1, page: 1, limit: 10, unread: 1 });
  product.network.on(getMessage, message);
}
const actions = (): unknown[] => product.network.callsOf(changeMessage).map(({ body }) => body);

test('shows a message as unread until it is opened, with its text and a reply link', async () => {
  stub(MESSAGE);
  product.network.on(changeMessage, READ);
  product.open('/admin/messages', { as: 'admin' });
  const table = await page().findByRole('table', { name: 'Messages' });
  expect(within(table).getByRole('img', { name: 'Unread' })).toBeTruthy();
  await page().findByText(/1 unread$/);
  await press(/Olivia Hart/);
  const letter = await dialog(/Olivia Hart/);
  expect(await within(letter).findByText(/at the bar <b>blink<\/b>/)).toBeTruthy();
  expect(letter.textContent).toContain('olivia@hotel.example, Pier House');
  expect(within(letter).getByRole('link', { name: 'Reply' }).getAttribute('href')).toMatch(/^mailto:owner%40hotel/);
  await waitFor(() => expect(actions()).toEqual([{ action: 'read' }]));
  await expectAccessible();
  await press('Mark as unread');
  await waitFor(() => expect(page().queryByRole('dialog')).toBeNull());
  expect(actions()).toEqual([{ action: 'read' }, { action: 'unread' }]);
});

test('deletes a message and restores it from its folder', async () => {
  const deleted = { ...READ, deleted_at: '2026-11-21T12:00:00.000Z' };
  stub(READ);
  product.network.on(changeMessage, ({ body }) => ((body as { action: string }).action === 'delete' ? deleted : READ));
  product.open(`/admin/messages?open=${ID}`, { as: 'admin' });
  await press('Delete');
  await page().findByText('Message deleted. You can restore it for 30 days.');
  stub(deleted);
  product.open(`/admin/messages?folder=deleted&open=${ID}`, { as: 'admin' });
  expect(page().queryByRole('link', { name: 'Reply' })).toBeNull();
  await press('Restore');
  await page().findByText('Message restored');
  expect(actions()).toEqual([{ action: 'delete' }, { action: 'restore' }]);
});

test('shows the error if a message cannot be loaded or changed, and keeps it open', async () => {
  stub(READ);
  product.network.refuse(getMessage, 404, { message: 'There is no such message.' }, { times: 1 });
  product.open(`/admin/messages?open=${ID}`, { as: 'admin' });
  await page().findByText('The message could not be loaded.');
  await press('Try again');
  product.network.refuse(changeMessage, 409, { message: 'Somebody was faster.' });
  await press('Delete');
  await page().findByText('Somebody was faster.');
  expect(page().getByRole('dialog')).toBeTruthy();
  await atAddress(/open=/);
});

test("fills in the user's name and address, and clears the form after sending", async () => {
  product.network.on(sendContactMessage, { status: true });
  product.open('/app/contact', { as: 'property' });
  expect(await field('Email')).toHaveProperty('value', 'ada@hotel.example');
  fill(await field('Message'), 'The outlets at the bar blink.');
  await press('Submit');
  await page().findByText('Your message has been sent');
  expect(product.network.callsOf(sendContactMessage)[0]?.body).toMatchObject({ email: 'ada@hotel.example' });
  expect(await field('Message')).toHaveProperty('value', '');
  expect(await field('Email')).toHaveProperty('value', 'ada@hotel.example');
});
