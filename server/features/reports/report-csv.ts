import type { ReportRow } from '#contract/reports.ts';
import type { ExportColumn } from '../../exports/send-csv.ts';
import type { ReportColumn } from './report-columns.ts';

/** Columns of the CSV file. It is for programs, so names and ids match the API. */
export const csvColumns = (columns: readonly ReportColumn[]): ExportColumn<ReportRow>[] =>
  columns.flatMap((column): ExportColumn<ReportRow>[] => {
    if (column.kind !== 'text') return [{ name: column.name, value: column.value }];
    const { hasId, id, index, name } = column;
    const label = { name, value: hasId ? ({ of }: ReportRow) => of[index]?.label ?? '' : id };
    return hasId ? [label, { name: `${name}_id`, value: id }] : [label];
  });
