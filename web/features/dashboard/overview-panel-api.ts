import { queryOptions } from '@tanstack/react-query';
import { listCampaigns } from '#contract/campaigns.ts';
import { listReviews } from '#contract/flights.ts';
import { listNotices, type Notice } from '#contract/notices.ts';
import { listObjections } from '#contract/objections.ts';
import { getReport } from '#contract/reports.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { request } from '../../lib/api-client.ts';

/** Refreshed each minute: users come for these figures first. */
const FRESH = { staleTime: MINUTE_MS / 2, refetchInterval: MINUTE_MS, meta: { errors: 'part' } } as const;

/** Today, compared with the same weekday a week ago up to the same time. */
export const todayQuery = queryOptions({
  queryKey: ['first-questions', 'today'] as const,
  queryFn: ({ signal }) =>
    request(getReport, {
      query: { range: 'today', metrics: 'views', compare: 'same_weekdays' },
      signal,
    }),
  ...FRESH,
});

/** The states of a campaign with a running flight. A capped one has used up its daily cap. */
const RUNNING = ['live', 'capped'] as const;

/** Below the key of the campaigns, so that changes on their screens update this query. */
export const runningQuery = queryOptions({
  queryKey: ['campaigns', 'running'] as const,
  queryFn: async ({ signal }) => {
    const ask = (state: (typeof RUNNING)[number]) =>
      request(listCampaigns, { query: { sort: '-starts_at', state }, signal });
    return (await Promise.all(RUNNING.map(ask))).flatMap(({ data }) => data);
  },
  ...FRESH,
});

export type Waiting = {
  readonly notices: readonly Notice[];
  /** Flights and objections that wait for a decision. */
  readonly reviews: number;
  readonly objections: number;
};

/** Faults of the installation, and decisions that wait for an administrator. */
export const waitingQuery = queryOptions({
  queryKey: ['first-questions', 'waiting'] as const,
  queryFn: async ({ signal }): Promise<Waiting> => {
    const [notices, reviews, objections] = await Promise.all([
      request(listNotices, { signal }),
      request(listReviews, { query: {}, signal }),
      request(listObjections, { signal }),
    ]);
    const open = objections.data.filter(({ state }) => state === 'open').length;
    return { notices: notices.data, reviews: reviews.total, objections: open };
  },
  ...FRESH,
  meta: { errors: 'own' } as const,
});
