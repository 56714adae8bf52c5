import { type CsvKind, csvColumns, type ExportedColumn, exportedColumns } from '#contract/csv-columns.ts';
import type { EditableFields } from '#contract/editable-fields.ts';
import type { ExportColumn } from './send-csv.ts';

/**
 * Returns the columns of a file in the table's order. The types require a value for each column, and allow no other
 * columns.
 */
export const exportColumns = <Kind extends CsvKind, Row>(
  kind: Kind,
  values: Readonly<Record<ExportedColumn<Kind>, ExportColumn<Row>['value']>>,
): readonly ExportColumn<Row>[] =>
  (exportedColumns(kind) as ExportedColumn<Kind>[]).map((name) => {
    const { holds } = csvColumns(kind)[name] ?? {};
    return { name, value: values[name], ...(holds === undefined ? {} : { holds }) };
  });

type CellsOf<Fields extends EditableFields, Row> = {
  readonly [Name in keyof Fields as Fields[Name]['column']]: (row: Row) => string | number | null;
};

/** Returns a table's fields as columns of a file. `valuesOf` reads their values from a row. */
export const fieldCells = <Fields extends EditableFields, Row>(
  fields: Fields,
  valuesOf: (row: Row) => { readonly [Name in keyof Fields]: string | number | null },
): CellsOf<Fields, Row> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { column }]) => [column, (row: Row) => valuesOf(row)[name] ?? null]),
  ) as CellsOf<Fields, Row>;
