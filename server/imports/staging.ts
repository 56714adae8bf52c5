import type { AccountsSchema } from '../databases/accounts/schema.ts';
import { AppError } from '../http/app-error.ts';
import type { StagedRow } from './staged-rows-queries.ts';

export type TableName = keyof AccountsSchema & string;
type Row = Readonly<Record<string, unknown>> & { readonly id: string };

/**
 * Collects an import's changes. Rows of a line are stored in one step; `begin` must be called before they are added.
 * Rows that several lines refer to are stored before all lines, with negative line numbers.
 */
export type Staging = {
  begin(line: number): void;
  insert(table: TableName, row: Row): void;
  /** Updates `row`'s columns if `guard` still has the value `was`. */
  update(table: TableName, row: Row, was: number | null, guard?: string): void;
  /** Requires that the row exists with this value of `guard` when the import is stored. */
  expect(table: TableName, id: string, guard: string, was: number | null): void;
  /** Deletes the rows whose `column` equals `id`, before other rows of the line are inserted. */
  clear(table: TableName, column: string, id: string): void;
  /** Passes the row to the importer's `follow`, in the step that stores the line. */
  follow(row: Row): void;
  /** Returns the rows added since the last call. */
  take(): readonly StagedRow[];
};

/** Creates the error for a row that the file depends on and that is missing or has changed. */
export const changedMeanwhile = () =>
  new AppError('conflict', 'The data changed while the file was checked. Nothing was imported. Import the file again.');

type Value = (column: string) => string;
/** The unique name of a row by table, in the form that the store's guards use. */
const NAMES: Readonly<Record<string, (value: Value) => string>> = {
  customers: (value) => value('name_key'),
  venues: (value) => `${value('customer_id')} ${value('name_key')}`,
  outlets: (value) => value('eui'),
  outlet_assignments: (value) => value('outlet_id'),
  owner_shares: (value) => `${value('customer_id')} ${value('valid_from')}`,
  flights: (value) => value('code').toLowerCase(),
  flight_prices: (value) => `${value('flight_id')} ${value('valid_from')}`,
  users: (value) => value('email_key'),
};

function nameOf(table: string, row: Row): string | null {
  const name = NAMES[table]?.((column) => String(row[column]));
  return name === undefined ? null : `${table} ${name}`;
}

export function createStaging(): Staging {
  let rows: StagedRow[] = [];
  let line = 0;
  let position = 0;
  const put = (op: StagedRow['op'], table: string, row: Row, rest: Partial<StagedRow>): void => {
    position += 1;
    const place = { line, position, op, table_name: table, row_id: row.id };
    const content = { columns: Object.keys(row).join(','), body: JSON.stringify(row) };
    rows.push({ ...place, ...content, guard: '', was: null, holds: null, takes: null, ...rest });
  };
  const held = (table: string, id: string, guard: string, was: number | null) => ({
    guard,
    was,
    holds: `${table}.${guard} ${id}`,
  });
  return {
    begin(of) {
      line = of;
    },
    insert: (table, row) => put('insert', table, row, { takes: nameOf(table, row) }),
    update: (table, row, was, guard = 'updated_at') => put('update', table, row, held(table, row.id, guard, was)),
    expect: (table, id, guard, was) => put('expect', table, { id }, held(table, id, guard, was)),
    clear: (table, column, id) => put('clear', table, { id }, { guard: column }),
    follow: (row) => put('follow', '', row, {}),
    take() {
      const taken = rows;
      rows = [];
      return taken;
    },
  };
}

/** Discards all rows, for files that are only checked. */
export const NO_STAGING: Staging = {
  begin: () => undefined,
  insert: () => undefined,
  update: () => undefined,
  expect: () => undefined,
  clear: () => undefined,
  follow: () => undefined,
  take: () => [],
};
