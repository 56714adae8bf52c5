// @vitest-environment jsdom
import { within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import {
  type AuditLine,
  type AuditStreamStatus,
  getAuditStream,
  listAudit,
  listAuditActions,
  verifyAuditLog,
} from '#contract/audit.ts';
import { atAddress, dialog, expectAccessible, field, fill, page, productPage } from '../../app/testing/product-page.ts';

const product = productPage();
const LINE: AuditLine = {
  seq: 7,
  at: '2026-11-21T10:00:00.000Z',
  actor: 'ada@network.example',
  action: 'user.changed',
  ip: '203.0.113.7',
  subject: 'nora@hotel.example',
  hash: 'f00d'.repeat(16),
  facts: [],
  changes: [{ field: 'last_name', before: '', after: 'Vance' }],
};
const { press } = product;

const OFF: AuditStreamStatus = {
  state: 'off',
  receiver: '',
  last_delivered_at: null,
  delivered_seq: 0,
  waiting: 0,
  failing_since: null,
  last_error: '',
};

beforeEach(() => {
  product.network.on(getAuditStream, OFF);
  product.network.on(listAudit, { data: [LINE], total: 1, page: 1, limit: 10 });
  product.network.on(listAuditActions, { data: ['user.changed', 'user.deleted'] });
});

test('shows who did what to whom, and opens an entry with all its fields', async () => {
  product.open('/admin/audit', { as: 'admin' });
  const table = await page().findByRole('table', { name: 'Audit log' });
  expect(table.textContent).toContain('ada@network.example');
  expect(table.textContent).toContain('nora@hotel.example');
  await press(/^Changed an account/);
  const entry = await dialog(/^Changed an account/);
  expect(within(entry).getByRole('cell', { name: 'Vance' })).toBeTruthy();
  expect(entry.textContent).toContain('203.0.113.7');
  await expectAccessible();
});

test.each([
  [[], 'None were changed, and none are missing'],
  [[{ kind: 'changed', from: 3, to: 3 }], 'Entry 3 was changed.'],
  [[{ kind: 'missing', from: 4, to: 6 }], 'Entries 4 to 6 are missing.'],
] as const)('reports whether the log is unchanged: %o', async (faults, said) => {
  product.network.on(verifyAuditLog, { entries: 7, last: { seq: 7, hash: LINE.hash }, faults: [...faults] });
  product.open('/admin/audit', { as: 'admin' });
  await press('Verify');
  const status = (await page().findByText(new RegExp(said.replace('.', '\\.')))).closest('[role="status"]');
  expect(status).not.toBeNull();
  await expectAccessible();
});

test('keeps the action filter and the days in the address, and clears them', async () => {
  product.open('/admin/audit', { as: 'admin' });
  await page().findByRole('table');
  await product.user.selectOptions(await field('Action'), 'user.deleted');
  await atAddress(/action=user\.deleted/);
  fill(await field('From day'), '2026-11-01');
  await atAddress(/from=2026-11-01/);
  expect(product.network.callsOf(listAudit).at(-1)?.query).toMatchObject({
    action: 'user.deleted',
    from: '2026-11-01',
  });
  await press('All days');
  await atAddress(/^\/admin\/audit\?action=user\.deleted$/);
});

test.each<[string, Partial<AuditStreamStatus>, RegExp]>([
  [
    'delivers',
    { state: 'delivering', waiting: 1 },
    /^Delivering to siem\.example:6514Last delivered: .*\. 1 entry waiting\.$/,
  ],
  [
    'never delivered',
    { state: 'delivering', last_delivered_at: null, waiting: 7 },
    /^Delivering to siem\.example:6514Nothing delivered yet\. 7 entries waiting\.$/,
  ],
  [
    'fails',
    { state: 'failing', waiting: 12, failing_since: '2026-11-21T09:00:00.000Z', last_error: 'It answered 401.' },
    /^Delivery to siem\.example:6514 is failing.*\. 12 entries waiting\.Failing since .*\. It answered 401\. Entries are sent again automatically\.$/,
  ],
])('shows the state of the stream above the log: it %s', async (_name, state, said) => {
  const receiver = 'siem.example:6514';
  product.network.on(getAuditStream, { ...OFF, receiver, last_delivered_at: '2026-11-21T08:00:00.000Z', ...state });
  product.open('/admin/audit', { as: 'admin' });
  const region = await page().findByRole('region', { name: 'Audit stream' });
  expect(region.textContent).toMatch(said);
  await expectAccessible();
});

test('shows no stream state without a receiver', async () => {
  product.open('/admin/audit', { as: 'admin' });
  await page().findByRole('table', { name: 'Audit log' });
  expect(page().queryByRole('region', { name: 'Audit stream' })).toBeNull();
});
