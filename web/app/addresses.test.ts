// @vitest-environment jsdom
import { type AnyRoute, createMemoryHistory, createRouter } from '@tanstack/react-router';
import fc from 'fast-check';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listAdjustments } from '#contract/adjustments.ts';
import { listAudit } from '#contract/audit.ts';
import { listCampaigns } from '#contract/campaigns.ts';
import { listColleagues } from '#contract/colleagues.ts';
import { listMessages } from '#contract/contact.ts';
import { listCreatives } from '#contract/creatives.ts';
import { listAdminCustomers } from '#contract/customers.ts';
import { getDailyFigures } from '#contract/daily.ts';
import { listDocuments } from '#contract/documents.ts';
import { listReviews } from '#contract/flights.ts';
import { getSummary, listCustomers, listDevices } from '#contract/list.ts';
import { listMails } from '#contract/outbox.ts';
import { listAdminOutlets } from '#contract/outlets.ts';
import { listPayees } from '#contract/payees.ts';
import { listPayments } from '#contract/payments.ts';
import { listPayoutRuns } from '#contract/payouts.ts';
import { listProfit } from '#contract/profit.ts';
import { getReport } from '#contract/reports.ts';
import { search as searchEndpoint } from '#contract/search.ts';
import { listUsers } from '#contract/users.ts';
import { auditQuery } from '../features/audit/audit-api.ts';
import { campaignsQuery, reviewsQuery } from '../features/campaigns/campaigns-api.ts';
import { messagesQuery } from '../features/contact/contact-api.ts';
import { creativesQuery } from '../features/creatives/creatives-api.ts';
import { customersQuery as cardsQuery, dailyQuery, summaryQuery } from '../features/dashboard/dashboard-api.ts';
import type { DashboardSearch } from '../features/dashboard/dashboard-search.ts';
import { rangeParameters } from '../features/dashboard/date-range.ts';
import { documentsQuery } from '../features/documents/documents-api.ts';
import { outletsQuery as locateQuery } from '../features/locate/locate-api.ts';
import { adjustmentsQuery, payeesQuery, paymentsQuery, payoutRunsQuery } from '../features/money/money-api.ts';
import { customersQuery, outletsQuery } from '../features/network/network-api.ts';
import { mailsQuery } from '../features/outbox/outbox-api.ts';
import { profitQuery } from '../features/profit/profit-api.ts';
import type { ReportSearch } from '../features/reports/report-search.ts';
import { reportQuery } from '../features/reports/reports-api.ts';
import { searchQuery } from '../features/search/search-api.ts';
import { groupResults } from '../features/search/search-results.ts';
import { colleaguesQuery } from '../features/users/colleagues-api.ts';
import { usersQuery } from '../features/users/users-api.ts';
import { isRouteSearch } from '../lib/route-search.ts';
import { createAppRouter, parseSearch, stringifySearch } from './start.tsx';

const app = createAppRouter();
const routes = Object.values(app.routesById) as AnyRoute[];

test('every route that reads its address drops unknown parameters', () => {
  const readers = routes.filter(({ options }) => options.validateSearch !== undefined);
  expect(readers.length).toBeGreaterThan(12);
  expect(readers.filter(({ options }) => !isRouteSearch(options.validateSearch)).map(({ id }) => id)).toEqual([]);
});

/** Returns the search parameters that the route of an address reads from the query string. */
function searchOf(address: string): Record<string, string> {
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ ...app.options, parseSearch, stringifySearch, history });
  const search = router.matchRoutes(router.latestLocation).at(-1)?.search as Record<string, unknown>;
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >;
}

