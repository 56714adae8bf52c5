import {
  type EditableField,
  type EditableFields,
  fieldNames,
  isNumber,
  type ValuesOf,
} from '#contract/editable-fields.ts';
import { capitalized } from '#domain/capitalized.ts';

/** Formats a field's value. Words that are stored in lower case, such as categories, start with an upper-case letter. */
function valueText(field: EditableField | undefined, value: string | number | null | undefined): string {
  const text = String(value ?? '');
  const isWord = field !== undefined && !isNumber(field) && field.isLowerCase === true;
  return isWord ? capitalized(text) : text;
}

/** Returns an object's editable fields with their labels, except for fields that are shown elsewhere. */
export const fieldFacts = <Fields extends EditableFields>(
  fields: Fields,
  thing: ValuesOf<Fields>,
  ...elsewhere: readonly (keyof Fields)[]
): (readonly [label: string, text: string])[] =>
  fieldNames(fields)
    .filter((name) => !elsewhere.includes(name))
    .map((name) => [fields[name]?.label ?? name, valueText(fields[name], thing[name]) || '–'] as const);

/** Returns the values of the non-empty fields, except for fields that are shown elsewhere. */
export const writtenValues = <Fields extends EditableFields>(
  fields: Fields,
  thing: ValuesOf<Fields>,
  ...elsewhere: readonly (keyof Fields)[]
): string[] =>
  fieldNames(fields)
    .filter((name) => !elsewhere.includes(name) && (thing[name] ?? '') !== '')
    .map((name) => String(thing[name]));
