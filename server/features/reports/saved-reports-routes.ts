import type { FastifyInstance } from 'fastify';
import {
  changeSavedReport,
  deleteSavedReport,
  endReportSchedule,
  getSavedReport,
  linkReport,
  listSavedReports,
  openReportLink,
  revokeReportLink,
  saveReport,
  scheduleReport,
} from '#contract/saved-reports.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { addRoute } from '../../http/add-route.ts';
import { refuseDemoAccount } from '../../http/demo-account.ts';
import { changeReport, dropReport, keeperOf, keepReport, seenReport, shownReport } from './keep-reports.ts';
import type { Telling } from './present-report.ts';
import { createLinkPasswords } from './report-link-password.ts';
import { endLink, makeLink, openLink, showLinks } from './report-links.ts';
import { findSavedReports } from './saved-reports-queries.ts';
import { endSchedule, makeSchedule, showDeliveries, showSchedules } from './schedule-reports.ts';

/** The handler computes the report once to check that it fits. */
const COSTLY = { isCostly: true } as const;
/** Each of these requests computes a report for an outsider. */
const LINK_LIMITS = { isCostly: true, rateLimit: { max: 120, timeWindow: MINUTE_MS } } as const;

/** Reports that are saved, shared, mailed and shown to outsiders (docs/business-rules.md#reports). */
export function savedReportRoutes(needs: Telling) {
  const { accounts } = needs;
  return async (app: FastifyInstance): Promise<void> => {
    addRoute(app, listSavedReports, async (request) => {
      const keeper = keeperOf(request);
      const rows = await findSavedReports(accounts, keeper);
      return { data: rows.map((row) => shownReport(row, keeper)) };
    });

    addRoute(app, saveReport, (request) => keepReport(needs, request, request.body));

    addRoute(app, getSavedReport, async (request) => {
      const keeper = keeperOf(request);
      const report = shownReport(await seenReport(accounts, keeper, request.params.id), keeper);
      // Only the maker sees the recipients and the links.
      if (!report.own) return { ...report, schedules: [], links: [], deliveries: [] };
      const [schedules, links, deliveries] = await Promise.all([
        showSchedules(accounts, report.id),
        showLinks(accounts, report.id),
        showDeliveries(accounts, report.id),
      ]);
      return { ...report, schedules, links, deliveries };
    });

    addRoute(app, changeSavedReport, (request) => changeReport(needs, request, request.params.id, request.body));

    addRoute(app, deleteSavedReport, async (request) => {
      await dropReport(needs, request, request.params.id);
      return { status: true };
    });

    addRoute(
      app,
      scheduleReport,
      (request) => {
        // Anyone may use a demo account, so it may not send mail.
        refuseDemoAccount(request);
        return makeSchedule(needs, request, request.params.id, request.body);
      },
      COSTLY,
    );

    addRoute(app, endReportSchedule, async (request) => {
      await endSchedule(needs, request, request.params.id, request.params.schedule_id);
      return { status: true };
    });

    addRoute(app, linkReport, (request) => {
      refuseDemoAccount(request);
      return makeLink(needs, request, request.params.id, request.body);
    });

    addRoute(app, revokeReportLink, async (request) => {
      await endLink(needs, request, request.params.id, request.params.link_id);
      return { status: true };
    });

    const linkPasswords = createLinkPasswords(needs);
    addRoute(
      app,
      openReportLink,
      (request, reply) => openLink(needs, request.body, linkPasswords(request, reply)),
      LINK_LIMITS,
    );
  };
}
