import * as Type from 'typebox';
import { IMPORTED_KINDS } from './csv-columns.ts';
import type { Endpoint } from './endpoint.ts';

/** The body is the file itself; the answer to a dry run names what the real one is held to. */
export const ImportQuery = Type.Object(
  {
    file_name: Type.String({ minLength: 1, maxLength: 200 }),
    /** True: say what would happen and change nothing. */
    dry_run: Type.Enum(['true', 'false']),
    /** `digest` of a dry run: do exactly what it told, or nothing. */
    expects: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
  },
  { additionalProperties: false },
);

/** What is wrong in a line, and what to write instead. `column` is empty where it is the line as a whole. */
export const ImportFinding = Type.Object({ line: Type.Integer(), column: Type.String(), message: Type.String() });
export type ImportFinding = Type.Static<typeof ImportFinding>;

/** What a line does to the thing it names. */
export const ImportChange = Type.Object({
  line: Type.Integer(),
  thing: Type.String(),
  name: Type.String(),
  change: Type.Union([Type.Literal('created'), Type.Literal('changed')]),
  fields: Type.Array(Type.Object({ field: Type.String(), before: Type.String(), after: Type.String() })),
});
export type ImportChange = Type.Static<typeof ImportChange>;

/** A file is imported as a whole or not at all: with a finding, nothing is. */
export const ImportAnswer = Type.Object({
  /** The changes are stored; false after a dry run and when there is a finding. */
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
  /** The first 200 of each, with how many there are. */
  findings: Type.Array(ImportFinding),
  findings_total: Type.Integer(),
  changes: Type.Array(ImportChange),
  changes_total: Type.Integer(),
  /** Over all changes; the same file does the same as long as nobody changes what it names. */
  digest: Type.String(),
});
export type ImportAnswer = Type.Static<typeof ImportAnswer>;

/**
 * How far it is: lines checked, then lines stored, of how many. In between it waits for its turn, since one import at a time
 * is stored. From the first stored line on it cannot be cancelled.
 */
export type ImportProgress = {
  readonly phase: 'checking' | 'waiting' | 'storing';
  readonly done: number;
  readonly total: number;
};

/** A line of the answer to `Accept: application/x-ndjson`: any number of the first two, then one of the others. */
export type ImportLine =
  /** The import's own address; a dry run has none. */
  | { readonly job: string }
  | { readonly progress: ImportProgress }
  | { readonly answer: ImportAnswer }
  | { readonly error: { readonly message: string; readonly id?: string } };

/** What all imports have in common. Closing the connection ends a dry run; an import goes on, until it is done or cancelled. */
export const IMPORT_PARTS = {
  schema: { querystring: ImportQuery, response: { 200: ImportAnswer } },
  documented: {
    body: Type.String({
      description:
        'The CSV file: UTF-8, 64 MiB and 200,000 lines at most. With Accept: application/x-ndjson the answer is a stream of lines that tell the progress.',
    }),
    consumes: ['text/csv'],
  },
} as const;

const ImportKind = Type.Enum([...IMPORTED_KINDS]);

/** An import that is under way, or one of the last month. */
export const ImportRun = Type.Object({
  id: Type.String(),
  file_name: Type.String(),
  /** Who began it: an address, or `command line`. */
  actor: Type.String(),
  /**
   * `waiting`: all lines are checked, and another import is being stored. `storing` cannot be cancelled any more: it is carried
   * to its end also if the server stops.
   */
  status: Type.Enum(['checking', 'waiting', 'storing', 'done', 'refused', 'cancelled', 'failed']),
  /** Lines that are checked or stored. */
  lines_done: Type.Integer(),
  lines_total: Type.Integer(),
  started_at: Type.String(),
  ended_at: Type.Union([Type.String(), Type.Null()]),
  /** Once it is done or refused; without the single changes. */
  result: Type.Union([ImportAnswer, Type.Null()]),
  /** Why it ended otherwise. */
  failure: Type.Union([Type.String(), Type.Null()]),
});
export type ImportRun = Type.Static<typeof ImportRun>;

export const listImports = {
  method: 'GET',
  url: '/admin/imports',
  allowed: 'admin',
  summary: 'The latest imports of a kind, with how far they are and how they ended',
  schema: {
    querystring: Type.Object({ kind: ImportKind }, { additionalProperties: false }),
    response: { 200: Type.Object({ data: Type.Array(ImportRun) }) },
  },
} as const satisfies Endpoint;

export const cancelImport = {
  method: 'POST',
  url: '/admin/imports/:id/cancel',
  allowed: 'admin',
  summary: 'Cancel an import of which nothing is stored yet',
  schema: {
    params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
    response: { 200: ImportRun },
  },
} as const satisfies Endpoint;
