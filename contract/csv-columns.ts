import { CUSTOMER_FIELDS, OUTLET_FIELDS, VENUE_FIELDS } from './editable-fields.ts';
import { fieldColumns } from './field-schemas.ts';
import { AD_CATEGORY_NAMES } from './table-choices.ts';

/**
 * The product's CSV formats, column by column. Importers, exports, the help on the command line and on the screens, the
 * documentation and the examples all use this table. The types ensure that every importer and exporter handles each
 * listed column.
 */
export type CsvColumn = {
  /** An export also includes 'optional' columns. 'import' and 'export' columns exist in only one direction. */
  readonly need: 'required' | 'optional' | 'import' | 'export';
  readonly meaning: string;
  /** The format of a cell. */
  readonly form: string;
  /** Maximum number of characters in a text. */
  readonly longest?: number;
  /** The content type, if a spreadsheet could misinterpret the cells. */
  readonly holds?: 'phone';
  /** Allowed values of an enumerated column. */
  readonly values?: readonly string[];
  /** One value per line of the example file. */
  readonly examples: readonly string[];
};

type CsvFile = {
  /** What a line represents, how it is identified, and how an import handles it. */
  readonly about: string;
  readonly columns: Readonly<Record<string, CsvColumn>>;
};

/** Cell formats that several files share. */
const DAY = 'a day such as 2026-12-01, or an instant such as 2026-12-01T08:00:00-05:00';
const DOLLARS = 'an amount as digits with a point, six decimals at most';

/** Describes a text column. Its format states the maximum length. */
const text = <const Need extends CsvColumn['need']>(
  need: Need,
  longest: number,
  meaning: string,
  ...examples: readonly string[]
) => ({ need, meaning, longest, form: `text, ${longest} characters at most`, examples });

/** campaigns.csv: flights with their campaigns. */
const CAMPAIGNS = {
  about:
    'One flight a line, known by its code. Its campaign is known by advertiser and name: one that does not exist is made.',
  columns: {
    advertiser: text(
      'required',
      200,
      'the advertiser by its name; it has to exist',
      'Cascade Bottling',
      'Cascade Bottling',
    ),
    campaign: text('required', 200, 'what the campaign is called', 'Cold brew spring', 'Cold brew spring'),
    flight: {
      need: 'required',
      meaning: "the flight's code",
      longest: 64,
      form: '64 letters, digits and - _ . : at most',
      examples: ['CASC-SPRING-1', 'CASC-SPRING-2'],
    },
    starts: {
      need: 'required',
      meaning: "its first moment, in the network's time zone",
      form: DAY,
      examples: ['2027-03-01', '2027-03-01'],
    },
    ends: {
      need: 'required',
      meaning: "its last day, which is included, in the network's time zone",
      form: DAY,
      examples: ['2027-05-31', '2027-05-31'],
    },
    budget: { need: 'required', meaning: 'what it may cost', form: DOLLARS, examples: ['18000', '4000'] },
    model: {
      need: 'required',
      meaning: 'what is paid for: 1,000 views, a click, a burn or a view',
      form: 'cpm, cpc, cpb or flat',
      values: ['cpm', 'cpc', 'cpb', 'flat'],
      examples: ['cpm', 'cpb'],
    },
    price: { need: 'required', meaning: 'the price of that', form: DOLLARS, examples: ['14.50', '0.035'] },
    targets: {
      need: 'optional',
      meaning: 'where the flight may run; empty is everywhere',
      longest: 10_000,
      form: "EUIs, 'Customer > Venue', 'customer:', 'type:' or 'state:' with a name, 'circle:latitude,longitude,km', separated by |; a ! before one excludes it",
      examples: ['', 'Pier House Hotels > Pier House Boston | type:hotel | !state:Ohio'],
    },
    daily_cap: {
      need: 'optional',
      meaning: 'what it may cost on a day',
      form: `${DOLLARS}, or none; empty leaves what is stored`,
      examples: ['500', ''],
    },
    visitor_cap: {
      need: 'optional',
      meaning: 'views of one visitor and day',
      form: 'a number from 1 to 1000, or none; empty leaves what is stored',
      examples: ['3', ''],
    },
    pacing: {
      need: 'optional',
      meaning: 'how its budget is spread over its days; empty leaves what is stored',
      form: 'even or fast',
      values: ['even', 'fast'],
      examples: ['even', ''],
    },
    accepts_unsigned: {
      need: 'optional',
      meaning: 'whether views without a play earn; empty leaves what is stored, and is no for a new flight',
      form: 'yes or no',
      values: ['yes', 'no'],
      examples: ['no', ''],
    },
    sponsor: text('optional', 120, "what stands under the campaign's ads", 'Cascade cold brew', 'Cascade cold brew'),
    category: {
      need: 'optional',
      meaning: 'what the campaign advertises',
      form: AD_CATEGORY_NAMES.join(', '),
      values: AD_CATEGORY_NAMES,
      examples: ['food_and_drink', 'food_and_drink'],
    },
    time_zone: {
      need: 'optional',
      meaning: "in which the campaign's days are counted; empty is the network's",
      form: 'an IANA name such as America/Chicago',
      examples: ['America/Los_Angeles', 'America/Los_Angeles'],
    },
  },
} as const satisfies CsvFile;

