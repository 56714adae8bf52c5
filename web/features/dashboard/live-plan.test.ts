import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { type DashboardKey, dashboardKey, type RangeOfDay } from './dashboard-keys.ts';
import { planRefresh } from './live-plan.ts';

const RANGE: RangeOfDay = { parameters: {}, turn: 0 };
const EUI = 'a'.repeat(16);

/** What is on screen: the answers under these keys, each looked at. */
function onScreen(answers: readonly (readonly [DashboardKey, unknown])[]): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  for (const [queryKey, data] of answers) {
    client.setQueryData(queryKey, data, { updatedAt: 1 });
    new QueryObserver(client, { queryKey, queryFn: () => data }).subscribe(() => undefined);
  }
  return client;
}

const every: readonly (readonly [DashboardKey, unknown])[] = [
  [dashboardKey.summary(RANGE), {}],
  [dashboardKey.daily(RANGE, null), {}],
  [dashboardKey.customers({ q: '', sort: 'name', range: RANGE }), { pages: [], pageParams: [] }],
  [dashboardKey.devices('c1', RANGE), { pages: [], pageParams: [] }],
  [dashboardKey.views(EUI, RANGE), { pages: [], pageParams: [] }],
  [dashboardKey.popup(EUI), {}],
  [dashboardKey.near(EUI, RANGE), { data: [{ eui: EUI }] }],
  [dashboardKey.map(), { eui: [EUI], status: ['offline'] }],
];
const planned = (affected: { all?: boolean; customers?: string[]; euis?: string[] }, drawn: readonly string[] = []) => {
  const { all = false, customers = [], euis = [] } = affected;
  const tasks = planRefresh(
    onScreen(every),
    { all, customers: new Set(customers), euis: new Set(euis) },
    new Set(drawn),
  );
  const kinds = tasks.sort((a, b) => a.rank - b.rank).map(({ key }) => (JSON.parse(key) as DashboardKey)[1]);
  return kinds;
};

test('each kind of answer is renewed when what it shows has changed, the smallest first', () => {
  expect(planned({ all: true }, ['c1'])).toEqual(['views', 'popup', 'customers', 'summary', 'near', 'devices', 'map']);
  expect(planned({ customers: ['c1'], euis: [EUI] }, ['c1'])).toEqual(planned({ all: true }, ['c1']));
});

test('what shows nothing of the change is left alone, the sum of all never', () => {
  expect(planned({ customers: ['c2'], euis: ['b'.repeat(16)] }, ['c1'])).toEqual(['summary']);
  expect(planned({ customers: ['c2'], euis: ['b'.repeat(16)] }, ['c1', 'c2'])).toEqual(['customers', 'summary']);
});

test('what nobody looks at is not asked for', () => {
  const client = new QueryClient();
  client.setQueryData(dashboardKey.summary(RANGE), {});
  expect(planRefresh(client, { all: true, customers: new Set(), euis: new Set() }, new Set())).toEqual([]);
});
