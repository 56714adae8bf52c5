import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  type AlertGroup,
  type AlertRule,
  type AlertRules,
  acknowledgeAlerts,
  createAlertWebhook,
  deleteAlertWebhook,
  getAlertRules,
  listAlertGroups,
  listAlerts,
  listAlertWebhooks,
  replayAlertCall,
  seeAlerts,
  setAlertRules,
} from '#contract/alerts.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { request } from '../../lib/api-client.ts';
import type { TableSearch } from '../../lib/table-search.ts';

/** Query key prefix of all alert queries. */
export const ALERTS_KEY = ['alerts'] as const;

/** Queries a page of alert groups. */
export const alertGroupsQuery = ({ page, q, rule, severity, sort, state = 'active' }: TableSearch) =>
  queryOptions({
    queryKey: [...ALERTS_KEY, 'groups', { page, q, rule, severity, sort, state }] as const,
    // The route has already validated the search parameters for the endpoint.
    queryFn: ({ signal }) =>
      request(listAlertGroups, { query: { page, q, rule, severity, sort, state } as never, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: MINUTE_MS,
  });

type Group = Pick<AlertGroup, 'place' | 'rule' | 'state'>;

/** Queries the newest alerts of a group that match the search. */
export const groupAlertsQuery = ({ place, rule, state }: Group, q: string | undefined, limit: number) =>
  queryOptions({
    queryKey: [...ALERTS_KEY, 'group', { place: place.id, rule, state, q, limit }] as const,
    queryFn: ({ signal }) =>
      request(listAlerts, { query: { place: place.id, rule, state, q, limit: String(limit) } as never, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: MINUTE_MS,
    meta: { errors: 'part' },
  });

export const alertRulesQuery = queryOptions({
  queryKey: [...ALERTS_KEY, 'rules'] as const,
  queryFn: ({ signal }) => request(getAlertRules, { signal }),
  staleTime: 0,
  meta: { errors: 'part' },
});

export const alertWebhooksQuery = queryOptions({
  queryKey: [...ALERTS_KEY, 'webhooks'] as const,
  queryFn: ({ signal }) => request(listAlertWebhooks, { signal }),
  select: ({ data }) => data,
  staleTime: 0,
  meta: { errors: 'part' },
});

export const sendSeen = () => request(seeAlerts);
/** What to acknowledge: alerts by ID, and all open alerts of groups. */
export type ToAcknowledge = {
  readonly ids: string[];
  readonly groups: { place: string; rule: AlertRule }[];
};
export const acknowledge = (body: ToAcknowledge & { readonly q?: string }) => request(acknowledgeAlerts, { body });
export const sendAlertRules = (body: AlertRules) => request(setAlertRules, { body });
export const makeWebhook = (url: string) => request(createAlertWebhook, { body: { url } });
export const dropWebhook = (id: string) => request(deleteAlertWebhook, { params: { id } });
export const callAgain = (id: string) => request(replayAlertCall, { params: { id } });
