import * as Type from 'typebox';
import { IMPORTED_KINDS } from './csv-columns.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * The body is the file. The response to a dry run contains a digest, with which the actual import applies exactly the
 * reported changes.
 */
export const ImportQuery = Type.Object(
  {
    file_name: Type.String({ minLength: 1, maxLength: 200 }),
    /** `true` to report the changes without storing them. */
    dry_run: Type.Enum(['true', 'false']),
    /** The `digest` from a dry run. If given, the import applies exactly the reported changes, or nothing. */
    expects: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
  },
  { additionalProperties: false },
);

/** An error on a line, and how to correct it. `column` is empty if the error concerns the whole line. */
export const ImportFinding = Type.Object({ line: Type.Integer(), column: Type.String(), message: Type.String() });
export type ImportFinding = Type.Static<typeof ImportFinding>;

/** The effect of a line on the item that the line names. */
export const ImportChange = Type.Object({
  line: Type.Integer(),
  thing: Type.String(),
  name: Type.String(),
  change: Type.Union([Type.Literal('created'), Type.Literal('changed')]),
  fields: Type.Array(Type.Object({ field: Type.String(), before: Type.String(), after: Type.String() })),
});
export type ImportChange = Type.Static<typeof ImportChange>;

/** The result of an import, which is atomic: any finding prevents all changes. */
export const ImportAnswer = Type.Object({
  /** Whether the changes are stored. False after a dry run, and if there is a finding. */
  done: Type.Boolean(),
  rows: Type.Integer(),
  counts: Type.Array(
    Type.Object({
      thing: Type.String(),
      created: Type.Integer(),
      changed: Type.Integer(),
      unchanged: Type.Integer(),
    }),
  ),
  /** The first 200 findings and changes, with the total number of each. */
  findings: Type.Array(ImportFinding),
  findings_total: Type.Integer(),
  changes: Type.Array(ImportChange),
  changes_total: Type.Integer(),
  /** A digest over all changes. The same file yields the same digest until an affected item changes. */
  digest: Type.String(),
});
export type ImportAnswer = Type.Static<typeof ImportAnswer>;

/**
 * An import's progress: the number of lines checked, then the number of lines stored, out of the total. Imports are
 * stored one after another, so an import may wait in between. An import cannot be canceled once storing has started.
 */
export type ImportProgress = {
  readonly phase: 'checking' | 'waiting' | 'storing';
  readonly done: number;
  readonly total: number;
};

/**
 * A line in the response to `Accept: application/x-ndjson`. A response has any number of `job` and `progress` lines,
 * and then one `answer` or `error` line.
 */
export type ImportLine =
  /** The ID of the import's job. A dry run has no job. */
  | { readonly job: string }
  | { readonly progress: ImportProgress }
  | { readonly answer: ImportAnswer }
  | { readonly error: { readonly message: string; readonly id?: string } };

/**
 * The parts that all imports share. Closing the connection ends a dry run. An actual import continues until it is done
 * or canceled.
 */
export const IMPORT_PARTS = {
  schema: { querystring: ImportQuery, response: { 200: ImportAnswer } },
  documented: {
    body: Type.String({
      description:
        'The CSV file: UTF-8, at most 64 MiB and 200,000 lines. With Accept: application/x-ndjson, the response is a stream of progress lines.',
    }),
    consumes: ['text/csv'],
  },
} as const;

const ImportKind = Type.Enum([...IMPORTED_KINDS]);

/** A running import, or one from the last month. */
export const ImportRun = Type.Object({
  id: Type.String(),
  file_name: Type.String(),
  /** The person who started the import: an email address, or `command line`. */
  actor: Type.String(),
  /**
   * `waiting`: all lines are checked, but another import is being stored. `storing`: the import can no longer be
   * canceled, and completes even if the server stops.
   */
  status: Type.Enum(['checking', 'waiting', 'storing', 'done', 'refused', 'cancelled', 'failed']),
  /** Lines checked or stored so far. */
  lines_done: Type.Integer(),
  lines_total: Type.Integer(),
  started_at: Type.String(),
  ended_at: Type.Union([Type.String(), Type.Null()]),
  /** Present once the import is done or rejected, without the single changes. */
  result: Type.Union([ImportAnswer, Type.Null()]),
  /** Why the import ended if it was neither done nor rejected. */
  failure: Type.Union([Type.String(), Type.Null()]),
});
export type ImportRun = Type.Static<typeof ImportRun>;

export const listImports = {
  method: 'GET',
  url: '/admin/imports',
  allowed: 'admin',
  tokenScope: 'network:read',
  summary: 'List the latest imports of a kind, with progress and result',
  schema: {
    querystring: Type.Object({ kind: ImportKind }, { additionalProperties: false }),
    response: { 200: Type.Object({ data: Type.Array(ImportRun) }) },
  },
} as const satisfies Endpoint;

export const cancelImport = {
  method: 'POST',
  url: '/admin/imports/:id/cancel',
  allowed: 'admin',
  tokenScope: 'network:write',
  summary: 'Cancel an import before anything is saved',
  schema: {
    params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
    response: { 200: ImportRun },
  },
} as const satisfies Endpoint;
