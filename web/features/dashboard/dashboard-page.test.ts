// @vitest-environment jsdom
import { waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Role } from '#contract/common.ts';
import { explainFigure } from '#contract/explain.ts';
import { getOutletMap, getSummary, listCustomers, listDevices, listViews } from '#contract/list.ts';
import { getOnboardingSteps } from '#contract/onboarding.ts';
import { getOutletClusters } from '#contract/outlet-clusters.ts';
import { issuePrintTicket } from '#contract/print-ticket.ts';
import { getTodo } from '#contract/todo.ts';
import { userOf } from '../../app/testing/accounts.ts';
import {
  address,
  atAddress,
  button,
  dialog,
  expectAccessible,
  failure,
  field,
  fill,
  heading,
  page,
  productPage,
} from '../../app/testing/product-page.ts';
import { customerOf, PERIOD, SUMMARY, stubDashboard } from '../../app/testing/stub-dashboard.ts';

const product = productPage();
const DASHBOARD = '/app/main/dashboard';
const { press } = product;
const cards = (): Promise<HTMLElement[]> => page().findAllByRole('article');
const card = (name: string | RegExp): Promise<HTMLElement> => page().findByRole('article', { name });
const bars = (place: HTMLElement): (string | null)[] =>
  within(place)
    .getAllByRole('progressbar')
    .map((bar) => bar.getAttribute('aria-label'));

function open(role: Role, query = ''): void {
  stubDashboard(product.network);
  product.open(DASHBOARD + query, { as: role });
}
async function openFirstOutlet(name: string | RegExp): Promise<HTMLElement> {
  const place = await card(name);
  await product.user.click((await within(place).findAllByRole('button', { name: /Device EUI/ }))[0] as HTMLElement);
  await within(place).findByRole('table', { name: /of Device EUI/ });
  return place;
}
const columnsIn = (place: HTMLElement): (string | null)[] =>
  within(within(place).getByRole('table', { name: /of Device EUI/ }))
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);

test.each(['admin', 'property'] as const)('links the outlet counts for %s to exactly these outlets', async (role) => {
  stubDashboard(product.network);
  product.network.on(getSummary, { ...SUMMARY, outlets_by_status: { online: 4, late: 3, offline: 2, never: 1 } });
  product.open(DASHBOARD, { as: role });
  const to = async (name: string | RegExp) => (await page().findByRole('link', { name })).getAttribute('href');
  expect(await to('4 Online: show these outlets')).toBe('/app/outlets?show=online');
  expect(await to('3 Late: show these outlets')).toBe('/app/outlets?show=late');
  expect(await to('2 Offline: show these outlets')).toBe('/app/outlets?show=offline');
  expect(await to(/^1 Never .*: show these outlets$/)).toBe('/app/outlets?show=never');
  if (role !== 'property') return;
  expect(await to('2 offline')).toBe('/app/outlets?show=offline');
  expect(await to('3 late')).toBe('/app/outlets?show=late');
});

test('shows an administrator what waits, and the problems of the installation', async () => {
  stubDashboard(product.network);
  const problem = {
    id: 'disk',
    name: 'The disk is nearly full.',
    about: '',
    amount: null,
    since: null,
    path: '/admin/health',
  };
  product.network.on(getTodo, {
    total: 4,
    data: [
      { kind: 'notice', count: 1, items: [problem] },
      { kind: 'flight_review', count: 3, items: [] },
      { kind: 'message', count: null, items: [] },
    ],
  });
  product.open(DASHBOARD, { as: 'admin' });
  const link = await page().findByRole('link', { name: 'To do: 4' });
  expect(link.getAttribute('href')).toBe('/admin/todo');
  await page().findByText('3 flights to review, a part could not be loaded');
  await page().findByText('The disk is nearly full.');
});

