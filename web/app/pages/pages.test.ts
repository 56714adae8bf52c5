// @vitest-environment jsdom
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listAlerts } from '#contract/alerts.ts';
import { listNotices } from '#contract/notices.ts';
import { search } from '#contract/search.ts';
import { userOf } from '../testing/accounts.ts';
import {
  address,
  atAddress,
  button,
  expectAccessible,
  fill,
  heading,
  page,
  productPage,
} from '../testing/product-page.ts';
import { stubDashboard } from '../testing/stub-dashboard.ts';

const product = productPage();
const NOTHING = { customers: [], outlets: [], venues: [], campaigns: [], users: [], statements: [], documents: [] };

test.each(['/login', '/register', '/forgot', '/403', '/500?ref=req-1&from=%2Fapp%2Fmain', '/error'])(
  '%s has a heading and a title, and axe finds no violation',
  async (path) => {
    product.open(path);
    await page().findByRole('heading', { level: 1 });
    expect(document.title).toMatch(/ · Voltboard$/);
    await expectAccessible();
  },
);

test('the 404 page says that the page does not exist and offers a search', async () => {
  product.network.on(search, NOTHING);
  product.open('/error', { as: 'admin' });
  await heading('This page does not exist');
  fill(page().getByPlaceholderText('Search Pages'), 'dashboard');
  await product.user.click(await button('Search'));
  await atAddress(/^\/app\/extra\/search\?q=dashboard$/);
  stubDashboard(product.network);
  await heading('Search');
  await product.user.click(await within(page().getByRole('main')).findByRole('link', { name: /^Dashboard/ }));
  await heading('Dashboard');
});

test('the 500 page shows the sanitized reference and returns to the failed page', async () => {
  product.network.on(search, NOTHING);
  product.open('/500?ref=req-7f3a<b>&from=%2Fapp%2Fextra%2Fsearch%3Fq%3Dx', { as: 'admin' });
  await page().findByText('req-7f3ab');
  await product.user.click(await button('Try again'));
  await atAddress(/^\/app\/extra\/search\?q=x$/);
});

test.each(['/', '/app', '/app/main', '/admin/users', '/admin/outlets', '/admin/messages'])(
  '%s redirects an owner to the dashboard',
  async (path) => {
    stubDashboard(product.network);
    product.open(path, { as: 'property' });
    await heading('Dashboard');
    expect(address()).toBe('/app/main/dashboard');
  },
);

test('an unlinked account sees what to do and can log out', async () => {
  product.open('/app/main/dashboard', { as: userOf('unassigned', { cid: '', customer: '' }) });
  await heading('Your account is not linked yet');
  expect(address()).toBe('/403');
  expect(page().getByText(/an administrator has to link it/)).toBeTruthy();
  expect(page().getByRole('link', { name: 'Your account' }).getAttribute('href')).toBe('/app/edit_profile');
  await expectAccessible();
  await product.user.click(await button('Sign out'));
  await button('Login');
});

test('an administrator without the required second factor is redirected to its setup', async () => {
  product.network.refuseAll(403, { message: 'Set up the second factor first.', code: 'second_factor' });
  product.expectComplaint(/./);
  product.open('/app/main/dashboard', { as: userOf('admin', { second_factor: 'missing' }) });
  await atAddress(/^\/app\/password$/);
  await heading('Password and sign-in');
  expect(product.network.callsOf(listAlerts)).toEqual([]);
  expect(product.network.callsOf(listNotices)).toEqual([]);
});
