import * as Type from 'typebox';
import {
  type EditableField,
  type EditableFields,
  type IsOptionalInApi,
  isNumber,
  numberForm,
} from './editable-fields.ts';

/** Allows null for a value that may be unknown or absent. */
export const orNull = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

type SchemaOf<Field> = Field extends { readonly least: number }
  ? Type.TUnion<[Type.TNumber, Type.TNull]>
  : Type.TString;

/** Returns schemas for the properties of a body or a response. */
export const fieldSchemas = <Fields extends EditableFields>(
  fields: Fields,
): { [Name in keyof Fields]: SchemaOf<Fields[Name]> } =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      isNumber(field)
        ? Type.Union([
            Type.Number({ minimum: field.least, maximum: field.most, ...(field.isWhole ? { multipleOf: 1 } : {}) }),
            Type.Null(),
          ])
        : Type.String({ maxLength: field.longest }),
    ]),
  ) as { [Name in keyof Fields]: SchemaOf<Fields[Name]> };

/** Returns schemas for the properties of a body. Fields added later are optional. */
export const bodySchemas = <Fields extends EditableFields>(
  fields: Fields,
): {
  [Name in keyof Fields]: Fields[Name] extends IsOptionalInApi
    ? Type.TOptional<SchemaOf<Fields[Name]>>
    : SchemaOf<Fields[Name]>;
} =>
  Object.fromEntries(
    Object.entries(fieldSchemas(fields)).map(([name, schema]) => [
      name,
      fields[name]?.isOptionalInApi === true ? Type.Optional(schema as Type.TSchema) : schema,
    ]),
  ) as never;

type NeedOf<Field> = Field extends { readonly isRequired: true } ? 'required' : 'optional';
type ColumnsOf<Fields extends EditableFields> = {
  readonly [Name in keyof Fields as Fields[Name]['column']]: {
    readonly need: NeedOf<Fields[Name]>;
    readonly meaning: string;
    readonly form: string;
    readonly longest: number;
    readonly examples: readonly string[];
  };
};

const columnOf = (field: EditableField) => ({
  need: !isNumber(field) && field.isRequired === true ? 'required' : 'optional',
  meaning: field.meaning,
  examples: field.examples,
  ...(isNumber(field)
    ? { form: numberForm(field) }
    : { longest: field.longest, form: `text, at most ${field.longest} characters` }),
});

/** Returns the columns of a file. */
export const fieldColumns = <Fields extends EditableFields>(fields: Fields): ColumnsOf<Fields> =>
  Object.fromEntries(Object.values(fields).map((field) => [field.column, columnOf(field)])) as ColumnsOf<Fields>;
