import { queryOptions } from '@tanstack/react-query';
import { listCampaigns } from '#contract/campaigns.ts';
import { getReport } from '#contract/reports.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { request } from '../../lib/api-client.ts';

/** Refetched every minute, because users look at these figures first. */
const FRESH = { staleTime: MINUTE_MS / 2, refetchInterval: MINUTE_MS, meta: { errors: 'part' } } as const;

/** Today's views, compared with the same weekday a week ago up to the same time of day. */
export const todayQuery = queryOptions({
  queryKey: ['first-questions', 'today'] as const,
  queryFn: ({ signal }) =>
    request(getReport, {
      query: { range: 'today', metrics: 'views', compare: 'same_weekdays' },
      signal,
    }),
  ...FRESH,
});

/** The states of a campaign with a running flight. A capped campaign has used up its daily cap. */
const RUNNING = ['live', 'capped'] as const;

/** Below the campaigns' query key, so that changes on the campaign screens refetch this query. */
export const runningQuery = queryOptions({
  queryKey: ['campaigns', 'running'] as const,
  queryFn: async ({ signal }) => {
    const ask = (state: (typeof RUNNING)[number]) =>
      request(listCampaigns, { query: { sort: '-starts_at', state }, signal });
    return (await Promise.all(RUNNING.map(ask))).flatMap(({ data }) => data);
  },
  ...FRESH,
});
