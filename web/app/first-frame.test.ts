// @vitest-environment jsdom

import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { dashboardPageStrings } from '../features/dashboard/dashboard-strings.ts';
import { reportsPageStrings } from '../features/reports/reports-strings.ts';
import { usersPageStrings } from '../features/users/users-strings.ts';

const SCRIPT = readFileSync('web/public/first-paint.js', 'utf8');
const BODY = /<body>(.*)<noscript>/s.exec(readFileSync('web/index.html', 'utf8'))?.[1] ?? '';

afterEach(() => {
  window.firstAnswer = undefined;
  localStorage.clear();
  window.history.replaceState(null, '', '/');
  vi.unstubAllGlobals();
});

function openAs(role: string, address: string): HTMLElement | null {
  vi.stubGlobal('fetch', async () => new Response('{"total":{},"data":[]}'));
  document.body.innerHTML = BODY;
  localStorage.setItem('token', 'e30.e30.c2ln');
  localStorage.setItem('user', JSON.stringify({ role }));
  window.history.replaceState(null, '', address);
  // Runs the script as the document does.
  new Function(SCRIPT)();
  return document.querySelector<HTMLElement>('#first-paint hgroup');
}

test("the frame shows its page's title, and a loading text until the figures arrive", async () => {
  const pages = [
    ['/app/main/dashboard', dashboardPageStrings.dashboard],
    ['/app/reports', reportsPageStrings.reports],
    ['/admin/users', usersPageStrings.userManagement.replaceAll('*', '')],
  ] as const;
  for (const [address, title] of pages) {
    const head = openAs('admin', address);
    expect(head?.hidden, address).toBe(false);
    expect(head?.querySelector('h1')?.textContent, address).toBe(title);
    expect(head?.querySelector('p')?.textContent).toMatch(/^Loading /);
    await expect.poll(() => head?.querySelector('p')?.textContent).toBe('The rest of the page follows.');
  }
});

test('a frame of an unknown page has no title', () => {
  expect(openAs('admin', '/admin/customers')?.hidden).toBe(true);
});
