// @vitest-environment jsdom
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getMail, listMails, type OutboxMail, retryMail } from '#contract/outbox.ts';
import { userOf } from '../../app/testing/accounts.ts';
import { button, dialog, expectAccessible, page, productPage } from '../../app/testing/product-page.ts';

const product = productPage();
const ID = '01900000-0000-7000-8000-000000000000';
const MAIL: OutboxMail = {
  id: ID,
  kind: 'verify-email',
  to: 'a@hotel.example',
  subject: 'Hello',
  status: 'failed',
  tries: 1,
  created_at: '2026-11-21T12:00:00.000Z',
  sent_at: null,
  failure: '550 no',
  can_retry: true,
  text: 'Hello, see https://hotel.example/a?b=1 soon.',
  html: '<style>@media (prefers-color-scheme: dark){}</style><p>Hello</p>',
};

function stub(mail: OutboxMail, hasMailServer = true): void {
  const { text: _text, html: _html, can_retry: _canRetry, ...entry } = mail;
  product.network.on(listMails, { data: [entry], total: 1, page: 1, limit: 10, has_mail_server: hasMailServer });
  product.network.on(getMail, mail);
}
const open = async (): Promise<HTMLElement> => {
  await product.user.click(await button('Hello'));
  return dialog(/Hello/);
};

test('shows why a mail failed, and sends it again once', async () => {
  stub(MAIL);
  product.open('/admin/mail', { as: 'admin' });
  const drawer = await open();
  await within(drawer).findByText('550 no');
  await expectAccessible();
  product.network.on(retryMail, { ...MAIL, status: 'queued', failure: '', tries: 0, can_retry: false });
  await product.user.click(await button('Resend'));
  await page().findByText('Email queued for delivery');
  await waitFor(() => expect(within(drawer).queryByRole('button', { name: 'Resend' })).toBeNull());
  expect(product.network.callsOf(retryMail)).toHaveLength(1);
});

test("shows a mail in a frame without rights, in the page's color scheme, or as plain text with links", async () => {
  stub({ ...MAIL, status: 'sent', can_retry: false });
  product.open('/admin/mail', { as: 'admin' });
  const drawer = await open();
  const frame = (await within(drawer).findByTitle('Email: Hello')) as HTMLIFrameElement;
  expect(frame.getAttribute('sandbox')).toBe('allow-popups allow-popups-to-escape-sandbox');
  expect(frame.srcdoc).toContain('<p>Hello</p>');
  expect(frame.srcdoc).toContain('@media not all');
  await product.user.click(within(drawer).getByRole('radio', { name: 'Plain text' }));
  const link = await within(drawer).findByRole('link', { name: 'https://hotel.example/a?b=1' });
  expect(link.getAttribute('rel')).toBe('noopener noreferrer');
});

test('explains a missing mail server, and offers to send held mails', async () => {
  stub({ ...MAIL, status: 'held', failure: '', tries: 0 }, false);
  product.open('/admin/mail', { as: 'admin' });
  await page().findByText(/^No mail server is configured/);
  await open();
  expect(await button('Send')).toBeTruthy();
});

test('shows the error of a mail that cannot be loaded', async () => {
  stub(MAIL);
  product.network.refuse(getMail, 404, { message: 'There is no such mail.' }, { times: 1 });
  product.open(`/admin/mail?open=${ID}`, { as: 'admin' });
  await page().findByText('The email could not be loaded.');
  await product.user.click(await button('Try again'));
  await waitFor(() => expect(page().queryByText('The email could not be loaded.')).toBeNull());
});

test('shows a demo account its own mail, and no other administration screen', async () => {
  stub({ ...MAIL, can_retry: false });
  product.open('/admin/mail', { as: userOf('advertiser', { demo: true }) });
  await page().findByRole('table', { name: 'Email' });
  const main = page().getByRole('navigation', { name: 'Main' });
  expect(within(main).getAllByRole('link', { name: /Email|Users|Audit log|Messages/ })).toHaveLength(1);
});
