import { queryOptions } from '@tanstack/react-query';
import { listCampaigns } from '#contract/campaigns.ts';
import { listDocuments } from '#contract/documents.ts';
import { listReviews } from '#contract/flights.ts';
import { listNotices } from '#contract/notices.ts';
import { listObjections } from '#contract/objections.ts';
import { getReport } from '#contract/reports.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { request } from '../../lib/api-client.ts';

/** Looked at again each minute: they are what somebody comes for first. */
const FRESH = { staleTime: MINUTE_MS / 2, refetchInterval: MINUTE_MS, meta: { errors: 'part' } } as const;

/** Money and views of a month of the contract. */
export const monthQuery = (range: 'this-month' | 'last-month') =>
  queryOptions({
    queryKey: ['first-questions', range] as const,
    queryFn: ({ signal }) => request(getReport, { query: { range, metrics: 'revenue' }, signal }),
    ...FRESH,
  });

/** Today by hours, beside the same weekday a week ago. */
export const todayQuery = queryOptions({
  queryKey: ['first-questions', 'today'] as const,
  queryFn: ({ signal }) =>
    request(getReport, {
      query: { range: 'today', dimensions: 'hour', metrics: 'views', compare: 'same_weekdays', limit: '50' },
      signal,
    }),
  ...FRESH,
});

/** Statements, the newest month first; of months that are not final yet what they are so far. */
export const statementsQuery = queryOptions({
  queryKey: ['first-questions', 'statements'] as const,
  queryFn: ({ signal }) => request(listDocuments, { query: { kind: 'statement' }, signal }),
  ...FRESH,
});

/** Below the campaigns' own key: what is done in their screens is seen here. */
export const runningQuery = queryOptions({
  queryKey: ['campaigns', 'running'] as const,
  queryFn: ({ signal }) => request(listCampaigns, { query: { sort: '-starts_at', state: 'live' }, signal }),
  ...FRESH,
});

/** What is wrong with the installation, and what waits for an administrator. */
export const waitingQuery = queryOptions({
  queryKey: ['first-questions', 'waiting'] as const,
  queryFn: async ({ signal }) => {
    const [notices, reviews, objections] = await Promise.all([
      request(listNotices, { signal }),
      request(listReviews, { query: {}, signal }),
      request(listObjections, { signal }),
    ]);
    const open = objections.data.filter(({ state }) => state === 'open').length;
    return { notices: notices.data, reviews: reviews.total, objections: open };
  },
  ...FRESH,
});
