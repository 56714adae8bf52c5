import * as Type from 'typebox';

/** Rows of a page unless the caller says otherwise (docs/specification.md#constants). */
export const DEFAULT_PAGE_SIZE = 10;

/** What every table that the server searches, sorts and cuts into pages takes; the endpoint adds `sort` and filters. */
export const PageQuery = {
  /** Search text. */
  q: Type.Optional(Type.String({ maxLength: 200 })),
  /** From 1. */
  page: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,5}$' })),
  limit: Type.Optional(Type.String({ pattern: '^([1-9][0-9]?|100)$' })),
} as const;

/** The names of a table's sortable columns, each as it is and with a minus for the other direction. */
export const SortOf = <const Names extends readonly string[]>(names: Names) =>
  Type.Optional(Type.Enum(names.flatMap((name) => [name, `-${name}`]) as (Names[number] | `-${Names[number]}`)[]));

/** A page of a table; `total` counts all rows that fit. */
export const TablePage = <Row extends Type.TSchema>(row: Row) =>
  Type.Object({ data: Type.Array(row), total: Type.Integer(), page: Type.Integer(), limit: Type.Integer() });
