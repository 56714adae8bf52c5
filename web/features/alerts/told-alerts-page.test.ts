// @vitest-environment jsdom
import { expect, test } from 'vitest';
import {
  type Alert,
  type AlertRules,
  acknowledgeAlert,
  createAlertWebhook,
  getAlertRules,
  listAlerts,
  listAlertWebhooks,
  seeAlerts,
  setAlertRules,
} from '#contract/alerts.ts';
import { userOf } from '../../app/testing/accounts.ts';
import { button, expectAccessible, field, fill, page, productPage } from '../../app/testing/product-page.ts';

const product = productPage();

const alert: Alert = {
  id: '01900000-0000-7000-8000-0000000000a1',
  rule: 'venue_silent',
  path: '/app/outlets?q=Lobby',
  title: 'Lobby is silent: none of its outlets says anything',
  affected: [{ id: 'a', name: 'Bar 1' }],
  affected_count: 3,
  raised_at: '2026-11-21T10:00:00.000Z',
  ended_at: null,
  acknowledged_at: null,
  unread: true,
};
const rules: AlertRules = {
  rules: [{ rule: 'outlet_silent', on: true, threshold: 60, mail: true, muted_until: null }],
  quiet: null,
};

function stub(): void {
  product.network.on(listAlerts, { unread: 1, open: 1, waiting: 1, data: [alert], next_cursor: null });
  product.network.on(seeAlerts, { unread: 0 });
  product.network.on(getAlertRules, rules);
  product.network.on(listAlertWebhooks, { data: [] });
}

test('names what is affected, and lets a manager acknowledge one', async () => {
  stub();
  product.open('/app/alerts', { as: userOf('property') });
  await page().findByText('Bar 1 and 2 more');
  await expectAccessible();
  expect(product.network.callsOf(seeAlerts).length).toBe(1);
  product.network.on(acknowledgeAlert, { ...alert, acknowledged_at: '2026-11-21T11:00:00.000Z' });
  await product.user.click(await button(/^Acknowledge/));
  await page().findByText(/, acknowledged/);
});

test('links a final document as news that needs no acknowledgment', async () => {
  stub();
  const news: Alert = { ...alert, rule: 'document_final', title: 'Statement S-000026 of October 2026 is final' };
  product.network.on(listAlerts, {
    unread: 0,
    open: 1,
    waiting: 0,
    data: [{ ...news, path: '/app/documents?open=d1' }],
    next_cursor: null,
  });
  product.open('/app/alerts', { as: userOf('property') });
  const link = await page().findByRole('link', { name: news.title });
  expect(link.getAttribute('href')).toBe('/app/documents?open=d1');
  expect(page().queryByRole('button', { name: /^Acknowledge/ })).toBeNull();
});

test("lets a manager set alert rules and quiet hours, initially in the account's time zone", async () => {
  stub();
  product.open('/app/alerts', { as: userOf('property', { time_zone: 'Asia/Kathmandu' }) });
  await product.user.click(await button('Change'));
  expect(((await field('Time zone')) as HTMLInputElement).value).toBe('Asia/Kathmandu');
  for (const text of ['', 'an hour', '6O']) {
    fill(await field(/^Outlet offline \(minutes\)/), text);
    await product.user.click(await button('Save'));
    expect((await field(/^Outlet offline \(minutes\)/)).getAttribute('aria-invalid')).toBe('true');
  }
  fill(await field(/^Outlet offline \(minutes\)/), '90');
  fill(await field(/^No emails from/), '22:00');
  fill(await field('Until'), '07:00');
  fill(await field('Time zone'), 'UTC');
  const fields = { 'quiet.time_zone': 'There is no such time zone.', 'rules.0.threshold': 'Write a number.' };
  product.network.refuse(setAlertRules, 400, { message: 'Two fields are wrong.', fields }, { times: 1 });
  await product.user.click(await button('Save'));
  await page().findByText('There is no such time zone.');
  expect((await field('Time zone')).getAttribute('aria-invalid')).toBe('true');
  expect((await field(/^Outlet offline \(minutes\)/)).getAttribute('aria-invalid')).toBe('true');
  product.network.on(setAlertRules, rules);
  await product.user.click(await button('Save'));
  await page().findByText('Alert settings saved');
  expect(product.network.callsOf(setAlertRules)).toHaveLength(2);
  expect(product.network.callsOf(setAlertRules).at(-1)?.body).toEqual({
    rules: [{ rule: 'outlet_silent', on: true, threshold: 90, mail: true, muted_until: null }],
    quiet: { from: 1_320, to: 420, time_zone: 'UTC' },
  });
});

test('shows the secret of a webhook once', async () => {
  stub();
  product.open('/app/alerts', { as: userOf('property') });
  await product.user.click(await button('Add webhook'));
  fill(await field(/^URL/), 'https://pager.example/hook');
  product.network.on(createAlertWebhook, { id: alert.id, secret: 'whsec_abc' });
  await product.user.click(await button('Save webhook'));
  await page().findByText('whsec_abc');
});

test('lets a viewer read but change nothing', async () => {
  stub();
  product.open('/app/alerts', { as: userOf('property', { standing: 'viewer' }) });
  await page().findByText('Bar 1 and 2 more');
  expect(page().queryByRole('button', { name: /^Acknowledge/ })).toBeNull();
  expect(page().queryByRole('button', { name: 'Change' })).toBeNull();
  expect(product.network.callsOf(listAlertWebhooks).length).toBe(0);
});
