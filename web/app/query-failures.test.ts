import type { QueryKey } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { ApiError } from '../lib/api-error.ts';
import { identitiesQuery } from '../lib/own-identities.ts';
import { publicConfigQuery } from '../lib/public-config.ts';
import { todoQuery } from '../lib/todo-query.ts';
import type { Reaction } from './error-catalogue.ts';
import { createQueryClient } from './query-client.ts';
import { noticesQuery } from './shell/notices-banner.tsx';

type Options = { readonly queryKey: QueryKey; readonly meta?: Record<string, unknown> | undefined };

const range = { parameters: { tz: 'UTC' }, day: '2026-11-21' };
const table = { page: '1' };

/**
 * Queries for a list or record that a page's address names, with the arguments of each query. The keys are folder and
 * export. A query that is in none of these tables fails the last test.
 */
const ASKED: Readonly<Record<string, readonly unknown[]>> = {
  'alerts alertGroupsQuery': [{}],
  'api-tokens tokensQuery': [],
  'audit actionsQuery': [],
  'audit auditQuery': [table],
  'campaigns campaignQuery': ['id'],
  'campaigns campaignsQuery': [table],
  'campaigns flightQuery': ['id'],
  'campaigns reviewsQuery': [table],
  'contact messageQuery': ['id'],
  'contact messagesQuery': [table],
  'creatives creativesQuery': [table],
  'documents documentQuery': ['id', 0, undefined],
  'documents documentsQuery': [{}],
  'letterhead letterheadQuery': [],
  'settings settingsQuery': [],
  'locate outletsQuery': ['', 1],
  'notifications notificationsQuery': [{}],
  'network customerQuery': ['id'],
  'network customersQuery': [table],
  'network outletQuery': ['id'],
  'network outletsQuery': [table],
  'network ownersQuery': [''],
  'outbox mailQuery': ['id'],
  'outbox mailsQuery': [table],
  'profit profitQuery': [table],
  'reports savedReportsQuery': [],
  'service outletServiceQuery': ['id'],
  'service servedOutletsQuery': [{}],
  'single-sign-on domainsQuery': [],
  'users colleaguesQuery': [table],
  'users customersQuery': [{}],
  'users userQuery': ['id'],
  'users usersQuery': [table],
};
/** Queries of the dashboard and of page parts that show 'Error' in their own place (docs/decisions.md#screens). */
const PARTS: Readonly<Record<string, readonly unknown[]>> = {
  'alerts alertRulesQuery': [],
  'alerts groupAlertsQuery': [{ place: { id: 'id', name: '' }, rule: 'fault', state: 'open' }, undefined, 20],
  'alerts alertWebhooksQuery': [],
  'api-tokens tokenRequestsQuery': [],
  'audit streamQuery': [],
  'account secondFactorQuery': [],
  'account passkeysQuery': [],
  'account sessionsQuery': [],
  'campaigns advertisersQuery': [''],
  'campaigns forecastQuery': [{}],
  'campaigns historyQuery': ['id'],
  'campaigns pacingQuery': ['id'],
  'campaigns rateCardQuery': [],
  'notifications choicesQuery': [],
  'money refundsQuery': [table],
  'traffic findingsQuery': ['1'],
  'campaigns reachQuery': ['id'],
  'campaigns targetChoicesQuery': [''],
  'creatives creativePolicyQuery': [],
  'dashboard customersQuery': [{ q: '', sort: 'name', range }],
  'dashboard dailyQuery': [range.parameters, null],
  'dashboard devicesQuery': ['id', range],
  'dashboard runningQuery': [],
  'dashboard todayQuery': [],
  'health healthQuery': [],
  'dashboard namedCampaignsQuery': [],
  'dashboard outletMapQuery': [],
  'dashboard outletClustersQuery': [{ zoom: '3' }, { statuses: [], positions: [] }],
  'dashboard outletPlaceQuery': ['eui'],
  'dashboard outletsNearQuery': ['eui', range],
  'dashboard popupViewsQuery': ['eui', 'UTC'],
  'dashboard summaryQuery': [range],
  'dashboard viewsQuery': ['eui', range],
  'dashboard ownMoneyQuery': [true],
  'documents lineEventsQuery': ['id', 0, 1, undefined],
  'documents ownMoneyQuery': [true],
  'campaigns adPreviewQuery': ['token'],
  'campaigns creativeFiguresQuery': ['id'],
  'documents ownPayeeQuery': [],
  'money adjustmentsQuery': [table],
  'money customersQuery': ['', 'advertiser'],
  'money objectionsQuery': [],
  'money overviewQuery': [],
  'money payeesQuery': [table],
  'money paymentsQuery': [table],
  'money payerQuery': [],
  'money payoutRunsQuery': [table],
  'money payoutsQuery': ['id', table],
  'reports marksQuery': [{ from: '2026-11-01', to: '2026-11-02' }],
  'reports placesQuery': [{}],
  'reports reportQuery': [{}, { dimensions: [], metrics: ['views'] }],
  'reports savedReportQuery': ['id'],
  'reports sharedReportQuery': ['token', ''],
  'search searchQuery': ['words'],
  'service outletMoneyQuery': ['eui'],
  'service outletRunningQuery': ['id'],
  'service outletEventsQuery': ['id'],
  'users userTokensQuery': ['id'],
  'traffic objectionsQuery': [],
  'traffic objectorsQuery': [''],
  'traffic rulesQuery': [],
  'traffic trafficQuery': [{ range: '30d', day: null, by: 'day', reason: null }],
};

