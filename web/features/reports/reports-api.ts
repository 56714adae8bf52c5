import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getOutletClusters } from '#contract/outlet-clusters.ts';
import { addReportMark, deleteReportMark, listReportMarks, type NewReportMark } from '#contract/report-marks.ts';
import { getReport, type ReportDimension } from '#contract/reports.ts';
import type { MailedFormat } from '#contract/saved-reports.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import type { ReportMetric } from '#domain/report-metrics.ts';
import { request, requestFile } from '../../lib/api-client.ts';
import { saveFile } from '../../lib/save-file.ts';
import type { MapPart } from '../../map/given-clusters.ts';
import { reportParameters } from './report-questions.ts';
import type { ReportSearch } from './report-search.ts';

export const MARKS_KEY = ['report-marks'] as const;

export type ReportPart = {
  readonly dimensions: readonly ReportDimension[];
  readonly metrics: readonly ReportMetric[];
  readonly limit?: number;
  /** A metric or dimension, with a minus for descending order. By default, times are in chronological order. */
  readonly sort?: string;
};

const queryOf = (search: ReportSearch, { dimensions, limit, metrics, sort }: ReportPart) => ({
  ...reportParameters(search),
  ...(dimensions.length === 0 ? {} : { dimensions: dimensions.join(',') }),
  metrics: metrics.join(','),
  ...(sort === undefined ? {} : { sort }),
  ...(limit === undefined ? {} : { limit: String(limit) }),
});

/** Queries part of the screen: the totals, the chart or a table. Refetches every minute while on screen. */
export const reportQuery = (search: ReportSearch, part: ReportPart) => {
  const query = queryOf(search, part);
  return queryOptions({
    queryKey: ['reports', query] as const,
    queryFn: ({ signal }) => request(getReport, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: MINUTE_MS,
    staleTime: MINUTE_MS / 2,
    meta: { errors: 'part' },
  });
};

/** Queries the annotations for the visible days. */
export const marksQuery = (days: { from: string; to: string; tz: string | undefined } | null) =>
  queryOptions({
    queryKey: [...MARKS_KEY, days] as const,
    queryFn: ({ signal }) => request(listReportMarks, { query: days ?? { from: '', to: '' }, signal }),
    select: ({ data }) => data,
    enabled: days !== null,
    placeholderData: keepPreviousData,
    staleTime: MINUTE_MS,
    meta: { errors: 'part' },
  });

/** Queries the outlets in an area of the map, individually or in clusters. */
export const placesQuery = (part: MapPart) =>
  queryOptions({
    queryKey: ['reports', 'places', part] as const,
    queryFn: ({ signal }) => request(getOutletClusters, { query: part, signal }),
    placeholderData: keepPreviousData,
    staleTime: MINUTE_MS,
    meta: { errors: 'part' },
  });

export const addMark = (body: NewReportMark) => request(addReportMark, { body });
export const removeMark = (id: string) => request(deleteReportMark, { params: { id } });

/** Saves a part with all its rows as a file. */
export async function downloadReport(search: ReportSearch, part: ReportPart, format: MailedFormat): Promise<void> {
  saveFile(await requestFile(getReport, { query: { ...queryOf(search, part), format } }));
}
