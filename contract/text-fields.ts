import * as Type from 'typebox';

/**
 * The texts that administrators write of a customer, a venue and an outlet. The endpoints, the checks, the forms, the drawers, the
 * files of imports and exports and what the audit log compares are made from these tables: a text that stands here (and has its
 * column in the accounts store) is everywhere.
 */
export type TextField = {
  /** As the form and the drawer call it. */
  readonly label: string;
  readonly longest: number;
  readonly isRequired?: true;
  /** Stored in small letters, so that `Hotel` and `hotel` are one. */
  readonly isLowerCase?: true;
  /** Two of them share a line of the form. */
  readonly isShort?: true;
  readonly hint?: string;
  readonly placeholder?: string;
  /** What the column of files is called. */
  readonly column: string;
  /** What it says there. */
  readonly meaning: string;
  /** One for each line of the example file. */
  readonly examples: readonly string[];
};
export type TextFields = Readonly<Record<string, TextField>>;

export const CUSTOMER_TEXTS = {
  name: {
    label: 'Name',
    longest: 200,
    isRequired: true,
    column: 'name',
    meaning: 'what the customer is called',
    examples: ['Pier House Hotels', 'Cascade Bottling'],
  },
  category: {
    label: 'Category',
    longest: 60,
    isLowerCase: true,
    hint: 'hotel, airport, cafe, library, gym, arena, brand, …',
    placeholder: 'hotel',
    column: 'category',
    meaning: 'what sort of business it is',
    examples: ['hotel', 'drinks'],
  },
} as const satisfies TextFields;

export const VENUE_TEXTS = {
  name: {
    label: 'Name',
    longest: 200,
    isRequired: true,
    column: 'venue',
    meaning: 'where the outlet stands',
    examples: ['Pier House Boston', 'Pier House Boston'],
  },
  type: {
    label: 'Type',
    longest: 60,
    isLowerCase: true,
    placeholder: 'hotel',
    column: 'venue_type',
    meaning: 'what sort of place the venue is',
    examples: ['hotel', ''],
  },
  address: {
    label: 'Address',
    longest: 200,
    column: 'address',
    meaning: "the venue's street and number",
    examples: ['12 Harbor Walk', ''],
  },
  city: {
    label: 'City',
    longest: 100,
    isShort: true,
    column: 'city',
    meaning: "the venue's city",
    examples: ['Boston', ''],
  },
  state: {
    label: 'State',
    longest: 60,
    isShort: true,
    column: 'state',
    meaning: "the venue's state",
    examples: ['MA', ''],
  },
} as const satisfies TextFields;

export const OUTLET_TEXTS = {
  label: {
    label: 'Label',
    longest: 100,
    hint: 'How people on site call it',
    column: 'label',
    meaning: 'a note that tells the outlet from its neighbours',
    examples: ['Lobby bar 1', 'Lobby bar 2'],
  },
} as const satisfies TextFields;

/** The values of a table's texts. */
export type TextsOf<Fields extends TextFields> = { [Name in keyof Fields]: string };

export const textNames = <Fields extends TextFields>(fields: Fields): (keyof Fields & string)[] => Object.keys(fields);

/** All of them empty. */
export const noTexts = <Fields extends TextFields>(fields: Fields): TextsOf<Fields> =>
  Object.fromEntries(textNames(fields).map((name) => [name, ''])) as TextsOf<Fields>;

/** What was written, and what is stored where nothing was. */
export const textsOver = <Fields extends TextFields>(
  fields: Fields,
  stored: TextsOf<Fields>,
  written: TextsOf<Fields>,
): TextsOf<Fields> =>
  Object.fromEntries(textNames(fields).map((name) => [name, written[name] || stored[name]])) as TextsOf<Fields>;

/** The texts of a table out of what else a thing has. */
export const textsIn = <Fields extends TextFields>(fields: Fields, thing: TextsOf<Fields>): TextsOf<Fields> =>
  Object.fromEntries(textNames(fields).map((name) => [name, thing[name]])) as TextsOf<Fields>;

/** As properties of a body or an answer. */
export const textSchemas = <Fields extends TextFields>(fields: Fields): { [Name in keyof Fields]: Type.TString } =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { longest }]) => [name, Type.String({ maxLength: longest })]),
  ) as { [Name in keyof Fields]: Type.TString };

type NeedOf<Field> = Field extends { readonly isRequired: true } ? 'required' : 'optional';
type ColumnsOf<Fields extends TextFields> = {
  readonly [Name in keyof Fields as Fields[Name]['column']]: {
    readonly need: NeedOf<Fields[Name]>;
    readonly meaning: string;
    readonly form: string;
    readonly longest: number;
    readonly examples: readonly string[];
  };
};

/** As columns of a file. */
export const textColumns = <Fields extends TextFields>(fields: Fields): ColumnsOf<Fields> =>
  Object.fromEntries(
    Object.values(fields).map(({ column, meaning, longest, isRequired, examples }) => [
      column,
      {
        need: isRequired === true ? 'required' : 'optional',
        ...{ meaning, longest, form: `text, ${longest} characters at most`, examples },
      },
    ]),
  ) as ColumnsOf<Fields>;
