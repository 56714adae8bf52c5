import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { type DashboardKey, dashboardKey, type RangeOfDay } from './dashboard-keys.ts';
import { planRefresh } from './live-plan.ts';

const RANGE: RangeOfDay = { parameters: {}, turn: 0 };
const EUI = 'a'.repeat(16);

/** Returns a query cache that contains these responses, each with an observer, as if the queries were on screen. */
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

test('renews each kind of affected answer, the smallest first', () => {
  expect(planned({ all: true }, ['c1'])).toEqual(['views', 'popup', 'customers', 'summary', 'near', 'devices', 'map']);
  expect(planned({ customers: ['c1'], euis: [EUI] }, ['c1'])).toEqual(planned({ all: true }, ['c1']));
});

test('skips answers that the change does not affect, but never the summary', () => {
  expect(planned({ customers: ['c2'], euis: ['b'.repeat(16)] }, ['c1'])).toEqual(['summary']);
  expect(planned({ customers: ['c2'], euis: ['b'.repeat(16)] }, ['c1', 'c2'])).toEqual(['customers', 'summary']);
});

test('skips queries without an observer', () => {
  const client = new QueryClient();
  client.setQueryData(dashboardKey.summary(RANGE), {});
  expect(planRefresh(client, { all: true, customers: new Set(), euis: new Set() }, new Set())).toEqual([]);
});

/** Returns the summary on screen, and the task that refetches it. */
function summaryOf(queryFn: () => Promise<unknown>) {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  const queryKey = dashboardKey.summary(RANGE);
  client.setQueryData(queryKey, { views: 1 });
  const observer = new QueryObserver(client, { queryKey, queryFn });
  observer.subscribe(() => undefined);
  const told: string[] = [];
  client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated') told.push(event.action.type);
  });
  const [task] = planRefresh(client, { all: false, customers: new Set(), euis: new Set() }, new Set());
  if (task === undefined) throw new Error('the summary is renewed by each change');
  return { client, queryKey, observer, told, task };
}

test('notifies observers of a repeated request once, when the whole round has arrived', async () => {
  const { client, queryKey, told, task } = summaryOf(async () => ({ views: 2 }));
  const put = await task.ask();
  expect([client.getQueryData(queryKey), told]).toEqual([{ views: 1 }, []]);
  put();
  expect([client.getQueryData(queryKey), told]).toEqual([{ views: 2 }, ['success']]);
});

test('reports a failed repeat as an error beside the last good answer', async () => {
  const { client, queryKey, task } = summaryOf(async () => {
    throw new Error('away');
  });
  (await task.ask())();
  expect(client.getQueryState(queryKey)).toMatchObject({ status: 'error', data: { views: 1 } });
});

test('never replaces a newer or pending answer by an older one', async () => {
  const answers = [{ views: 2 }, { views: 3 }];
  const { client, queryKey, task } = summaryOf(async () => answers.shift());
  const put = await task.ask();
  await client.refetchQueries({ queryKey });
  put();
  expect(client.getQueryData(queryKey)).toEqual({ views: 3 });
  client.removeQueries({ queryKey });
  put();
  expect(client.getQueryData(queryKey)).toBeUndefined();
});

test('renews a map whose counts differ from the overview, whichever outlets changed', () => {
  const planOf = (online: number) => {
    const counts = { online, late: 0, offline: 2 - online, never: 0 };
    const client = onScreen([
      [dashboardKey.summary(RANGE), { outlets: 2, outlets_by_status: counts }],
      [dashboardKey.map(), { eui: [EUI, 'c'.repeat(16)], status: ['offline', 'online'] }],
    ]);
    const none = { all: false, customers: new Set<string>(), euis: new Set(['b'.repeat(16)]) };
    return planRefresh(client, none, new Set()).map(({ key }) => (JSON.parse(key) as DashboardKey)[1]);
  };
  expect(planOf(1)).toEqual(['summary']);
  expect(planOf(2)).toEqual(['summary', 'map']);
});
