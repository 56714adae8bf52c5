// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Period } from '#contract/common.ts';
import type { Summary } from '#contract/list.ts';
import { type DashboardView, DashboardViewContext } from './dashboard-view.ts';
import type { RangeParameters } from './date-range.ts';
import { SummaryCard } from './summary-card.tsx';

const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };
const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' };

function periodOf(range: { from: string; to: string }): Period {
  return { ...range, time_zone: 'UTC', days_of: 'network', today: '2026-11-21', today_ends_in: 3_600 };
}

function summaryOf(range: { from: string; to: string }, revenue: number): Summary {
  const counts = { views: 1, clicks: 1, burns: 1, revenue };
  const figures = Object.entries(counts).flatMap(([name, value]) => [
    [`today_${name}`, 0],
    [`total_${name}`, value],
  ]);
  return {
    ...Object.fromEntries(figures),
    period: periodOf(range),
    customers: 1,
    outlets: 1,
    rating: null,
    first_event_at: null,
  };
}

let root: Root;
let page: HTMLElement;
/** The pending requests, by their address. */
let asked: Map<string, (body: unknown, status?: number) => void>;
let client: QueryClient;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  asked = new Map();
  vi.stubGlobal('fetch', (address: string) => {
    return new Promise<Response>((resolve) => {
      asked.set(address, (body, status = 200) => resolve(new Response(JSON.stringify(body), { status })));
    });
  });
  client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } });
  page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
});
afterEach(async () => {
  await act(async () => root.unmount());
  page.remove();
  client.clear();
  vi.unstubAllGlobals();
});

async function show(parameters: RangeParameters): Promise<void> {
  const view: DashboardView = {
    role: 'admin',
    perspective: 'admin',
    range: { parameters, turn: 0 },
    period: undefined,
    dollarsPerKwh: 0.17,
  };
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={client}>
          <DashboardViewContext value={view}>
            <SummaryCard />
          </DashboardViewContext>
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
}

async function answer(part: string, body: unknown, status = 200): Promise<void> {
  await act(async () => {
    for (const [address, reply] of asked)
      if (address.includes('/summary') && address.includes(part)) reply(body, status);
    await expect.poll(() => client.isFetching({ queryKey: ['dashboard', 'summary'] })).toBe(0);
  });
}

const busy = () => page.querySelector('[aria-busy="true"]');

test('keeps the old amount under its own days, marked as busy and updating, while a new range loads', async () => {
  await show(NOVEMBER);
  await answer('2026-11-01', summaryOf(NOVEMBER, 11.11));
  expect(page.textContent).toContain('$11.11');
  expect([page.textContent?.includes('Nov 1, 2026'), page.textContent?.includes('Updating'), busy()]).toEqual([
    true,
    false,
    null,
  ]);
  await show(OCTOBER);
  expect(busy()?.textContent).toContain('$11.11');
  expect(page.textContent).toContain('Nov 1, 2026');
  expect(page.textContent).not.toContain('Oct 1, 2026');
  expect(page.textContent).toContain('Updating');
  await answer('2026-10-01', summaryOf(OCTOBER, 10.1));
  expect(page.textContent).toContain('$10.10');
  expect(page.textContent).toContain('Oct 1, 2026');
  expect([page.textContent?.includes('$11.11'), page.textContent?.includes('Updating'), busy()]).toEqual([
    false,
    false,
    null,
  ]);
});

test('removes the amount of another range if the new one fails to load', async () => {
  await show(NOVEMBER);
  await answer('2026-11-01', summaryOf(NOVEMBER, 11.11));
  await show(OCTOBER);
  await answer('2026-10-01', { error: { message: 'Not now.' } }, 500);
  expect(page.textContent).toContain('could not be loaded');
  expect(page.textContent).not.toContain('$11.11');
});