test('says that the list of what waits could not be loaded, with a retry', async () => {
  stubDashboard(product.network);
  product.network.refuse(getTodo, 500, { message: 'Broken.' });
  product.open(DASHBOARD, { as: 'admin' });
  await page().findByText('Could not be loaded.');
  product.network.on(getTodo, { total: 0, data: [] });
  await product.user.click((await page().findAllByRole('button', { name: 'Try again' }))[0] ?? document.body);
  await page().findByText('nothing waits for you');
});

test('shows an administrator the full figures of all customers', async () => {
  open('admin');
  await heading('Outlets', 2);
  expect(page().getByRole('region', { name: 'Outlets Overview' })).toBeTruthy();
  const place = await openFirstOutlet(/^Pier House/);
  expect(bars(place)).toEqual(
    expect.arrayContaining(['Views', 'Clicks', 'Burns', 'Revenue', 'Energy', 'Energy cost', 'Rating']),
  );
  const views = within(place).getByRole('progressbar', { name: 'Views' });
  expect(views.getAttribute('aria-valuemax')).toBe('50000');
  expect(within(place).getByText(/^\d+% more usage$/)).toBeTruthy();
  expect(columnsIn(place)).toEqual(['Timestamp', 'Fingerprint', 'IP', 'Sponsor', 'Cryptic', 'Flight']);
  await expectAccessible();
});

test('shows an owner their customer, with charges and their share', async () => {
  stubDashboard(product.network, [customerOf('c-1', 'Pier House')]);
  product.open(DASHBOARD, { as: 'property' });
  await heading('Power Outlets', 2);
  const place = await openFirstOutlet(/^Pier House/);
  expect(bars(place)).toEqual(expect.arrayContaining(['Charges', 'Revenue', 'Energy', 'Energy cost', 'Rating']));
  expect(within(place).queryByRole('progressbar', { name: 'Views' })).toBeNull();
  expect(columnsIn(place)).toEqual(['Timestamp', 'Fingerprint', 'IP', 'Sponsor']);
  await expectAccessible();
});

test('shows an advertiser their campaigns, in spend, without energy', async () => {
  open('advertiser');
  product.network.on(getSummary, { ...SUMMARY, campaigns: 2, active_campaigns: 1, campaign_status: 'Live' });
  await heading('Active Campaigns', 2);
  const overview = page().getByRole('region', { name: 'Campaign Overview' });
  expect(await within(overview).findByText('Status')).toBeTruthy();
  expect(within(overview).getByText('Live')).toBeTruthy();
  expect(bars(overview)).toEqual(['Total Views', 'Total Clicks', 'Total Campaign spend']);
  const spend = within(overview).getByRole('progressbar', { name: 'Total Campaign spend' });
  expect(spend.getAttribute('aria-valuemax')).toBe('800000');
  const place = await openFirstOutlet(/^Pier House/);
  expect(bars(place)).toEqual(expect.arrayContaining(['Views', 'Clicks', 'Burns', 'Spend']));
  expect(page().queryByText(/kWh|Energy/)).toBeNull();
  expect(columnsIn(place)).toEqual(['Timestamp', 'Sponsor', 'Flight']);
  await expectAccessible();
});

test('shows loading states while the figures load', async () => {
  stubDashboard(product.network);
  const releases = [
    product.network.hold(listCustomers, {
      data: [customerOf('c-1', 'Pier House')],
      total: 1,
      next_cursor: null,
      period: PERIOD,
    }),
    product.network.hold(getSummary, SUMMARY),
  ];
  product.open(DASHBOARD, { as: 'admin' });
  expect(await page().findByText('Loading...')).toBeTruthy();
  expect(page().queryByRole('article')).toBeNull();
  await expectAccessible();
  for (const release of releases) release();
  await card(/^Pier House/);
  expect(page().queryByText('Loading...')).toBeNull();
});

test('shows Error and the reason after a failed load, and retries', async () => {
  stubDashboard(product.network);
  const refusal = { message: 'Not today', id: 'ref-1' };
  product.network.refuse(listCustomers, 500, refusal, { times: 1 });
  product.open(DASHBOARD, { as: 'admin' });
  const alert = await failure('The customers could not be loaded.');
  expect(alert.textContent).toContain('Error');
  expect(alert.textContent).toContain('Not today');
  await expectAccessible();
  await product.user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await cards()).toHaveLength(2);
});

