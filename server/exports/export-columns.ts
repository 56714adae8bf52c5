import { type CsvKind, type ExportedColumn, exportedColumns } from '#contract/csv-columns.ts';
import type { ExportColumn } from './send-csv.ts';

/** The columns of a file in the table's order; the types ask for a value of each, and for none that the table lacks. */
export const exportColumns = <Kind extends CsvKind, Row>(
  kind: Kind,
  values: Readonly<Record<ExportedColumn<Kind>, ExportColumn<Row>['value']>>,
): readonly ExportColumn<Row>[] =>
  (exportedColumns(kind) as ExportedColumn<Kind>[]).map((name) => ({ name, value: values[name] }));