test.each([true, false])('search results link to routes that accept their address (administrator: %s)', (isAdmin) => {
  const id = '01890a5d-ac96-774b-bcce-b302099a8057';
  const ofCustomer = { customer_id: id, customer: 'Café Ünion', month: '2026-02' };
  const groups = groupResults(
    'x',
    [],
    {
      customers: ['property', 'advertiser'].map((kind) => ({ id, customer: 'Café Ünion', kind })),
      outlets: [{ eui: '00a1b2c3d4e5f607', label: 'Bar', customer: 'Café Ünion', venue: 'Pier 4' }],
      venues: [{ id, venue: 'Pier 4', customer: 'Café Ünion' }],
      campaigns: [{ id, campaign: 'Spring', flight: 'COLA-1', advertiser: 'Volt Cola', advertiser_id: id }],
      users: [{ id, name: 'Ann', email: 'ann@hotel.example' }],
      statements: ['property', 'advertiser'].map((kind) => ({ ...ofCustomer, kind })),
      documents: [
        { ...ofCustomer, id: `invoice-2026-02-${id}`, kind: 'invoice', title: 'invoice', number: 'I-000012' },
      ],
    },
    { isAdmin },
  );
  expect(groups).toHaveLength(7);
  for (const { target } of groups.flatMap(({ results }) => results)) {
    if (!('to' in target)) throw new Error('within the product');
    const address = `${target.to}${stringifySearch(target.search)}`;
    expect(app.matchRoutes(target.to, {}).at(-1)?.fullPath, address).not.toMatch(/\$$|^\/$/);
    expect(searchOf(address), address).toEqual(target.search);
  }
});

type Call = { readonly endpoint: { readonly schema: object }; readonly query: object };
type Fetching = { readonly queryFn?: unknown };

const dashboardCalls = (search: DashboardSearch): Call[] => {
  const range = { parameters: rangeParameters(search), turn: 0 };
  const filter = { q: search.q ?? '', sort: search.sort ?? ('name' as const), range };
  return [
    { endpoint: getSummary, query: summaryQuery(range) },
    { endpoint: getDailyFigures, query: dailyQuery(range, null) },
    { endpoint: listCustomers, query: cardsQuery(filter) },
  ];
};

/** The API calls that each screen makes for its address. */
const SCREENS: Record<string, (search: Record<string, string>) => Call[]> = {
  '/app/main/dashboard': (search) => dashboardCalls(search as DashboardSearch),
  '/app/reports': (search) => [
    { endpoint: getReport, query: reportQuery(search as ReportSearch, { dimensions: ['day'], metrics: ['views'] }) },
  ],
  '/app/locate': ({ q = '', page = '1' }) => [{ endpoint: listDevices, query: locateQuery(q, Number(page)) }],
  '/app/extra/search': ({ q = '' }) =>
    q.trim() === '' ? [] : [{ endpoint: searchEndpoint, query: searchQuery(q.trim().slice(0, 200)) }],
  '/app/colleagues': (search) => [{ endpoint: listColleagues, query: colleaguesQuery(search) }],
  '/admin/users': (search) => [{ endpoint: listUsers, query: usersQuery(search) }],
  '/admin/customers': (search) => [{ endpoint: listAdminCustomers, query: customersQuery(search) }],
  '/app/campaigns': (search) => [{ endpoint: listCampaigns, query: campaignsQuery(search) }],
  '/app/creatives': (search) => [{ endpoint: listCreatives, query: creativesQuery(search) }],
  '/admin/campaigns/reviews': (search) => [{ endpoint: listReviews, query: reviewsQuery(search) }],
  '/admin/campaigns': (search) => [{ endpoint: listCampaigns, query: campaignsQuery(search) }],
  '/admin/outlets': (search) => [{ endpoint: listAdminOutlets, query: outletsQuery(search) }],
  '/admin/profit': (search) => [{ endpoint: listProfit, query: profitQuery(search) }],
  '/admin/money/receivables': (search) => [{ endpoint: listPayments, query: paymentsQuery(search) }],
  '/admin/money/payouts': (search) => [{ endpoint: listPayoutRuns, query: payoutRunsQuery(search) }],
  '/admin/money/adjustments': (search) => [{ endpoint: listAdjustments, query: adjustmentsQuery(search) }],
  '/admin/money/accounts': (search) => [{ endpoint: listPayees, query: payeesQuery(search) }],
  '/app/documents/invoices': (search) => [{ endpoint: listDocuments, query: documentsQuery(search, 'invoice') }],
  '/admin/audit': (search) => [{ endpoint: listAudit, query: auditQuery(search) }],
  '/admin/messages': (search) => [{ endpoint: listMessages, query: messagesQuery(search) }],
  '/admin/mail': (search) => [{ endpoint: listMails, query: mailsQuery(search) }],
};