test.each([
  [getSummary, 'The overview could not be loaded.'],
  [getOutletMap, 'The map could not be loaded.'],
] as const)('keeps the other parts if one fails: %s', async (endpoint, said) => {
  stubDashboard(product.network);
  product.network.refuse(endpoint, 500, { message: 'Not today' }, { times: 1 });
  product.open(DASHBOARD, { as: 'admin' });
  const alert = await failure(said);
  expect(await cards()).toHaveLength(2);
  await product.user.click(within(alert).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(page().queryByText(said)).toBeNull());
});

test.each([
  ['admin', 'No customers yet'],
  ['property', 'No outlets yet'],
  ['advertiser', 'No campaigns have run yet'],
] as const)('explains to %s what will appear once there is data', async (role, said) => {
  stubDashboard(product.network, []);
  product.open(DASHBOARD, { as: role });
  await page().findByText(said);
  await expectAccessible();
});

test('shows the onboarding steps and their progress to an administrator of an empty network', async () => {
  stubDashboard(product.network, []);
  product.network.on(getOnboardingSteps, {
    data: [
      { step: 'site', done: true },
      { step: 'outlets', done: false, customer_id: 'c-1' },
      { step: 'event', done: false },
    ],
  });
  product.open(DASHBOARD, { as: 'admin' });
  const steps = await page().findByRole('region', { name: 'First steps' });
  expect(steps.textContent).toContain('1 of 3 done');
  await expectAccessible();
});

test('finds a part of the name in either case, and offers to clear a search without results', async () => {
  open('admin');
  expect(await cards()).toHaveLength(2);
  const search = page().getByRole('searchbox', { name: 'Search by Customer' });
  fill(search, 'ARKSPUR HOTEL');
  await waitFor(async () => expect(await cards()).toHaveLength(1));
  await card(/^Larkspur Hotels/);
  await atAddress(/q=ARKSPUR/);
  fill(search, 'no such customer');
  await page().findByText('No customers match “no such customer”');
  await product.user.click(within(page().getByRole('main')).getByText('Clear search'));
  await waitFor(async () => expect(await cards()).toHaveLength(2));
  expect((search as HTMLInputElement).value).toBe('');
});

test('keeps range, order and search in the address across a reload', async () => {
  open('admin');
  await press('7 days');
  await atAddress(/range=7d/);
  await product.user.selectOptions(await field('Sort by'), '-total_views');
  await atAddress(/sort=-total_views/);
  product.network.on(getSummary, { ...SUMMARY, period: { ...PERIOD, from: '2026-11-15', to: '2026-11-21' } });
  product.reload();
  expect((await button('7 days')).getAttribute('aria-pressed')).toBe('true');
  expect(((await field('Sort by')) as HTMLSelectElement).value).toBe('-total_views');
  await waitFor(async () => expect(((await field('Start')) as HTMLInputElement).value).toBe('2026-11-15'));
  expect(product.network.callsOf(listCustomers).at(-1)?.query).toMatchObject({ range: '7d', sort: '-total_views' });
  fill(await field('Start'), '2026-01-05');
  fill(await field('End'), '2026-01-04');
  await press('Go');
  await failure('can’t be after');
  fill(await field('End'), '2026-01-06');
  await press('Go');
  await atAddress(/start=2026-01-05&end=2026-01-06/);
  await waitFor(() =>
    expect(product.network.callsOf(getSummary).at(-1)?.query).toMatchObject({ from: '2026-01-05', to: '2026-01-06' }),
  );
});

test('opens the devices of an EUI in the address, and closes them', async () => {
  open('admin', '?eui=00000000000000A0');
  const modal = await dialog(/^Device EUI 00000000000000A0/);
  const rows = await within(modal).findAllByRole('row');
  expect(rows[1]?.textContent).toContain('00000000000000A0');
  await product.user.click(within(modal).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(page().queryByRole('dialog')).toBeNull());
  expect(address()).not.toContain('eui=');
});

