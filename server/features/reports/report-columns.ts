import type { Report, ReportDimension, ReportMetric, ReportRow, ReportValues } from '#contract/reports.ts';
import { REPORT_DIMENSIONS, REPORT_METRICS } from '#contract/reports.ts';
import type { Paper } from '#domain/paper.ts';
import { DIMENSION_WORDS, type MetricKind, metricKind, metricLabel, rowWords } from '#domain/report-words.ts';
import type { Perspective } from '#domain/role.ts';

/** What a file says of itself. */
export type FileHeading = {
  readonly name: string;
  /** Whose figures it tells. */
  readonly of: string;
  readonly madeAtMs: number;
  /** Of its money, by ISO 4217 code. */
  readonly currency: string;
  readonly paper: Paper;
};

/** A column of a report's file, whatever the format: all say the same. */
export type ReportColumn =
  | {
      readonly kind: 'text';
      /** As programs know it. */
      readonly name: string;
      /** As people read it. */
      readonly head: string;
      readonly text: (row: ReportRow) => string;
      readonly index: number;
      /** A stable form of it: an id or an ISO date. */
      readonly id: (row: ReportRow) => string;
      readonly hasId: boolean;
    }
  | {
      readonly kind: MetricKind;
      readonly name: string;
      readonly head: string;
      readonly value: (row: Pick<ReportRow, 'values' | 'compared'>) => number | null;
    };

/** What two rows may both be called: the id stands beside the name. */
const NAMED: readonly ReportDimension[] = ['customer', 'venue', 'outlet', 'advertiser', 'campaign'];

/** Dimensions in the order that was asked for, then metrics in that of the contract. */
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
        head: DIMENSION_WORDS[dimension],
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
    const kind = metricKind(metric);
    const of = (values: ReportValues | undefined) => values?.[metric] ?? null;
    const head = metricLabel(metric, side);
    const own: ReportColumn = { kind, name: metric, head, value: ({ values }) => of(values) };
    const before: ReportColumn = {
      ...{ kind, name: `${metric}_compared`, head: `${head} before` },
      value: ({ compared }) => of(compared),
    };
    return isCompared ? [own, before] : [own];
  });
}

/** The total as a row. */
export const totalRow = ({ total, compared_total: compared }: Report): ReportRow => ({
  of: [],
  values: total,
  ...(compared === undefined ? {} : { compared }),
});

/** Without dimensions the total is the one line. */
export const fileRows = (report: Report): readonly ReportRow[] =>
  report.dimensions.length > 0 ? report.data : [totalRow(report)];
