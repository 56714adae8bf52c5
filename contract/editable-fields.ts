/** Describes a latitude and a longitude, which are always written together. */
const position = <const Lat extends string, const Lng extends string>(
  of: 'outlet' | 'venue',
  [lat, lng]: readonly [Lat, Lng],
  [lats, lngs]: readonly [readonly string[], readonly string[]],
) =>
  ({
    lat: {
      label: 'Latitude',
      isShort: true,
      placeholder: '42.35843',
      least: -90,
      most: 90,
      thing: 'coordinate',
      unit: 'decimal degrees',
      column: lat,
      meaning: `latitude of the ${of}`,
      examples: lats,
    },
    lng: {
      label: 'Longitude',
      isShort: true,
      placeholder: '-71.04945',
      least: -180,
      most: 180,
      thing: 'coordinate',
      unit: 'decimal degrees',
      column: lng,
      meaning: `longitude of the ${of}`,
      examples: lngs,
    },
  }) as const;

/**
 * Editable fields of customers, venues and outlets. Endpoints, checks, forms, drawers, files and the audit log derive
 * from these tables. To add a field, add it to a table and add its column to the accounts store.
 */
type FieldWords = {
  /** The label in the form and the drawer. */
  readonly label: string;
  /** Whether the field is short: two short fields share a line in the form. */
  readonly isShort?: true;
  readonly hint?: string;
  readonly placeholder?: string;
  /**
   * Whether the field was added later, so that older clients do not send it. If the field is absent, the stored value
   * does not change.
   */
  readonly isOptionalInApi?: true;
  /** The column name in files. */
  readonly column: string;
  /** The meaning of the column in files. */
  readonly meaning: string;
  /** One value per line of the example file. */
  readonly examples: readonly string[];
};

type TextField = FieldWords & {
  readonly longest: number;
  readonly isRequired?: true;
  /** Stored in lower case, so that `Hotel` and `hotel` are equal. */
  readonly isLowerCase?: true;
  /** Stored as an ISO 3166-1 code. English names are also accepted. */
  readonly isCountry?: true;
  /** An email address, stored in its canonical form. */
  readonly isEmail?: true;
  /** Opening hours, parsed by `domain/opening-hours.ts`. */
  readonly isHours?: true;
};

/** Empty input is stored as null; in a text field, as an empty text. */
export type NumberField = FieldWords & {
  readonly least: number;
  readonly most: number;
  /** The name of the value in messages, such as `coordinate`, and its unit, such as `decimal degrees`. */
  readonly thing: string;
  readonly unit: string;
  readonly isWhole?: true;
};

export type EditableField = TextField | NumberField;
export type EditableFields = Readonly<Record<string, EditableField>>;

export const isNumber = (field: EditableField): field is NumberField => 'least' in field;

/** Describes the required format of a number in a cell or an input. */
export const numberForm = ({ unit, least, most, isWhole }: NumberField): string =>
  `${unit} from ${least} to ${most}${isWhole ? '' : ', with a decimal point'}`;

/** Parses a number; null if it is not a number or out of range. */
export function readNumber(text: string, { least, most, isWhole }: NumberField): number | null {
  const value = /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : Number.NaN;
  if (isWhole && !Number.isInteger(value)) return null;
  return value >= least && value <= most ? value : null;
}

export const CUSTOMER_FIELDS = {
  name: {
    label: 'Name',
    longest: 200,
    isRequired: true,
    column: 'name',
    meaning: 'name of the customer',
    examples: ['Pier House Hotels', 'Cascade Bottling'],
  },
  category: {
    label: 'Category',
    longest: 60,
    isLowerCase: true,
    hint: 'hotel, airport, cafe, library, gym, arena, brand, …',
    placeholder: 'hotel',
    column: 'category',
    meaning: 'type of business',
    examples: ['hotel', 'drinks'],
  },
  billing_address: {
    label: 'Billing address',
    longest: 200,
    isOptionalInApi: true,
    hint: 'Printed on statements and invoices',
    placeholder: '12 Harbor Walk, Boston, MA 02110',
    column: 'billing_address',
    meaning: 'address on statements or invoices',
    examples: ['12 Harbor Walk, Boston, MA 02110', ''],
  },
  tax_id: {
    label: 'Tax ID',
    longest: 60,
    isOptionalInApi: true,
    placeholder: '12-3456789',
    column: 'tax_id',
    meaning: 'tax ID on statements or invoices',
    examples: ['12-3456789', ''],
  },
  country: {
    label: 'Country',
    longest: 60,
    isOptionalInApi: true,
    isCountry: true,
    hint: 'Such as US. Determines the paper size of documents.',
    column: 'country',
    meaning: 'country, as a code or English name',
    examples: ['US', ''],
  },
  billing_email: {
    label: 'Billing email',
    longest: 254,
    isOptionalInApi: true,
    isEmail: true,
    hint: 'Gets statements and invoices as PDF, like the organization’s users',
    placeholder: 'accounting@example.com',
    column: 'billing_email',
    meaning: 'address that gets the documents by email',
    examples: ['accounting@example.com', ''],
  },
} as const satisfies EditableFields;

