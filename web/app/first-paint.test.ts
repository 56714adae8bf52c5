// @vitest-environment jsdom

import { readFileSync } from 'node:fs';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { summaryQuery } from '../features/dashboard/dashboard-api.ts';
import { cheapCardsOf, sideOf } from '../features/reports/metric-words.ts';
import { reportQuery } from '../features/reports/reports-api.ts';
import { usersQuery } from '../features/users/users-api.ts';
import { storeToken } from '../lib/session.ts';

const SCRIPT = readFileSync('web/public/first-paint.js', 'utf8');
const TOKEN = `e30.${Buffer.from('{"sub":"a"}').toString('base64url')}.c2ln`;
const ROLES = ['admin', 'property', 'advertiser', ''] as const;
const network = vi.fn<typeof fetch>();

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('fetch', network);
  network.mockReset();
  network.mockImplementation(async () => new Response('{"total":{},"data":[]}'));
  document.body.innerHTML = '<div id="root"></div>';
});
afterEach(() => {
  window.firstAnswer = undefined;
  // Otherwise, the next test file in this process would be signed in.
  localStorage.clear();
  window.history.replaceState(null, '', '/');
  vi.unstubAllGlobals();
});

function openAs(role: string, address: string): void {
  storeToken(TOKEN);
  localStorage.setItem('user', JSON.stringify({ role }));
  window.history.replaceState(null, '', address);
  // Runs the script as the document does.
  new Function(SCRIPT)();
}

const dashboard = () => new QueryClient().fetchQuery(summaryQuery({ parameters: {}, turn: 0 }));
const users = () => new QueryClient().fetchQuery(usersQuery({}));
const reports = (role: (typeof ROLES)[number]) =>
  new QueryClient().fetchQuery(reportQuery({}, { dimensions: [], metrics: cheapCardsOf(sideOf(role)) }));

test.each(ROLES)("a page of a reader (%s) takes over the frame's early call and does not repeat it", async (role) => {
  const pages = [
    ['/app/main/dashboard', dashboard],
    ['/app', dashboard],
    ['/app/reports', () => reports(role)],
    ...(role === 'admin' ? ([['/admin/users', users]] as const) : []),
  ] as const;
  for (const [address, ask] of pages) {
    network.mockClear();
    openAs(role, address);
    expect(network, address).toHaveBeenCalledTimes(1);
    await ask();
    expect(network, address).toHaveBeenCalledTimes(1);
    expect(window.firstAnswer, address).toBeUndefined();
  }
});

test('the frame of the login form loads no web font, because the form has priority on a slow line', () => {
  const style = document.createElement('style');
  style.textContent = readFileSync('web/app/theme/first-paint.css', 'utf8');
  document.head.append(style);
  document.body.innerHTML = '<div id="first-paint"><header>Voltboard</header></div>';
  const header = document.querySelector('#first-paint header') as Element;
  document.documentElement.dataset.firstPaint = 'form';
  expect(getComputedStyle(header).fontFamily).toBe('"Inter Stand-in", sans-serif');
  document.documentElement.removeAttribute('data-first-paint');
  style.remove();
});

test('sends no early call for an address with other parameters', () => {
  for (const address of [
    '/app/main/dashboard?range=7d',
    '/app/main/dashboard?known_on=2026-11-02',
    '/app/reports?range=7d',
    '/admin/users?page=2',
    '/admin/customers',
  ]) {
    openAs('admin', address);
    expect(network, address).not.toHaveBeenCalled();
  }
  openAs('property', '/admin/users');
  expect(network).not.toHaveBeenCalled();
});