let sent: string[] = [];
beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', (address: string) => {
    sent.push(address);
    return Promise.resolve(new Response('{"data":[],"total":0}'));
  });
});
afterEach(() => vi.unstubAllGlobals());

/** Returns the API calls that a screen would make for an address and that the server's schemas would reject. */
async function refusedCalls(path: string, search: Record<string, string>): Promise<string[]> {
  const refused: string[] = [];
  for (const { endpoint, query } of SCREENS[path]?.(search) ?? []) {
    sent = [];
    const { queryFn } = query as Fetching;
    await (queryFn as (context: object) => Promise<unknown>)({ signal: undefined, pageParam: null });
    for (const address of sent) {
      const asked = Object.fromEntries(new URL(address, 'http://localhost').searchParams);
      const { querystring } = endpoint.schema as { querystring: TSchema };
      if (!Value.Check(querystring, asked)) refused.push(address);
    }
  }
  return refused;
}

const paths = routes.map(({ fullPath }) => String(fullPath).replace(/\$\w*$/, 'ui/alerts'));
const names = [
  'range',
  'start',
  'end',
  'tz',
  'sort',
  'page',
  'q',
  'status',
  'limit',
  'month',
  'role',
  'kind',
  'venue_type',
  'open',
  'show',
];
const moreNames = [
  'edit',
  'eui',
  'outlet',
  'cid',
  'customer_id',
  'action',
  'from',
  'to',
  'folder',
  'token',
  'flight',
  'state',
  'category',
  'standing',
  'link',
  'ref',
  '__proto__',
  'x',
];
const value = fc.oneof(
  fc.constantFrom(
    'nonsense',
    'abc',
    '',
    '0',
    '-1',
    '1',
    '2',
    '999999',
    '1e9',
    'name',
    '-name',
    'NaN',
    'undefined',
    'null',
  ),
  fc.constantFrom(
    '2026-02-30',
    '2026-11-01',
    '9999-12-31',
    '2026-11-01T00:00:00Z',
    'last-month',
    '7d',
    'all',
    'Mars/X',
    '+05:30',
  ),
  fc.constantFrom(
    '../..',
    '<b>',
    'constructor',
    'x'.repeat(5_000),
    '%00',
    '\u0000',
    'new',
    'UTC',
    '[object Object]',
    '{"a":1}',
  ),
  fc.string(),
);
const query = fc.uniqueArray(fc.tuple(fc.constantFrom(...names, ...moreNames), value), {
  maxLength: 6,
  selector: ([name]) => name,
});

test('no address crashes a route or makes a screen send a call that the server refuses', async () => {
  const screens = fc.oneof(fc.constantFrom(...Object.keys(SCREENS)), fc.constantFrom(...paths));
  let calls = 0;
  await fc.assert(
    fc.asyncProperty(screens, query, async (path, parts) => {
      const search = searchOf(`${path}?${new URLSearchParams(parts)}`);
      expect(await refusedCalls(path, search)).toEqual([]);
      calls += sent.length;
    }),
    { numRuns: 500 },
  );
  expect(calls).toBeGreaterThan(100);
});

test.each([
  ['/app/main/dashboard?range=nonsense&start=abc&sort=x&tz=Mars', {}],
  ['/app/main/dashboard?range=7d&other=1', { range: '7d' }],
  ['/admin/users?sort=password&page=abc&role=king&q=ann', { q: 'ann' }],
  ['/admin/users?sort=-lastSeenAt', { sort: '-last_seen_at' }],
  ['/admin/outlets?state=offline&type=gym', { status: 'offline', venue_type: 'gym' }],
  ['/admin/outlets?status=nonsense&customer_id=1&open=x', {}],
  ['/admin/audit?from=2026-02-30&to=2026-11-01&action=DROP', { to: '2026-11-01' }],
  ['/app/locate?page=999999', {}],
  ['/login?from=/app&x=1', { from: '/app' }],
])('%s is read as %j', (address, search) => {
  expect(searchOf(address)).toEqual(search);
});
