import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  CSV_FILES,
  type CsvColumn,
  csvColumns,
  exampleFile,
  IMPORTED_KINDS,
  type ImportedKind,
  optionalColumns,
  requiredColumns,
} from './csv-columns.ts';

const headOf = (text: string): string[] => text.split(/\r?\n/, 1).join('').split(',');
const takenBy = (kind: ImportedKind): string[] => [...requiredColumns(kind), ...optionalColumns(kind)].sort();

test('describes every kind that has an import, and no other', () => {
  const imported = Object.entries(CSV_FILES).filter(([, { columns }]) =>
    Object.values<CsvColumn>(columns).some(({ need }) => need !== 'export'),
  );
  expect(imported.map(([kind]) => kind)).toEqual([...IMPORTED_KINDS]);
});

test.each(IMPORTED_KINDS)('the example of %s has exactly the columns that its import accepts', (kind) => {
  expect(headOf(exampleFile(kind)).sort()).toEqual(takenBy(kind));
  expect(headOf(readFileSync(`docs/examples/${kind}.csv`, 'utf8')).sort()).toEqual(takenBy(kind));
});

test('there is one example for each kind, and no other example file', () => {
  const files = readdirSync('docs/examples').filter((name) => name.endsWith('.csv'));
  expect(files.sort()).toEqual(IMPORTED_KINDS.map((kind) => `${kind}.csv`).sort());
});

test.each(IMPORTED_KINDS)('the columns of %s have a meaning and a format, and each example line fills them', (kind) => {
  const columns = Object.values(csvColumns(kind)).filter(({ need }) => need !== 'export');
  const lines = columns[0]?.examples.length ?? 0;
  expect(lines).toBeGreaterThan(0);
  for (const { need, meaning, form, values = [], examples } of columns) {
    expect([meaning, form]).not.toContain('');
    expect(examples).toHaveLength(lines);
    if (need === 'required') expect(examples).not.toContain('');
    for (const value of values) expect(form).toContain(value);
  }
});