test('shows failed devices and views with a retry that loads them', async () => {
  stubDashboard(product.network);
  product.network.refuse(listDevices, 500, { message: 'Not today' }, { times: 1 });
  product.open(`${DASHBOARD}?eui=00000000000000A0`, { as: 'advertiser' });
  const modal = await dialog(/^Device EUI/);
  await product.user.click(await within(modal).findByRole('button', { name: 'Try again' }));
  await within(modal).findByRole('table');
  await product.user.click(within(modal).getByRole('button', { name: 'Close' }));
  product.network.refuse(listViews, 500, { message: 'Not today' }, { times: 1 });
  const place = await card(/^Pier House/);
  await product.user.click(await within(place).findByRole('button', { name: /Device EUI/ }));
  const alert = await failure('The views of this outlet could not be loaded.');
  product.network.on(listViews, { data: [], next_cursor: null, views_total: 0, kept_since: null });
  await product.user.click(within(alert).getByRole('button', { name: 'Try again' }));
  await page().findByText('No views in this range.');
});

test('loads clusters for the map of a network that is too large to send, and shows the counts', async () => {
  stubDashboard(product.network);
  const none = { eui: [], lat: [], lng: [], located: [], position: [], label: [], status: [], last_seen: [] };
  const nobody = { ...none, customer: [], customers: [], venue: [], venues: [] };
  product.network.on(getOutletMap, { ...nobody, total: 5_000 });
  const columns = { lat: [40], lng: [-100], online: [4_000], late: [900], offline: [50], never: [0], opens_at: [6] };
  const counts = { total: 5_000, unlocated: 50, online: 4_010, late: 930, offline: 60, never: 0, at_venue: 7 };
  product.network.on(getOutletClusters, { ...counts, box: null, clusters: columns, cells: 6, outlets: nobody });
  product.open(DASHBOARD, { as: 'admin' });
  await page().findByText('5,000 outlets');
  expect(page().getByRole('group', { name: 'Show on map' }).textContent).toContain('4,010');
  await page().findByText('4,950 outlets not listed. Find them in Locate.');
});

test('lists the outlets if the browser cannot draw a map, with links to their devices', async () => {
  open('property');
  await page().findByText(/^This browser can’t draw the map\./);
  const list = await page().findByRole('region', { name: /^Outlets \d/ });
  await product.user.click((await within(list).findAllByRole('button'))[0] as HTMLElement);
  await dialog(/^Device EUI/);
});

test('toggles the width of a card, keeps the focus, and stores the width in the address', async () => {
  open('admin');
  const toggle = await button(/^Larkspur Hotels/);
  await product.user.click(toggle);
  await atAddress(/open=c-2/);
  await waitFor(async () => expect((await button(/^Larkspur Hotels/)).getAttribute('aria-expanded')).toBe('true'));
  product.reload();
  const anew = await button(/^Larkspur Hotels/);
  expect(anew.getAttribute('aria-expanded')).toBe('true');
  anew.focus();
  await product.user.keyboard('{Enter}');
  await waitFor(async () => expect((await button(/^Larkspur Hotels/)).getAttribute('aria-expanded')).toBe('false'));
  expect(document.activeElement).toBe(await button(/^Larkspur Hotels/));
});

test('links the PDF of a card to the address of the specification', async () => {
  open('property');
  const [link] = await page().findAllByRole('link', { name: /^Download PDF of Pier House/ });
  expect(link?.getAttribute('href')).toBe('/api/list/?format=print&cid=c-1&op=pdf&role=property');
});

test('links the PDF of all campaigns beside their sums for an advertiser', async () => {
  open('advertiser');
  const link = await page().findByRole('link', { name: 'Download PDF of all campaigns' });
  const { cid } = userOf('advertiser');
  expect(link.getAttribute('href')).toBe(`/api/list/?format=print&cid=${cid}&op=pdf&role=advertiser`);
});