const TOLD = 'as an export tells it; an import reads over it';

const { name, ...ofCustomers } = fieldColumns(CUSTOMER_FIELDS);
const { venue, venue_lat, venue_lng, ...ofVenues } = fieldColumns(VENUE_FIELDS);

const CUSTOMERS = {
  about:
    'One customer a line, known by its name. A share begins a version on share_from; what was counted before keeps its amounts.',
  columns: {
    name,
    kind: {
      need: 'required',
      meaning: 'owns outlets, or runs campaigns; it cannot change later',
      form: 'property or advertiser',
      values: ['property', 'advertiser'],
      examples: ['property', 'advertiser'],
    },
    ...ofCustomers,
    share: {
      need: 'optional',
      meaning: "the owner's share of the recorded revenue; for property customers only",
      form: '0.3 or 30%',
      examples: ['35%', ''],
    },
    share_from: {
      need: 'optional',
      meaning: "when that share begins, in the network's time zone",
      form: DAY,
      examples: ['2026-01-01', ''],
    },
  },
} as const satisfies CsvFile;

const OUTLETS = {
  about:
    'One outlet a line, known by its EUI. A venue that does not exist is made, by customer and name; a later from moves the outlet there.',
  columns: {
    eui: {
      need: 'required',
      meaning: "the outlet's number, as printed on it",
      form: '16 hexadecimal digits',
      examples: ['70B3D57ED0A10001', '70B3D57ED0A10002'],
    },
    customer: text(
      'required',
      200,
      'the property customer by its name; it has to exist',
      'Pier House Hotels',
      'Pier House Hotels',
    ),
    venue,
    from: {
      need: 'required',
      meaning: "since when it stands there, in the venue's time zone",
      form: DAY,
      examples: ['2026-01-01', '2026-01-01'],
    },
    ...fieldColumns(OUTLET_FIELDS),
    ...ofVenues,
    time_zone: {
      need: 'optional',
      meaning: "in which the venue's days count; without it the zone of its position, or of its first outlet's",
      form: 'an IANA name such as America/Chicago',
      examples: ['America/New_York', ''],
    },
    venue_lat,
    venue_lng,
  },
} as const satisfies CsvFile;

const USERS = {
  about:
    'One account a line, known by its address. An empty cell leaves what is stored, and a line that was imported before changes nothing.',
  columns: {
    email: {
      need: 'required',
      meaning: 'the address to sign in with',
      form: 'an e-mail address',
      examples: ['maria@example.com', 'jon@example.com'],
    },
    first_name: text('optional', 80, 'first name', 'Maria', 'Jon'),
    last_name: text('optional', 80, 'last name', 'Stone', 'Berg'),
    phone: {
      ...text('optional', 40, 'telephone number, such as +1 617 555 0100', '+1 617 555 0100', ''),
      holds: 'phone',
    },
    role: {
      need: 'optional',
      meaning: 'what the account sees; full sees every customer and is given by hand only',
      form: 'property, advertiser, admin, unassigned or full; a new account needs one',
      values: ['admin', 'property', 'advertiser', 'unassigned', 'full'],
      examples: ['property', 'unassigned'],
    },
    customer: text(
      'optional',
      200,
      'the customer by its name, of the kind that the role says; it has to exist',
      'Pier House Hotels',
      '',
    ),
    standing: {
      need: 'optional',
      meaning: 'what it is in the customer: managers run it, viewers read and export; empty makes a manager',
      form: 'manager or viewer',
      values: ['manager', 'viewer'],
      examples: ['manager', ''],
    },
    disabled: { need: 'optional', meaning: 'whether it may not sign in', form: 'yes or no', examples: ['', ''] },
    status: { need: 'export', meaning: 'active, pending, disabled or deleted', form: TOLD, examples: [] },
    email_verified: { need: 'export', meaning: 'whether the address was confirmed', form: TOLD, examples: [] },
    last_seen_at: { need: 'export', meaning: 'when it was used last', form: TOLD, examples: [] },
    created_at: { need: 'export', meaning: 'when it was made', form: TOLD, examples: [] },
    invite: {
      need: 'import',
      meaning: 'whether a new account gets a mail with a link to choose the password',
      form: 'yes or no',
      examples: ['yes', 'no'],
    },
  },
} as const satisfies CsvFile;

