import type { FastifyInstance } from 'fastify';
import { getReport } from '#contract/reports.ts';
import { perspectiveOf } from '#domain/role.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import type { Dependencies } from '../../dependencies.ts';
import { readRange, readTimeZone } from '../../figures/asked/time-range.ts';
import { scopeOfRequest } from '../../http/access-guard.ts';
import { addRoute } from '../../http/add-route.ts';
import { authorOf } from '../../http/author-of.ts';
import { readKnownOn } from '../../http/read-known-on.ts';
import { readAskedReport } from './asked-report.ts';
import { EVERY_ROW, makeReport } from './make-report.ts';
import { sendReportCsv } from './report-csv.ts';

const USUAL_ROWS = 100;

/** Reports (docs/business-rules.md#reports). */
export function reportRoutes(dependencies: Pick<Dependencies, 'config' | 'accounts' | 'figures' | 'now'>) {
  return async (app: FastifyInstance): Promise<void> => {
    const { accounts, config, figures, now } = dependencies;
    addRoute(app, getReport, async (request, reply) => {
      const { query } = request;
      const range = readRange(query, now());
      const timeZone = readTimeZone(query.tz);
      const narrowed = await figures.narrow(scopeOfRequest(request), query.cid);
      // An administrator who names an advertiser reads what that advertiser would.
      const asked = readAskedReport(query, perspectiveOf(narrowed.scope));
      const knownOn = readKnownOn(query.known_on, config.networkTimeZone, now());
      const known = knownOn === null ? {} : { knownOn: Math.floor(knownOn / 1_000) };
      const question = await figures.resolve({ ...narrowed, range, timeZone, ...known });
      const isFile = query.format === 'csv';
      const page = { cursor: query.cursor, limit: Number(query.limit ?? USUAL_ROWS) };
      const report = await makeReport(dependencies, question, asked, isFile ? EVERY_ROW : page);
      if (!isFile) return report;
      const detail = { dimensions: asked.dimensions, rows: report.rows };
      const entry = { at: now(), action: 'report.exported', subject: 'report', detail };
      await writeAudit(accounts, { ...authorOf(request), ...entry });
      return sendReportCsv(reply, report);
    });
  };
}
