import type { Report, ReportDimension, ReportRow, ReportValues } from '#contract/reports.ts';
import { REPORT_DIMENSIONS } from '#contract/reports.ts';
import type { Paper } from '#domain/paper.ts';
import { DIMENSIONS } from '#domain/report-dimensions.ts';
import { type MetricUnit, metricLabel, metricUnit, REPORT_METRICS, type ReportMetric } from '#domain/report-metrics.ts';
import { rowWords } from '#domain/report-words.ts';
import type { Perspective } from '#domain/role.ts';

/** The heading of a report file. */
export type FileHeading = {
  readonly name: string;
  /** The organization whose figures it contains. */
  readonly of: string;
  readonly madeAtMs: number;
  /** The network's name. */
  readonly network: string;
  /** The currency of its amounts, as an ISO 4217 code. */
  readonly currency: string;
  readonly paper: Paper;
};

/** A column of a report file. All formats have the same columns. */
export type ReportColumn =
  | {
      readonly kind: 'text';
      /** The name for programs. */
      readonly name: string;
      /** The heading for people. */
      readonly head: string;
      readonly text: (row: ReportRow) => string;
      readonly index: number;
      /** A stable form of the label: an id or an ISO date. */
      readonly id: (row: ReportRow) => string;
      readonly hasId: boolean;
    }
  | {
      readonly kind: MetricUnit;
      readonly name: string;
      readonly head: string;
      readonly value: (row: Pick<ReportRow, 'values' | 'compared'>) => number | null;
    };

/** Dimensions in which two rows may have the same name, so the id appears next to the name. */
const NAMED: readonly ReportDimension[] = ['customer', 'venue', 'outlet', 'advertiser', 'campaign'];

/** Returns the dimensions in the requested order, then the metrics in the contract's order. */
export function reportColumns(report: Report, side: Perspective): readonly ReportColumn[] {
  return [...dimensionColumns(report), ...metricColumns(report, side)];
}

function dimensionColumns({ dimensions }: Report): ReportColumn[] {
  return dimensions.flatMap((name, index): ReportColumn[] => {
    const dimension = REPORT_DIMENSIONS.find((one) => one === name);
    if (dimension === undefined) return [];
    const labelOf = ({ of }: ReportRow) => of[index] ?? { id: '', label: '' };
    return [
      {
        kind: 'text',
        name,
        head: DIMENSIONS[dimension].label,
        index,
        text: (row) => rowWords(dimension, labelOf(row)),
        id: (row) => (NAMED.includes(dimension) ? labelOf(row).id : labelOf(row).label),
        hasId: NAMED.includes(dimension),
      },
    ];
  });
}

function metricColumns(report: Report, side: Perspective): ReportColumn[] {
  const metrics: readonly ReportMetric[] = REPORT_METRICS.filter((metric) => report.metrics.includes(metric));
  const isCompared = report.compared_period !== undefined;
  return metrics.flatMap((metric): ReportColumn[] => {
    const kind = metricUnit(metric);
    const of = (values: ReportValues | undefined) => values?.[metric] ?? null;
    const head = metricLabel(metric, side);
    const own: ReportColumn = { kind, name: metric, head, value: ({ values }) => of(values) };
    const before: ReportColumn = {
      kind,
      name: `${metric}_compared`,
      head: `${head}, previous`,
      value: ({ compared }) => of(compared),
    };
    return isCompared ? [own, before] : [own];
  });
}

/** Returns the total as a row. */
export const totalRow = ({ total, compared_total: compared }: Report): ReportRow => ({
  of: [],
  values: total,
  ...(compared === undefined ? {} : { compared }),
});

/** Returns the rows of a file. Without dimensions, the total is the only row. */
export const fileRows = (report: Report): readonly ReportRow[] =>
  report.dimensions.length > 0 ? report.data : [totalRow(report)];