/** Export only: the log is never imported. */
const AUDIT = {
  about: 'One entry of the audit log a line.',
  columns: {
    number: { need: 'export', meaning: 'the place in the log', form: 'digits', examples: [] },
    time: { need: 'export', meaning: 'when it happened', form: 'an instant in UTC', examples: [] },
    who: { need: 'export', meaning: 'whose doing it was', form: 'an address, or the command line', examples: [] },
    action: { need: 'export', meaning: 'what was done', form: 'such as customer.changed', examples: [] },
    to: { need: 'export', meaning: 'to whom or what', form: 'its name', examples: [] },
    from_address: { need: 'export', meaning: 'from which network address', form: 'an IP address', examples: [] },
    detail: { need: 'export', meaning: 'what changed, before and after', form: 'JSON', examples: [] },
    hash: { need: 'export', meaning: 'of this entry and the one before', form: 'hexadecimal digits', examples: [] },
  },
} as const satisfies CsvFile;

/** The CSV files in import order: each file depends on the previous ones. */
export const CSV_FILES = {
  customers: CUSTOMERS,
  outlets: OUTLETS,
  campaigns: CAMPAIGNS,
  users: USERS,
  audit: AUDIT,
} as const satisfies Record<string, CsvFile>;

type Files = typeof CSV_FILES;
export type CsvKind = keyof Files;
/** Kinds that can be imported. */
export type ImportedKind = Exclude<CsvKind, 'audit'>;
export const IMPORTED_KINDS = ['customers', 'outlets', 'campaigns', 'users'] as const satisfies readonly ImportedKind[];

type ColumnsOf<Kind extends CsvKind> = Files[Kind]['columns'];
type Needed<Kind extends CsvKind, Need> = {
  [Name in keyof ColumnsOf<Kind>]: ColumnsOf<Kind>[Name] extends { readonly need: Need } ? Name : never;
}[keyof ColumnsOf<Kind>] &
  string;

/** Columns that an importer may read. */
export type ImportedColumn<Kind extends CsvKind> = Needed<Kind, 'required' | 'optional' | 'import'>;
/** Columns that an export must provide. */
export type ExportedColumn<Kind extends CsvKind> = Needed<Kind, 'required' | 'optional' | 'export'>;
/** The values of an enumerated column. */
export type ValueIn<Kind extends CsvKind, Name extends ImportedColumn<Kind>> = ColumnsOf<Kind>[Name &
  keyof ColumnsOf<Kind>] extends {
  readonly values: readonly (infer Value extends string)[];
}
  ? Value
  : never;

export const csvColumns = (kind: CsvKind): Readonly<Record<string, CsvColumn>> => CSV_FILES[kind].columns;

const named = (kind: CsvKind, ...needs: readonly CsvColumn['need'][]): string[] =>
  Object.entries(csvColumns(kind))
    .filter(([, { need }]) => needs.includes(need))
    .map(([name]) => name);

export const requiredColumns = (kind: CsvKind): string[] => named(kind, 'required');
/** Returns an import's optional columns, without export-only columns. */
export const optionalColumns = (kind: CsvKind): string[] => named(kind, 'optional', 'import');
/** Returns the export-only columns, which an import ignores. */
export const toldColumns = (kind: CsvKind): string[] => named(kind, 'export');
export const exportedColumns = (kind: CsvKind): string[] => named(kind, 'required', 'optional', 'export');

/** Returns a small example file with all import columns. */
export function exampleFile(kind: ImportedKind): string {
  const columns = Object.entries(csvColumns(kind)).filter(([, { need }]) => need !== 'export');
  const cell = (value: string): string => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
  const lines = (columns[0]?.[1].examples ?? []).map((_, line) =>
    columns.map(([, { examples }]) => cell(examples[line] ?? '')).join(','),
  );
  return [columns.map(([name]) => name).join(','), ...lines].join('\r\n');
}
