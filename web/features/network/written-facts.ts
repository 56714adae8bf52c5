import { type EditableFields, fieldNames, type ValuesOf } from '#contract/editable-fields.ts';

/** Returns an object's editable fields with their labels, except for fields that are shown elsewhere. */
export const fieldFacts = <Fields extends EditableFields>(
  fields: Fields,
  thing: ValuesOf<Fields>,
  ...elsewhere: readonly (keyof Fields)[]
): (readonly [label: string, text: string])[] =>
  fieldNames(fields)
    .filter((name) => !elsewhere.includes(name))
    .map((name) => [fields[name]?.label ?? name, String(thing[name] ?? '') || '–'] as const);

/** Returns the values of the non-empty fields, except for fields that are shown elsewhere. */
export const writtenValues = <Fields extends EditableFields>(
  fields: Fields,
  thing: ValuesOf<Fields>,
  ...elsewhere: readonly (keyof Fields)[]
): string[] =>
  fieldNames(fields)
    .filter((name) => !elsewhere.includes(name) && (thing[name] ?? '') !== '')
    .map((name) => String(thing[name]));