/** Background queries of the shell or the first screen. A failure of such a query must not affect the open page. */
const BACKGROUND: Readonly<Record<string, readonly unknown[]>> = {
  'dashboard firstStepsQuery': [false],
};

const modules = import.meta.glob<Record<string, unknown>>('../features/*/*-api.ts', { eager: true });
const found = new Map<string, unknown>(
  Object.entries(modules).flatMap(([path, exports]) =>
    Object.entries(exports)
      .filter(([name]) => name.endsWith('Query'))
      .map(([name, value]) => [`${path.split('/').at(-2)} ${name}`, value] as const),
  ),
);

const isOptions = (value: unknown): value is Options =>
  typeof value === 'object' && value !== null && 'queryKey' in value;

function optionsOf(name: string, given: readonly unknown[]): Options {
  const value = found.get(name);
  const options: unknown = typeof value === 'function' ? value(...given) : value;
  if (!isOptions(options)) throw new Error(`${name} are no query options`);
  return options;
}

/** Returns the reaction to a failed call with these options. `isShown` means that the query already has data. */
async function reactionTo({ queryKey, meta }: Options, status: number, isShown = false): Promise<Reaction | null> {
  let reaction: Reaction | null = null;
  const client = createQueryClient((done) => {
    reaction = done;
  });
  if (isShown) client.setQueryData(queryKey, {});
  const queryFn = () => Promise.reject(new ApiError(status, 'Text'));
  await client
    .fetchQuery({ queryKey, queryFn, retry: false, staleTime: 0, ...(meta === undefined ? {} : { meta }) })
    .catch(() => undefined);
  client.clear();
  return reaction;
}

test.each(Object.entries({ ...ASKED, ...PARTS }))(
  '%s: 403 opens /403 and 400 shows its message',
  async (name, given) => {
    const options = optionsOf(name, given);
    for (const isShown of [false, true]) {
      expect(await reactionTo(options, 403, isShown)).toBe('forbidden-page');
      expect(await reactionTo(options, 400, isShown)).toBe('toast');
      expect(await reactionTo(options, 0, isShown)).toBe('none');
    }
  },
);

test.each(Object.entries(ASKED))('%s: 500 opens /500, but keeps data that is already shown', async (name, given) => {
  expect(await reactionTo(optionsOf(name, given), 500)).toBe('failure-page');
  expect(await reactionTo(optionsOf(name, given), 500, true)).toBe('none');
});

test.each(Object.entries(PARTS))("%s: 500 shows 'Error' in its own place", async (name, given) => {
  expect(await reactionTo(optionsOf(name, given), 500)).toBe('none');
});

test.each([
  ...Object.entries(BACKGROUND).map(([name, given]) => [name, optionsOf(name, given)] as const),
  ['notices of the frame', noticesQuery as Options] as const,
  ['the list of what waits', todoQuery as Options] as const,
])('%s: no failure shows a toast or navigates', async (_, options) => {
  for (const isShown of [false, true])
    for (const status of [0, 400, 403, 404, 409, 429, 500, 503, 504])
      expect(await reactionTo(options, status, isShown)).toBeNull();
});

test("public settings fail silently; an account's providers fail in their own place", async () => {
  expect(await reactionTo(publicConfigQuery as Options, 500)).toBeNull();
  expect(await reactionTo(identitiesQuery as Options, 500)).toBe('none');
});

test("every query of the product's screens is in these tables", () => {
  expect([...found.keys()].sort()).toEqual(Object.keys({ ...ASKED, ...PARTS, ...BACKGROUND }).sort());
});
