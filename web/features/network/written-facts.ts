import { type EditableFields, fieldNames, type ValuesOf } from '#contract/editable-fields.ts';

/** The fields of a thing as facts, but for those that stand elsewhere. */
export const fieldFacts = <Fields extends EditableFields>(
  fields: Fields,
  thing: ValuesOf<Fields>,
  ...elsewhere: readonly (keyof Fields)[]
): (readonly [label: string, text: string])[] =>
  fieldNames(fields)
    .filter((name) => !elsewhere.includes(name))
    .map((name) => [fields[name]?.label ?? name, String(thing[name] ?? '') || '–'] as const);

/** Those that are not empty. */
export const writtenValues = <Fields extends EditableFields>(
  fields: Fields,
  thing: ValuesOf<Fields>,
  ...elsewhere: readonly (keyof Fields)[]
): string[] =>
  fieldNames(fields)
    .filter((name) => !elsewhere.includes(name) && (thing[name] ?? '') !== '')
    .map((name) => String(thing[name]));
