import { queryOptions } from '@tanstack/react-query';
import {
  changeSavedReport,
  deleteSavedReport,
  endReportSchedule,
  getSavedReport,
  linkReport,
  listSavedReports,
  type NewReportLink,
  type NewReportSchedule,
  type NewSavedReport,
  openReportLink,
  revokeReportLink,
  type SavedReport,
  saveReport,
  scheduleReport,
} from '#contract/saved-reports.ts';
import { request } from '../../lib/api-client.ts';

export const SAVED_KEY = ['saved-reports'] as const;

export const savedReportsQuery = queryOptions({
  queryKey: [...SAVED_KEY, 'all'] as const,
  queryFn: ({ signal }) => request(listSavedReports, { signal }),
  select: ({ data }) => data,
  staleTime: 0,
});

/** Queries a saved report with its schedules, links and mail log. */
export const savedReportQuery = (id: string) =>
  queryOptions({
    queryKey: [...SAVED_KEY, id] as const,
    queryFn: ({ signal }) => request(getSavedReport, { params: { id }, signal }),
    staleTime: 0,
    meta: { errors: 'part' },
  });

/**
 * Queries a shared report, for a visitor who has only the link. The token is sent in the request body, without a
 * session.
 */
export const sharedReportQuery = (token: string, password: string) =>
  queryOptions({
    queryKey: ['shared-report', token, password] as const,
    queryFn: ({ signal }) =>
      request(openReportLink, { body: { token, ...(password === '' ? {} : { password }) }, token: null, signal }),
    // Each request counts as a view, and each wrong password as a failed attempt.
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { errors: 'part' },
  });

export const keepReport = (body: NewSavedReport) => request(saveReport, { body });
export const changeReport = ({
  id,
  name,
  question,
  shared,
  version,
}: Pick<SavedReport, keyof NewSavedReport | 'id' | 'version'>) =>
  request(changeSavedReport, { params: { id }, body: { name, question, shared, version } });
export const readReport = (id: string) => request(getSavedReport, { params: { id } });
export const dropReport = (id: string) => request(deleteSavedReport, { params: { id } });
export const mailReport = (id: string, body: NewReportSchedule) => request(scheduleReport, { params: { id }, body });
export const endMailing = (id: string, scheduleId: string) =>
  request(endReportSchedule, { params: { id, schedule_id: scheduleId } });
export const makeLink = (id: string, body: NewReportLink) => request(linkReport, { params: { id }, body });
export const revokeLink = (id: string, linkId: string) =>
  request(revokeReportLink, { params: { id, link_id: linkId } });