export const VENUE_FIELDS = {
  name: {
    label: 'Name',
    longest: 200,
    isRequired: true,
    column: 'venue',
    meaning: 'name of the venue where the outlet is installed',
    examples: ['Pier House Boston', 'Pier House Boston'],
  },
  type: {
    label: 'Type',
    longest: 60,
    isLowerCase: true,
    placeholder: 'hotel',
    column: 'venue_type',
    meaning: 'type of the venue',
    examples: ['hotel', ''],
  },
  address: {
    label: 'Address',
    longest: 200,
    column: 'address',
    meaning: 'street and number of the venue',
    examples: ['12 Harbor Walk', ''],
  },
  city: {
    label: 'City',
    longest: 100,
    isShort: true,
    column: 'city',
    meaning: 'city of the venue',
    examples: ['Boston', ''],
  },
  state: {
    label: 'State',
    longest: 60,
    isShort: true,
    column: 'state',
    meaning: 'state of the venue',
    examples: ['MA', ''],
  },
  opening_hours: {
    label: 'Opening hours',
    longest: 200,
    isOptionalInApi: true,
    isHours: true,
    hint: 'Leave blank if always open or unknown. Hours may continue past midnight: Sa 20:00-02:00',
    placeholder: 'Mo-Fr 08:00-22:00; Sa,Su 10:00-18:00',
    column: 'opening_hours',
    meaning: 'opening hours in the time zone of the venue',
    examples: ['Mo-Su 06:00-23:00', ''],
  },
  ...position(
    'venue',
    ['venue_lat', 'venue_lng'],
    [
      ['', ''],
      ['', ''],
    ],
  ),
} as const satisfies EditableFields;

export const OUTLET_FIELDS = {
  label: {
    label: 'Label',
    longest: 100,
    hint: 'The name that people on site use',
    column: 'label',
    meaning: 'name that distinguishes the outlet from those nearby',
    examples: ['Lobby bar 1', 'Lobby bar 2'],
  },
  ...position(
    'outlet',
    ['lat', 'lng'],
    [
      ['42.35843', '42.35851'],
      ['-71.04945', '-71.04939'],
    ],
  ),
  sockets: {
    label: 'Sockets',
    isShort: true,
    isOptionalInApi: true,
    hint: 'Number of sockets that report under this EUI. Leave blank for one.',
    placeholder: '1',
    least: 1,
    most: 64,
    isWhole: true,
    thing: 'number',
    unit: 'a whole number',
    column: 'sockets',
    meaning: 'number of sockets that report under this EUI; blank means one',
    examples: ['', '2'],
  },
  purchase_price: {
    label: 'Purchase price',
    isShort: true,
    isOptionalInApi: true,
    hint: 'Cost of purchase and installation',
    placeholder: '149.00',
    least: 0,
    most: 1_000_000,
    thing: 'price',
    unit: 'an amount',
    column: 'purchase_price',
    meaning: 'cost of purchase and installation',
    examples: ['149', '149'],
  },
  monthly_cost: {
    label: 'Monthly cost',
    isShort: true,
    isOptionalInApi: true,
    hint: 'Rent, data and service',
    placeholder: '2.50',
    least: 0,
    most: 100_000,
    thing: 'cost',
    unit: 'an amount',
    column: 'monthly_cost',
    meaning: 'monthly cost of the outlet, without energy',
    examples: ['2.5', ''],
  },
  rated_watts: {
    label: 'Rated power',
    isShort: true,
    isOptionalInApi: true,
    hint: 'In watts. Higher readings are ignored.',
    placeholder: '3680',
    least: 1,
    most: 1_000_000,
    thing: 'power',
    unit: 'watts',
    column: 'rated_watts',
    meaning: 'maximum power of the outlet in watts; blank means the setting RATED_WATTS',
    examples: ['3680', ''],
  },
} as const satisfies EditableFields;

type ValueOf<Field> = Field extends { readonly least: number } ? number | null : string;
/** The values of a table's fields. */
export type ValuesOf<Fields extends EditableFields> = { [Name in keyof Fields]: ValueOf<Fields[Name]> };

export const fieldNames = <Fields extends EditableFields>(fields: Fields): (keyof Fields & string)[] =>
  Object.keys(fields);

const valuesBy = <Fields extends EditableFields>(
  fields: Fields,
  valueFor: (name: keyof Fields & string, field: EditableField) => string | number | null,
): ValuesOf<Fields> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, valueFor(name, field)])) as ValuesOf<Fields>;

export type IsOptionalInApi = { readonly isOptionalInApi: true };
/** The fields in a request body. Fields added later may be absent. */
export type SentOf<Fields extends EditableFields> = {
  [Name in keyof Fields as Fields[Name] extends IsOptionalInApi ? never : Name]: ValueOf<Fields[Name]>;
} & { [Name in keyof Fields as Fields[Name] extends IsOptionalInApi ? Name : never]?: ValueOf<Fields[Name]> };

/** Returns empty values for all fields. */
export const noValues = <Fields extends EditableFields>(fields: Fields): ValuesOf<Fields> =>
  valuesBy(fields, (_, field) => (isNumber(field) ? null : ''));

/** Returns the written values. An empty field gets the stored value. */
export const valuesOver = <Fields extends EditableFields>(
  fields: Fields,
  stored: ValuesOf<Fields>,
  written: ValuesOf<Fields>,
): ValuesOf<Fields> =>
  valuesBy(fields, (name) => (written[name] === '' || written[name] === null ? stored[name] : written[name]));

/** Picks the values of a table's fields from a larger object. */
export const valuesIn = <Fields extends EditableFields>(fields: Fields, thing: ValuesOf<Fields>): ValuesOf<Fields> =>
  valuesBy(fields, (name) => thing[name]);
