import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getReport } from '#contract/reports.ts';
import {
  getOutletRunning,
  getOutletService,
  listOutletEvents,
  listServedOutlets,
  type ServiceFilter,
  UPTIME_DAYS,
} from '#contract/service.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { request } from '../../lib/api-client.ts';
import type { TableSearch } from '../../lib/table-search.ts';

const SERVICE = ['service'] as const;

/** Queries a page of the outlets in service, every minute. The route has already validated the search parameters. */
export const servedOutletsQuery = ({ q, show, cursor }: TableSearch) =>
  queryOptions({
    queryKey: [...SERVICE, 'list', q ?? '', show ?? '', cursor ?? ''] as const,
    queryFn: ({ signal }) =>
      request(listServedOutlets, {
        query: {
          ...(q === undefined ? {} : { q }),
          ...(show === undefined ? {} : { show: show as ServiceFilter }),
          ...(cursor === undefined ? {} : { cursor }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: MINUTE_MS,
  });

export const outletServiceQuery = (id: string) =>
  queryOptions({
    queryKey: [...SERVICE, 'outlet', id] as const,
    queryFn: ({ signal }) =>
      request(getOutletService, { params: { id }, query: { days: String(UPTIME_DAYS) }, signal }),
    refetchInterval: MINUTE_MS,
  });

export const outletRunningQuery = (id: string) =>
  queryOptions({
    queryKey: [...SERVICE, 'running', id] as const,
    queryFn: ({ signal }) => request(getOutletRunning, { params: { id }, signal }),
    refetchInterval: MINUTE_MS,
    meta: { errors: 'part' },
  });

export const outletEventsQuery = (id: string) =>
  queryOptions({
    queryKey: [...SERVICE, 'events', id] as const,
    queryFn: ({ signal }) => request(listOutletEvents, { params: { id }, signal }),
    select: ({ data }) => data,
    refetchInterval: MINUTE_MS,
    meta: { errors: 'part' },
  });

/**
 * Returns the report parameters for the sums on an outlet's page: its days and the outlet. The explanation of a sum
 * uses the same parameters.
 */
export const outletMoney = (eui: string) => ({ range: '30d', filters: JSON.stringify({ outlet: [eui] }) }) as const;

/** Queries the report for this outlet, with its earnings and energy in the same days. */
export const outletMoneyQuery = (eui: string) =>
  queryOptions({
    queryKey: [...SERVICE, 'money', eui] as const,
    queryFn: ({ signal }) =>
      request(getReport, {
        query: {
          ...outletMoney(eui),
          metrics: 'views,revenue,energy_kwh,energy_cost,left_after_energy',
        },
        signal,
      }),
    refetchInterval: MINUTE_MS,
    meta: { errors: 'part' },
  });
