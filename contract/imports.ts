import * as Type from 'typebox';

/** A file of rows to be created or changed. `content` is the file itself in base64: its bytes are checked by the server. */
export const ImportRequest = Type.Object(
  {
    fileName: Type.String({ minLength: 1, maxLength: 200 }),
    content: Type.String({ minLength: 1, maxLength: 7_000_000, pattern: '^[A-Za-z0-9+/]+={0,2}$' }),
    /** True: say what would happen and change nothing. */
    dryRun: Type.Boolean(),
  },
  { additionalProperties: false },
);
export type ImportRequest = Type.Static<typeof ImportRequest>;

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
});
export type ImportAnswer = Type.Static<typeof ImportAnswer>;
