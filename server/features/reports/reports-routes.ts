import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getReport, type Report } from '#contract/reports.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import { findPaper } from '../../billing/paper-choice-queries.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callerOf, scopeOfRequest } from '../../http/access-guard.ts';
import { addRoute, formatOf } from '../../http/add-route.ts';
import { authorOf } from '../../http/author-of.ts';
import { EVERY_ROW, makeReport } from './make-report.ts';
import { readReportRequest } from './read-report-request.ts';
import { sendReportFile } from './report-files.ts';

const asFile = (request: FastifyRequest) => (formatOf(request) ?? 'json') !== 'json';
const COSTLY = { isCostly: true, isExport: asFile } as const;

/** Registers the report routes (docs/business-rules.md#reports). */
export function reportRoutes(dependencies: Pick<Dependencies, 'config' | 'accounts' | 'figures' | 'now'>) {
  return async (app: FastifyInstance): Promise<void> => {
    const { accounts, config, figures, now } = dependencies;
    const keptOf = figures.cache.forNetwork<Report>('reports');
    addRoute(
      app,
      getReport,
      async (request, reply) => {
        const { query } = request;
        const { asked, page, question, side } = await readReportRequest(dependencies, scopeOfRequest(request), query);
        const { format = 'json' } = query;
        if (format === 'json') {
          const kept = keptOf(await figures.network());
          // Cached for at most a minute: the current day is compared up to this minute, and outlets can become silent
          // without any event.
          const isOfNow = asked.compare !== null || asked.metrics.includes('uptime');
          const minute = !isOfNow ? 0 : Math.floor(now() / MINUTE_MS);
          const name = JSON.stringify([question, asked, page, minute]);
          return kept.get(question.scope, name, () => makeReport(dependencies, question, asked, page));
        }
        const report = await makeReport(dependencies, question, asked, EVERY_ROW);
        const detail = { format, dimensions: asked.dimensions, rows: report.rows };
        const entry = { at: now(), action: 'report.exported', subject: 'report', detail };
        await writeAudit(accounts, { ...authorOf(request), ...entry });
        const { customer } = callerOf(request);
        const of = customer?.name ?? 'The whole network';
        const paper = await findPaper(accounts, config.networkTimeZone, customer?.id ?? null);
        return sendReportFile(reply, format, report, side, {
          name: 'Report',
          of,
          madeAtMs: now(),
          network: config.networkName,
          currency: config.currency,
          paper,
        });
      },
      COSTLY,
    );
  };
}
