// @vitest-environment jsdom
import { waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { getAuditStream, listAudit, listAuditActions } from '#contract/audit.ts';
import { importCampaigns, listCampaigns } from '#contract/campaigns.ts';
import { listMessages } from '#contract/contact.ts';
import { importCustomers, listAdminCustomers } from '#contract/customers.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { type ImportAnswer, listImports } from '#contract/imports.ts';
import { listDevices } from '#contract/list.ts';
import { listMails } from '#contract/outbox.ts';
import { importOutlets, listAdminOutlets } from '#contract/outlets.ts';
import { importUsers, listLinkableCustomers, listUsers } from '#contract/users.ts';
import { button, dialog, expectAccessible, heading, page, productPage } from './testing/product-page.ts';
import { stubDashboard } from './testing/stub-dashboard.ts';
import type { Call } from './testing/stub-network.ts';

const product = productPage();

// query-failures.test.ts tests which page opens after 403 and 500 for each of these lists.
/** Every page with a table that the server searches and paginates, with its texts. */
const TABLES: readonly (readonly [path: string, list: Endpoint, title: string, nouns: string, empty: string])[] = [
  ['/admin/users', listUsers, 'User - Management', 'users', 'No users yet'],
  ['/admin/customers', listAdminCustomers, 'Customers', 'customers', 'No customers yet'],
  ['/admin/outlets', listAdminOutlets, 'Outlets', 'outlets', 'No outlets yet'],
  ['/admin/campaigns', listCampaigns, 'Campaigns', 'campaigns', 'No campaigns yet'],
  ['/admin/audit', listAudit, 'Audit log', 'entries', 'No entries yet'],
  ['/admin/messages', listMessages, 'Messages', 'messages', 'No messages yet'],
  ['/admin/mail', listMails, 'Email', 'emails', 'No emails yet'],
  ['/app/locate', listDevices, 'Map', 'outlets', 'No outlets yet'],
];
/** Returns an empty page that has the fields of all lists. */
const pageOf = (total: number, more: object = {}) =>
  ({
    data: [],
    total,
    page: 1,
    limit: 10,
    unread: 0,
    venue_types: [],
    has_mail_server: true,
    next_cursor: null,
    ...more,
  }) as never;

/** A row of some of the lists. All lists use the same table. */
const ROWS: Readonly<Record<string, object>> = {
  '/admin/audit': {
    seq: 1,
    at: '2026-11-20T10:00:00.000Z',
    actor: 'ada@hotel.example',
    action: 'user.changed',
    subject: 'mia@hotel.example',
    ip: '',
    changes: [],
    facts: [],
    hash: '',
  },
};

/** The outlets list uses offsets; the other lists use page numbers. */
const secondOf = (path: string) => (path === '/app/locate' ? { offset: '25' } : { page: '2' });

beforeEach(() => {
  product.network.on(listAuditActions, { data: [] });
  product.network.on(getAuditStream, {
    state: 'off',
    receiver: '',
    last_delivered_at: null,
    delivered_seq: 0,
    waiting: 0,
    failing_since: null,
    last_error: '',
  });
  product.network.on(listLinkableCustomers, { data: [] });
  product.network.on(listImports, { data: [] });
});

describe.each(TABLES)('%s', (path, list, title, nouns, empty) => {
  test('shows a placeholder while rows load, and an empty state if there are none', async () => {
    const release = product.network.hold(list, pageOf(0));
    product.open(path, { as: 'admin' });
    await heading(title);
    expect(page().queryByText(empty)).toBeNull();
    release();
    await page().findByText(empty);
    expect(page().queryByRole('table')).toBeNull();
    await expectAccessible();
  });

  test('shows Error with the reason and loads on retry', async () => {
    product.network.on(list, pageOf(0));
    product.network.refuse(list, 400, { message: 'Not today.' }, { times: 1 });
    product.open(path, { as: 'admin' });
    const text = await page().findByText(`The ${nouns} could not be loaded.`);
    const place = text.closest('[role="alert"]') as HTMLElement;
    expect(place.textContent).toContain('Error');
    expect(place.textContent).toContain('Not today.');
    await product.user.click(within(place).getByRole('button', { name: 'Try again' }));
    await page().findByText(empty);
  });

  test('shows that no row matches a search or page, with a way back to all rows', async () => {
    product.network.on(list, ({ query }) => pageOf(query.q === undefined ? 60 : 0));
    product.open(`${path}?q=nothing`, { as: 'admin' });
    await page().findByText(`No matching ${nouns}`);
    expect(product.network.callsOf(list).at(-1)?.query.q).toBe('nothing');
    await product.user.click(await button('Show all'));
    await page().findByText('This page is empty');
    await product.user.click(await page().findByRole('link', { name: 'Page 2' }));
    await waitFor(() => expect(product.network.callsOf(list).at(-1)?.query).toMatchObject(secondOf(path)));
    expect(window.location.search).toBe('?page=2');
    await product.user.click(await button('First page'));
    await waitFor(() => expect(window.location.search).toBe(''));
  });

  test.runIf(path in ROWS)('pages by 25, 50 or 100 rows, and hides columns for this person', async () => {
    const row = ROWS[path];
    product.network.on(list, ({ query }) => pageOf(60, { data: [row], limit: Number(query.limit ?? 10) }));
    product.open(path, { as: 'admin' });
    const size = await page().findByRole('combobox', { name: 'Rows per page' });
    expect([...size.querySelectorAll('option')].map(({ value }) => value)).toEqual(
      expect.arrayContaining(['25', '50', '100']),
    );
    await product.user.selectOptions(size, '50');
    await waitFor(() => expect(product.network.callsOf(list).at(-1)?.query.limit).toBe('50'));
    expect(window.location.search).toBe('?limit=50');
    const heads = () => page().getAllByRole('columnheader').length;
    const before = heads();
    await product.user.click(await button('Columns'));
    const [first] = within(page().getByRole('group', { name: 'Columns' })).getAllByRole('checkbox');
    await product.user.click(first as HTMLElement);
    expect(heads()).toBe(before - 1);
    expect(JSON.parse(localStorage.getItem('tableColumns') ?? '{}')).not.toEqual({});
    await expectAccessible();
  });

  test('reports an unreachable server and loads automatically when it is back', async () => {
    product.network.on(list, pageOf(0));
    product.network.setDown(true);
    product.open(path, { as: 'admin' });
    await page().findByText(/^Connection lost\./);
    await page().findByText(`The ${nouns} could not be loaded.`);
    product.network.setDown(false);
    await product.user.click(await button('Try now'));
    await page().findByText(empty);
    expect(page().queryByText(/^Connection lost\./)).toBeNull();
  });

  test.runIf(path.startsWith('/admin') && path !== '/admin/mail')(
    'redirects other roles to the dashboard without a call',
    async () => {
      stubDashboard(product.network);
      product.open(path, { as: 'property' });
      await heading('Dashboard');
      expect(product.network.callsOf(list)).toEqual([]);
    },
  );
});

const IMPORTS: readonly (readonly [kind: string, list: Endpoint, into: Endpoint, required: string])[] = [
  ['users', listUsers, importUsers, 'email'],
  ['customers', listAdminCustomers, importCustomers, 'name,kind'],
  ['outlets', listAdminOutlets, importOutlets, 'eui'],
  ['campaigns', listCampaigns, importCampaigns, 'advertiser'],
];

test.each(IMPORTS)('a file of %s has an example to download and is checked before its import', async (...row) => {
  const [kind, list, into, required] = row;
  product.network.on(list, pageOf(0));
  const report: ImportAnswer = {
    done: false,
    rows: 1,
    counts: [],
    findings: [],
    findings_total: 0,
    changes_total: 1,
    digest: 'd'.repeat(64),
    changes: [{ line: 2, thing: kind, name: 'Something', change: 'created', fields: [] }],
  };
  product.network.on(into, (({ query }: Call) => ({
    answer: { ...report, done: query.dry_run === 'false' },
  })) as never);
  product.open(`/admin/${kind}`, { as: 'admin' });
  await product.user.click(await button('Import'));
  const drawer = await dialog(`Import ${kind}`);
  await product.user.click(await button('Download example'));
  const example = (await product.downloads[0]?.text()) ?? '';
  expect(example.replace('\uFEFF', '').startsWith(required)).toBe(true);
  const input = drawer.querySelector('input[type=file]') as HTMLInputElement;
  await product.user.upload(input, new File([example], `${kind}.csv`, { type: 'text/csv' }));
  await within(drawer).findByText(/^1 line checked, no problems found\./);
  await product.user.click(await button('Import 1 change'));
  await page().findByText(new RegExp(`^${kind}\\.csv imported`));
  const asked = product.network.callsOf(into).map(({ query }) => [query.dry_run, query.expects]);
  expect(asked).toEqual([
    ['true', undefined],
    ['false', report.digest],
  ]);
});