test('prints a past range as known on a day, as it is shown', async () => {
  open('property', '?range=last-month&known_on=2026-11-02');
  product.network.on(getSummary, { ...SUMMARY, period: { ...PERIOD, from: '2026-10-01', to: '2026-10-31' } });
  product.network.refuse(issuePrintTicket, 403, { message: 'Not now.' });
  const [link] = await page().findAllByRole('link', { name: /^Download PDF of Pier House/ });
  const asked = () => product.network.callsOf(issuePrintTicket).at(-1)?.body;
  await product.user.click(link as HTMLElement);
  await expect.poll(asked).toMatchObject({ cid: 'c-1', role: 'property', known_on: '2026-11-02' });
});

test('explains each sum of an opened outlet for its card and range', async () => {
  open('admin', '?range=7d');
  const place = await openFirstOutlet(/^Pier House/);
  const names = within(place)
    .getAllByRole('button', { name: /, explain$/ })
    .map(({ title }) => title);
  // One figure belongs to the card and one to the outlet.
  for (const name of ['Views', 'Clicks', 'Burns', 'Revenue', 'Energy'])
    expect(
      names.filter((one) => one === `Explain: ${name}`),
      name,
    ).toHaveLength(2);
  product.network.refuse(explainFigure, 503, { message: 'Busy.' });
  const all = within(place).getAllByTitle('Explain: Views');
  await product.user.click(all.at(-1) as HTMLElement);
  await expect
    .poll(() => product.network.callsOf(explainFigure).at(-1)?.query)
    .toMatchObject({ figure: 'views', range: '7d', cid: 'c-1', filters: expect.stringContaining('"outlet":["') });
});

const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

test('queries and shows a period alike in every time zone, and marks a chosen zone', async () => {
  const texts = new Set<string>();
  const asked = new Set<string>();
  for (const timeZone of ['Asia/Tokyo', 'America/Los_Angeles', 'UTC']) {
    process.env.TZ = timeZone;
    stubDashboard(product.network);
    const period = { ...PERIOD, from: '2026-10-01', to: '2026-10-31' };
    product.network.on(getSummary, { ...SUMMARY, period });
    product.open(`${DASHBOARD}?range=last-month`, { as: 'property' });
    const overview = await page().findByRole('region', { name: 'Outlets Overview' });
    await within(overview).findAllByText(/ – /);
    await within(overview).findByText(/^Highest: /);
    texts.add(overview.textContent ?? '');
    asked.add(JSON.stringify(product.network.callsOf(getSummary).at(-1)?.query));
  }
  expect([texts.size, [...asked]]).toEqual([1, ['{"range":"last-month","compare":"same_weekdays"}']]);
  process.env.TZ = 'Asia/Tokyo';
  open('property');
  await cards();
  await product.user.selectOptions(await field('Time zone'), 'Asia/Tokyo');
  await atAddress(/tz=Asia/);
  expect(await page().findByText(/^Statements use the contract/)).toBeTruthy();
  await press('Use contract time zone');
  await waitFor(() => expect(address()).not.toContain('tz='));
});

test.each(['?range=nonsense', '?start=abc&end=2026-02-30', '?sort=x&tz=Mars/X&eui=1&open=<b>'])(
  'renders the page for any address: %s',
  async (query) => {
    open('property', query);
    await cards();
    expect((await button('All time')).getAttribute('aria-pressed')).toBe('true');
  },
);

test('fits long names and a customer without a rating', async () => {
  const name = `Hotel ${'Überlänge '.repeat(20)}`.trim();
  stubDashboard(product.network, [customerOf('c-9', name, { rating: null, outlets: 12_345, outlets_offline: 2 })]);
  product.open(DASHBOARD, { as: 'admin' });
  const place = await card(new RegExp(`^${name}`));
  expect(place.textContent).toContain('12,345 outlets');
  expect(place.textContent).toContain('2 offline');
});

test('treats an account without a role as an administrator', async () => {
  stubDashboard(product.network);
  product.open(DASHBOARD, { as: userOf('') });
  await heading('Outlets', 2);
});
