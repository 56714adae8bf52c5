import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RangePreset } from '#contract/common.ts';
import { listAdminCustomers } from '#contract/customers.ts';
import type { InvalidReason } from '#contract/ingest.ts';
import { acceptObjection, declineObjection, listObjections, raiseObjection } from '#contract/objections.ts';
import { getInvalidTraffic, type TrafficDimension } from '#contract/traffic.ts';
import {
  approveFindingCredit,
  declineFindingCredit,
  listTrafficFindings,
  proposeFindingCredit,
} from '#contract/traffic-findings.ts';
import { getTrafficRules, setTrafficRules, type TrafficRules, tryTrafficRules } from '#contract/traffic-rules.ts';
import { request } from '../../lib/api-client.ts';

/** Query key prefix of all queries that a decision, objection or rule may change. */
export const TRAFFIC_KEY = ['traffic'] as const;

/** The requested traffic, over a preset or all time, or one day in the contract's time zone. */
export type TrafficAsked = {
  readonly range: RangePreset | 'all';
  readonly day: string | null;
  readonly by: TrafficDimension;
  readonly reason: InvalidReason | null;
  /** Comma-separated flight codes; null for all traffic. */
  readonly flight: string | null;
};

export const timeOf = ({ range, day }: Pick<TrafficAsked, 'range' | 'day'>) => {
  if (day !== null) return { from: day, to: day };
  return range === 'all' ? {} : { range };
};

export const trafficQuery = ({ range, day, by, reason, flight }: TrafficAsked) =>
  queryOptions({
    queryKey: [...TRAFFIC_KEY, 'figures', range, day, by, reason, flight] as const,
    queryFn: ({ signal }) =>
      request(getInvalidTraffic, {
        query: {
          ...timeOf({ range, day }),
          by,
          ...(reason === null ? {} : { reason }),
          ...(flight === null ? {} : { flight }),
        },
        signal,
      }),
    // Rows for days would be wrong under the heading for outlets.
    placeholderData: (before, query) => (query?.queryKey[4] === by ? before : undefined),
    meta: { errors: 'part' },
  });

export const objectionsQuery = queryOptions({
  queryKey: [...TRAFFIC_KEY, 'objections'] as const,
  queryFn: ({ signal }) => request(listObjections, { signal }),
  select: ({ data }) => data,
  staleTime: 0,
  meta: { errors: 'part' },
});

export const rulesQuery = queryOptions({
  queryKey: [...TRAFFIC_KEY, 'rules'] as const,
  queryFn: ({ signal }) => request(getTrafficRules, { signal }),
  staleTime: 0,
  meta: { errors: 'part' },
});

/** Queries one page of the statistical rules' findings. */
export const findingsQuery = (page: string) =>
  queryOptions({
    queryKey: [...TRAFFIC_KEY, 'findings', page] as const,
    queryFn: ({ signal }) => request(listTrafficFindings, { query: { page, limit: '10' }, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    meta: { errors: 'part' },
  });

const FINDING_STEPS = {
  propose: proposeFindingCredit,
  approve: approveFindingCredit,
  decline: declineFindingCredit,
} as const;
export type FindingStep = keyof typeof FINDING_STEPS;
export const sendFindingStep = (id: string, step: FindingStep) => request(FINDING_STEPS[step], { params: { id } });

/** Queries customers whose names contain the text, for whom an administrator can object. */
export const objectorsQuery = (q: string) =>
  queryOptions({
    queryKey: [...TRAFFIC_KEY, 'objectors', q] as const,
    queryFn: ({ signal }) => request(listAdminCustomers, { query: { q, limit: '20' }, signal }),
    placeholderData: keepPreviousData,
    meta: { errors: 'part' },
  });

type Wish = { readonly day: string; readonly eui: string; readonly reason: InvalidReason; readonly words: string };

/** Files an objection. `cid` is the customer for whom an administrator objects; null for the user's own customer. */
export const sendObjection = (body: Wish, cid: string | null) =>
  request(raiseObjection, { query: cid === null ? {} : { cid }, body });
export const sendDecision = (id: string, isAccepted: boolean, reason: string) =>
  request(isAccepted ? acceptObjection : declineObjection, { params: { id }, body: { reason } });
export const sendTrial = (body: TrafficRules, signal: AbortSignal) => request(tryTrafficRules, { body, signal });
export const sendRules = (body: TrafficRules) => request(setTrafficRules, { body });
