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

/** Returns a table's sort values: each sortable column, ascending or (with a minus) descending. */
export const SortOf = <const Names extends readonly string[]>(names: Names) =>
  Type.Optional(Type.Enum(names.flatMap((name) => [name, `-${name}`]) as (Names[number] | `-${Names[number]}`)[]));

/** Returns the schema of a table page. `total` counts all matching rows. */
export const TablePage = <Row extends Type.TSchema>(row: Row) =>
  Type.Object({ data: Type.Array(row), total: Type.Integer(), page: Type.Integer(), limit: Type.Integer() });
