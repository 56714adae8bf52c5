import type { FastifyReply } from 'fastify';
import { REPORT_METRICS, type Report, type ReportRow } from '#contract/reports.ts';
import { type ExportColumn, sendCsv } from '../../exports/send-csv.ts';

/** What two rows may both be called: the id stands beside the name. */
const NAMED = ['customer', 'venue', 'outlet', 'advertiser', 'campaign'];

/** All rows as a file; as many as the report counts. */
export function sendReportCsv(reply: FastifyReply, report: Report): FastifyReply {
  const dimensions = report.dimensions.flatMap((dimension, index): ExportColumn<ReportRow>[] => {
    const label = { name: dimension, value: ({ of }: ReportRow) => of[index]?.label ?? '' };
    const id = { name: `${dimension}_id`, value: ({ of }: ReportRow) => of[index]?.id ?? '' };
    return NAMED.includes(dimension) ? [label, id] : [label];
  });
  const metrics = REPORT_METRICS.filter((metric) => report.metrics.includes(metric));
  const figures = metrics.flatMap((metric): ExportColumn<ReportRow>[] => {
    const value = { name: metric, value: ({ values }: ReportRow) => values[metric] ?? null };
    const compared = { name: `${metric}_compared`, value: (row: ReportRow) => row.compared?.[metric] ?? null };
    return report.compared_period === undefined ? [value] : [value, compared];
  });
  return sendCsv(reply, 'voltboard-report.csv', [...dimensions, ...figures], rowsOf(report));
}

/** Without dimensions the total is the one line. */
function rowsOf(report: Report): readonly ReportRow[] {
  if (report.dimensions.length > 0) return report.data;
  const { total, compared_total } = report;
  return [{ of: [], values: total, ...(compared_total === undefined ? {} : { compared: compared_total }) }];
}
