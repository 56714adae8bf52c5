import * as Type from 'typebox';

/** Default number of rows per page (docs/specification.md#constants). */
export const DEFAULT_PAGE_SIZE = 10;

/**
 * Query parameters for every table that the server searches, sorts and paginates. The endpoint adds `sort` and filters.
 */
export const PageQuery = {
  q: Type.Optional(Type.String({ maxLength: 200 })),
  /** Starts at 1. */
  page: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,5}$' })),
  limit: Type.Optional(Type.String({ pattern: '^([1-9][0-9]?|100)$' })),
} as const;

/** Query parameters for a table that is also available as a CSV file of all rows that match. */
export const TableQuery = {
  ...PageQuery,
  /** `csv` returns the file instead of a page. Then `page` and `limit` are ignored. */
  format: Type.Optional(Type.Literal('csv')),
  /** Columns that the file omits, separated by commas. Unknown names are ignored. */
  hide: Type.Optional(Type.String({ pattern: '^[a-z_]+(,[a-z_]+)*$', maxLength: 400 })),
} as const;

/** Returns a table's sort values: each sortable column, ascending or (with a minus) descending. */
export const SortOf = <const Names extends readonly string[]>(names: Names) =>
  Type.Optional(Type.Enum(names.flatMap((name) => [name, `-${name}`]) as (Names[number] | `-${Names[number]}`)[]));

/** Returns the schema of a table page. `total` counts all matching rows. */
export const TablePage = <Row extends Type.TSchema>(row: Row) =>
  Type.Object({ data: Type.Array(row), total: Type.Integer(), page: Type.Integer(), limit: Type.Integer() });

/** Like `TablePage`, with the sums of some fields over all matching rows, not only those of the page. */
export const SummedPage = <Row extends Type.TSchema, const Name extends string>(row: Row, names: readonly Name[]) =>
  Type.Object({
    ...TablePage(row).properties,
    totals: Type.Optional(
      Type.Object(Object.fromEntries(names.map((name) => [name, Type.Number()]))),
    ) as Type.TOptional<Type.TObject<{ [Key in Name]: Type.TNumber }>>,
  });
