import { CSV_FILES, csvColumns, exampleFile, type ImportedKind, requiredColumns } from '#contract/csv-columns.ts';

/** Returns the file description for an import drawer, taken from the contract. Omits columns that only exports have. */
export const csvFile = (kind: ImportedKind) => ({
  about: CSV_FILES[kind].about,
  required: requiredColumns(kind),
  columns: Object.entries(csvColumns(kind))
    .filter(([, { need }]) => need !== 'export')
    .map(([name, { need, meaning, form, examples }]) => ({
      name,
      isRequired: need === 'required',
      meaning,
      form,
      example: examples.find((text) => text !== '') ?? '',
    })),
  example: { fileName: `${kind}-example.csv`, text: exampleFile(kind) },
});
