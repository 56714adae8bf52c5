import { CSV_FILES, csvColumns, IMPORTED_KINDS, type ImportedKind } from '#contract/csv-columns.ts';

const WIDTH = 14;

/** A file's columns, one per line, with optional ones in brackets. */
function helpOf(kind: ImportedKind): string {
  const lines = Object.entries(csvColumns(kind)).flatMap(([name, { need, meaning, form }]) =>
    need === 'export' ? [] : `    ${(need === 'required' ? name : `[${name}]`).padEnd(WIDTH)} ${meaning}: ${form}`,
  );
  return [`  ${kind}.csv: ${CSV_FILES[kind].about}`, ...lines].join('\n');
}

export const IMPORT_HELP = `
The first line of a file names its columns, in any order; those in brackets may be left out. UTF-8; comma, semicolon or tab.
Numbers with a point or a decimal comma; dates such as 2026-12-01 or 21.10.2026. What can mean two things is refused.

${IMPORTED_KINDS.map(helpOf).join('\n\n')}

Import in the order above. Users' files may keep the columns that only an export has. A price per 1,000 views (cpm) is
charged in whole millionths a view: one that this changes by more than 0.1 percent is refused, with the nearest exact ones.
Either the whole file is imported or nothing, also when it is interrupted (Ctrl-C). The same file again changes nothing.
A file has 200,000 lines and 64 MiB at most. Examples with every column: docs/examples.`;
