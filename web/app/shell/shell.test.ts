// @vitest-environment jsdom
import { fireEvent, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { updatePreferences } from '#contract/account.ts';
import { getCampaign } from '#contract/campaigns.ts';
import { listNotices } from '#contract/notices.ts';
import { type SearchHits, search } from '#contract/search.ts';
import { tokenOf, userOf } from '../testing/accounts.ts';
import {
  address,
  atAddress,
  button,
  dialog,
  expectAccessible,
  fill,
  heading,
  page,
  productPage,
} from '../testing/product-page.ts';
import { stubDashboard } from '../testing/stub-dashboard.ts';
import { GROUP_SIZE, navigationFor } from './navigation.ts';

const product = productPage();
// Path of a page that makes no API calls of its own.
const QUIET = '/app/patent';
const NOTHING: SearchHits = { customers: [], outlets: [], venues: [], statements: [], documents: [] };
const HITS: SearchHits = {
  ...NOTHING,
  customers: [{ id: 'c-1', customer: 'Larkspur Hotels', kind: 'property' }],
  outlets: [{ eui: '00000000000000a1', label: 'Bar 1', customer: 'Larkspur Hotels', venue: 'Lobby' }],
};
const { press } = product;
const link = (name: string | RegExp): Promise<HTMLElement> => page().findByRole('link', { name });
const palette = (): Promise<HTMLElement> => page().findByRole('combobox', { name: /^Search screens/ });
const openSearch = (): void => void fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
const scheme = (): string | null => document.documentElement.getAttribute('data-mantine-color-scheme');

test.each([
  ['advertiser', '/app/outlets'],
  ['advertiser', '/app/outlets/01900000-0000-7000-8000-0000000000a1'],
  ['advertiser', '/app/creatives'],
  ['property', '/app/campaigns'],
] as const)(
  "redirects a user with the role %s who opens another role's screen, %s, to the home page",
  async (role, address) => {
    stubDashboard(product.network);
    product.open(address, { as: role });
    await atAddress('/app/main/dashboard');
  },
);

const MORE = ['Search', 'For property owners', 'For advertisers', 'Contact', 'API documentation'];
const OVERVIEW = ['Dashboard', 'To do', 'Reports', 'Alerts'];

test.each([
  [
    'admin',
    {
      Overview: [...OVERVIEW, 'Messages'],
      Network: ['Customers', 'Outlets', 'Device health', 'Map'],
      Advertising: ['Campaigns', 'Reviews', 'Rate card', 'Invalid traffic'],
      Money: ['Money overview', 'Documents', 'Payouts', 'What-if', 'Profit'],
      Settings: ['Network', 'Users', 'Letterhead', 'Audit log', 'Health', 'Email'],
      More: MORE,
    },
  ],
  [
    'property',
    {
      Overview: OVERVIEW,
      Network: ['Device health', 'Map'],
      Advertising: ['Creatives', 'Invalid traffic'],
      Money: ['Documents'],
      Settings: ['Colleagues'],
      More: MORE,
    },
  ],
  [
    'advertiser',
    {
      Overview: OVERVIEW,
      Advertising: ['Campaigns', 'Map', 'Invalid traffic'],
      Money: ['Documents'],
      Settings: ['Colleagues'],
      More: MORE,
    },
  ],
] as const)(
  "header and sidebar of %s: logo, search, name, log out, Home and the role's screens",
  async (role, groups) => {
    product.open(QUIET, { as: role });
    const [header = document.body] = await page().findAllByRole('banner');
    expect(within(header).getByRole('button', { name: 'Account: Ada' })).toBeTruthy();
    expect(within(header).getByRole('button', { name: 'Sign out' })).toBeTruthy();
    expect(within(header).getByRole('link', { name: 'Voltboard home' })).toBeTruthy();
    const main = page().getByRole('navigation', { name: 'Main' });
    const names = (from: HTMLElement) =>
      within(from)
        .getAllByRole('link')
        .map((one) => one.textContent);
    expect(names(main)).toEqual(['Home', ...Object.values(groups).flat()]);
    for (const [title, screens] of Object.entries(groups))
      expect(names(within(main).getByRole('list', { name: title })), title).toEqual(screens);
    expect((await link('Home')).getAttribute('href')).toBe('/app/main');
    expect((await link(/^API documentation/)).getAttribute('href')).toBe('/api/docs');
    await expectAccessible();
    stubDashboard(product.network);
    await product.user.click(await link('Home'));
    await heading('Dashboard');
    await waitFor(() => expect(document.title).toBe('Dashboard · Voltboard'));
  },
);

test.each(['admin', 'property', 'advertiser', ''] as const)('no group of %s has more than seven screens', (role) => {
  for (const { title, items } of navigationFor(role, { hasApiDocs: true, isDemo: true }))
    expect(items.length, title ?? '').toBeLessThanOrEqual(GROUP_SIZE);
});

test('a demo account without administrator rights has a link to its own mail', async () => {
  product.open(QUIET, { as: userOf('property', { demo: true }) });
  expect((await link('Email')).getAttribute('href')).toBe('/admin/mail');
});

test('the sample alert stays dismissed', async () => {
  product.open(QUIET, { as: 'property' });
  await press('Dismiss sample alert');
  expect(page().queryByText('Sample alert')).toBeNull();
  product.reload();
  await page().findByRole('navigation', { name: 'Main' });
  expect(page().queryByText('Sample alert')).toBeNull();
});

test('the sidebar collapses to labeled icons and stays collapsed', async () => {
  product.open(QUIET, { as: 'property' });
  const menu = await button('Menu');
  expect(menu.getAttribute('aria-expanded')).toBe('true');
  await product.user.click(menu);
  expect(menu.getAttribute('aria-expanded')).toBe('false');
  product.reload();
  expect((await link('Dashboard')).getAttribute('aria-label')).toBe('Dashboard');
  expect((await button('Menu')).getAttribute('aria-expanded')).toBe('false');
  await expectAccessible();
});

test('the phone menu is a drawer that Escape and a chosen link close', async () => {
  stubDashboard(product.network);
  product.open(QUIET, { as: 'property', isNarrow: true });
  const menu = await button('Menu');
  expect(menu.getAttribute('aria-expanded')).toBe('false');
  expect(page().queryByRole('navigation', { name: 'Main', hidden: true }), 'not drawn unseen').toBeNull();
  await press('Menu');
  const drawer = await dialog('Menu');
  expect(menu.getAttribute('aria-expanded')).toBe('true');
  await product.user.keyboard('{Escape}');
  await waitFor(() => expect(page().queryByRole('dialog')).toBeNull());
  await press('Menu');
  await product.user.click(within(await dialog('Menu')).getByRole('link', { name: 'Dashboard' }));
  await heading('Dashboard');
  await waitFor(() => expect(page().queryByRole('dialog')).toBeNull());
  expect(drawer.isConnected).toBe(false);
});

test.each([
  ['/admin/money/trial', 'What-if'],
  ['/admin/money/months', 'Money overview'],
  ['/admin/campaigns/reviews', 'Reviews'],
  ['/admin/campaigns/01900000-0000-7000-8000-0000000000a1', 'Campaigns'],
])('the sidebar marks for %s only the screen %s', async (address, name) => {
  product.network.refuse(getCampaign, 404, { message: 'No such campaign.' });
  product.open(address, { as: 'admin' });
  const screens = within(await page().findByRole('navigation', { name: 'Main' }));
  const marked = () => screens.queryAllByRole('link', { current: 'page' }).map(({ textContent }) => textContent);
  await waitFor(() => expect(marked()).toEqual([name]));
});

test('the search finds a customer by keyboard alone and opens it on the dashboard', async () => {
  product.network.on(search, HITS);
  stubDashboard(product.network);
  product.open(QUIET, { as: 'admin' });
  await heading(/./);
  openSearch();
  const field = await palette();
  await waitFor(() => expect(document.activeElement).toBe(field));
  fill(field, 'hotel');
  const customers = await page().findByRole('group', { name: 'Customers' });
  const [first] = within(customers).getAllByRole('option');
  await product.user.keyboard('{ArrowDown}{ArrowUp}');
  expect(first?.getAttribute('aria-selected')).toBe('true');
  await product.user.keyboard('{Enter}');
  await atAddress(/^\/app\/main\/dashboard\?q=Larkspur(%20|\+)Hotels&open=c-1$/);
});

test('the search finds an outlet by a part of its EUI', async () => {
  product.network.on(search, HITS);
  stubDashboard(product.network);
  product.open(QUIET, { as: 'property' });
  await press(/^Search screens/);
  fill(await palette(), '0000a1');
  await product.user.click(await page().findByRole('option', { name: /00000000000000A1/ }));
  await atAddress(/^\/app\/main\/dashboard\?outlet=00000000000000a1/);
});

test('the search reports no results, closes with Escape, and sends the typed words unchanged', async () => {
  product.network.on(search, NOTHING);
  product.open(QUIET, { as: 'advertiser' });
  await heading(/./);
  openSearch();
  fill(await palette(), '(a+)+$');
  await page().findByText(/^No results for “\(a\+\)\+\$”/);
  expect(product.network.callsOf(search).at(-1)?.query).toEqual({ q: '(a+)+$' });
  await expectAccessible();
  await product.user.keyboard('{Escape}');
  await waitFor(() => expect(page().queryByRole('combobox')).toBeNull());
});

test("if the server's search fails, the search still finds screens and offers a retry", async () => {
  product.network.on(search, NOTHING);
  product.network.refuse(search, 500, { message: 'Not today.' }, { times: 1 });
  product.open(QUIET, { as: 'admin' });
  await heading(/./);
  openSearch();
  fill(await palette(), 'contact');
  const alert = await page().findByRole('alert');
  expect(alert.textContent).toContain('Only screens could be searched.');
  expect(await page().findByRole('option', { name: /^Contact/ })).toBeTruthy();
});

test('shows a toast about a busy server while the client retries automatically', async () => {
  product.network.on(search, HITS);
  product.network.refuse(search, 429, { message: 'Slow down.' }, { times: 1, headers: { 'retry-after': '1' } });
  product.open(QUIET, { as: 'admin' });
  await heading(/./);
  openSearch();
  fill(await palette(), 'hotel');
  await page().findByText('The server is busy. Trying again in 1 s.');
  await page().findByRole('group', { name: 'Customers' });
  expect(product.network.callsOf(search)).toHaveLength(2);
  await product.user.keyboard('{Escape}');
  await product.user.click(await button('Close'));
  await waitFor(() => expect(page().queryByText(/^The server is busy/)).toBeNull());
});

test('stores theme color and scheme with the account and keeps them after a reload', async () => {
  product.network.on(updatePreferences, { status: true });
  product.open(QUIET, { as: 'admin' });
  await press('Theme');
  const panel = await dialog('Theme');
  expect(within(panel).getAllByRole('radio')).toHaveLength(13);
  await product.user.click(within(panel).getByRole('radio', { name: /^Violet/ }));
  await product.user.click(within(panel).getByRole('radio', { name: 'Dark' }));
  expect([scheme(), localStorage.getItem('themeColor')]).toEqual(['dark', '6d3fc4']);
  await waitFor(() =>
    expect(product.network.callsOf(updatePreferences).map(({ body }) => body)).toEqual([
      { theme_color: '6d3fc4' },
      { color_scheme: 'dark' },
    ]),
  );
  product.reload();
  await press('Switch to light mode');
  expect(scheme()).toBe('light');
  expect(document.documentElement.style.getPropertyValue('--vb-brand-6')).toBe('#6d3fc4');
});

test('a demo account changes its look in this browser only', async () => {
  product.open(QUIET, { as: userOf('admin', { demo: true }) });
  await press('Switch to dark mode');
  expect(scheme()).toBe('dark');
  await press('Switch to light mode');
  expect([scheme(), localStorage.getItem('colorScheme')]).toEqual(['light', 'light']);
});

const animated = vi.fn();
afterEach(() => {
  animated.mockClear();
  Reflect.deleteProperty(Element.prototype, 'animate');
});

test.each([
  [true, 0],
  [false, 1],
])('page changes fade unless the reader prefers reduced motion (reduced: %s)', async (isReduced, times) => {
  product.open(QUIET, { as: 'admin' });
  await heading(/./);
  const wanted = window.matchMedia;
  window.matchMedia = (query) => ({ ...wanted(query), matches: !query.includes('reduce') || isReduced });
  Object.assign(Element.prototype, { animate: animated });
  const main = page().getByRole('navigation', { name: 'Main' });
  await product.user.click(within(main).getByRole('link', { name: 'For advertisers' }));
  await waitFor(() => expect(document.activeElement?.id).toBe('main'));
  expect(animated).toHaveBeenCalledTimes(times);
});

test("an administrator's page shows notices about the installation", async () => {
  product.network.on(listNotices, {
    data: [{ kind: 'disk', text: 'The disk is nearly full.', since_at: '2026-11-20T10:00:00.000Z' }],
  });
  product.open(QUIET, { as: 'admin' });
  const notices = await page().findByRole('region', { name: 'About this installation' });
  expect(notices.textContent).toContain('The disk is nearly full.');
});

test('a banner names the viewed user on every page and ends the view', async () => {
  product.open(QUIET, { as: userOf('property', { viewed_by: 'admin@network.example' }) });
  const banner = await page().findByRole('complementary', { name: 'Viewing as another user' });
  expect(banner.textContent).toContain('You are viewing as ada@hotel.example');
  await expectAccessible();
  await press('Stop viewing');
  await button('Login');
  expect(address()).toMatch(/^\/login/);
});

test("viewing as a user keeps the administrator's own look and stores nothing of the user's", async () => {
  sessionStorage.setItem('viewToken', tokenOf('viewed'));
  product.open(QUIET, {
    as: userOf('property', { viewed_by: 'admin@network.example', theme_color: '8e2a7b', color_scheme: 'dark' }),
  });
  await page().findByRole('complementary', { name: 'Viewing as another user' });
  await waitFor(() => expect(sessionStorage.getItem('viewUser')).toContain('8e2a7b'));
  expect([localStorage.getItem('themeColor'), localStorage.getItem('colorScheme')]).toEqual([null, null]);
});
