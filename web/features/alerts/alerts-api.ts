import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  type AlertRules,
  createAlertWebhook,
  deleteAlertWebhook,
  getAlertRules,
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

/**
 * Queries the list of alerts. The route has already validated the search parameters, so `show` is one of the two
 * values.
 */
export const alertsQuery = ({ show, cursor }: TableSearch) =>
  queryOptions({
    queryKey: [...ALERTS_KEY, 'list', show ?? '', cursor ?? ''] as const,
    queryFn: ({ signal }) =>
      request(listAlerts, {
        query: {
          ...(show === undefined ? {} : { show: show as 'open' | 'ended' }),
          ...(cursor === undefined ? {} : { cursor }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: MINUTE_MS,
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
export const sendAlertRules = (body: AlertRules) => request(setAlertRules, { body });
export const makeWebhook = (url: string) => request(createAlertWebhook, { body: { url } });
export const dropWebhook = (id: string) => request(deleteAlertWebhook, { params: { id } });
export const callAgain = (id: string) => request(replayAlertCall, { params: { id } });
