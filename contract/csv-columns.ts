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
const DAY = 'a date such as 2026-12-01, or a time such as 2026-12-01T08:00:00-05:00';
const FLIGHT_DAY = `${DAY}, today, or in 90 days`;
const DOLLARS = 'an amount with a decimal point and at most six decimals';

/** Describes a text column. Its format states the maximum length. */
const text = <const Need extends CsvColumn['need']>(
  need: Need,
  longest: number,
  meaning: string,
  ...examples: readonly string[]
) => ({ need, meaning, longest, form: `text, at most ${longest} characters`, examples });

/** campaigns.csv: flights with their campaigns. */
const CAMPAIGNS = {
  about:
    'One flight per line, identified by its code. Its campaign is identified by advertiser and name, and created if it does not exist.',
  columns: {
    advertiser: text(
      'required',
      200,
      'name of the advertiser, which must exist',
      'Cascade Bottling',
      'Cascade Bottling',
    ),
    campaign: text('required', 200, 'name of the campaign', 'Cold brew spring', 'Cold brew spring'),
    flight: {
      need: 'required',
      meaning: 'code of the flight',
      longest: 64,
      form: 'letters, digits and - _ . : only, at most 64',
      examples: ['CASC-SPRING-1', 'CASC-SPRING-2'],
    },
    starts: {
      need: 'required',
      meaning: "start, in the network's time zone; today means the day of the import",
      form: FLIGHT_DAY,
      examples: ['today', '2027-03-01'],
    },
    ends: {
      need: 'required',
      meaning: "last day, included, in the network's time zone; a relative day applies to new flights only",
      form: FLIGHT_DAY,
      examples: ['in 90 days', '2027-05-31'],
    },
    budget: { need: 'required', meaning: 'maximum cost', form: DOLLARS, examples: ['18000', '4000'] },
    model: {
      need: 'required',
      meaning: 'price model: per 1,000 views, per click, per burn or per view',
      form: 'cpm, cpc, cpb or flat',
      values: ['cpm', 'cpc', 'cpb', 'flat'],
      examples: ['cpm', 'cpb'],
    },
    price: { need: 'required', meaning: 'price in that model', form: DOLLARS, examples: ['20', '0.035'] },
    targets: {
      need: 'optional',
      meaning: 'where the flight may run; blank means everywhere',
      longest: 10_000,
      form: "EUIs, 'Customer > Venue', 'customer:', 'type:' or 'state:' with a name, 'circle:latitude,longitude,km', separated by |; a ! in front excludes a place",
      examples: ['', 'Pier House Hotels > Pier House Boston | type:hotel | !state:Ohio'],
    },
    daily_cap: {
      need: 'optional',
      meaning: 'maximum cost per day',
      form: `${DOLLARS}, or none; blank keeps the stored value`,
      examples: ['500', ''],
    },
    visitor_cap: {
      need: 'optional',
      meaning: 'maximum views per visitor per day',
      form: 'a number from 1 to 1000, or none; blank keeps the stored value',
      examples: ['3', ''],
    },
    pacing: {
      need: 'optional',
      meaning: 'how the budget is spread over the days; blank keeps the stored value',
      form: 'even or fast',
      values: ['even', 'fast'],
      examples: ['even', ''],
    },
    accepts_unsigned: {
      need: 'optional',
      meaning: 'whether views without a play are charged; blank keeps the stored value and means no for a new flight',
      form: 'yes or no',
      values: ['yes', 'no'],
      examples: ['no', ''],
    },
    sponsor: text(
      'optional',
      120,
      "sponsor name shown under the campaign's ads",
      'Cascade cold brew',
      'Cascade cold brew',
    ),
    category: {
      need: 'optional',
      meaning: 'advertising category of the campaign',
      form: AD_CATEGORY_NAMES.join(', '),
      values: AD_CATEGORY_NAMES,
      examples: ['food_and_drink', 'food_and_drink'],
    },
    time_zone: {
      need: 'optional',
      meaning: "time zone of the campaign's days; blank means the network's",
      form: 'an IANA name such as America/Chicago',
      examples: ['America/Los_Angeles', 'America/Los_Angeles'],
    },
    flight_name: text(
      'optional',
      120,
      'name of the flight, shown beside its code; blank keeps the stored value',
      'Spring, all lobbies',
      'Spring, cafés',
    ),
  },
} as const satisfies CsvFile;

const TOLD = 'as exported; ignored by imports';

const { name, ...ofCustomers } = fieldColumns(CUSTOMER_FIELDS);
const { venue, venue_lat, venue_lng, ...ofVenues } = fieldColumns(VENUE_FIELDS);

const CUSTOMERS = {
  about:
    'One customer per line, identified by its name. A new share takes effect on share_from; events before then keep their amounts.',
  columns: {
    name,
    kind: {
      need: 'required',
      meaning: 'property owns outlets, advertiser runs campaigns; it cannot change later',
      form: 'property or advertiser',
      values: ['property', 'advertiser'],
      examples: ['property', 'advertiser'],
    },
    ...ofCustomers,
    share: {
      need: 'optional',
      meaning: "owner's share of the recorded revenue; for property customers only",
      form: '0.3 or 30%',
      examples: ['35%', ''],
    },
    share_from: {
      need: 'optional',
      meaning: "when the share takes effect, in the network's time zone",
      form: DAY,
      examples: ['2026-01-01', ''],
    },
  },
} as const satisfies CsvFile;

const OUTLETS = {
  about:
    'One outlet per line, identified by its EUI. A venue is identified by customer and name, and created if it does not exist. A later from moves the outlet there.',
  columns: {
    eui: {
      need: 'required',
      meaning: 'EUI of the outlet, as printed on it',
      form: '16 hexadecimal digits',
      examples: ['70B3D57ED0A10001', '70B3D57ED0A10002'],
    },
    customer: text(
      'required',
      200,
      'name of the property customer, which must exist',
      'Pier House Hotels',
      'Pier House Hotels',
    ),
    venue,
    from: {
      need: 'required',
      meaning: "start of service at this venue, in the venue's time zone",
      form: DAY,
      examples: ['2026-01-01', '2026-01-01'],
    },
    ...fieldColumns(OUTLET_FIELDS),
    ...ofVenues,
    time_zone: {
      need: 'optional',
      meaning:
        "time zone of the venue's days; blank means the zone at its position, or at the position of its first outlet",
      form: 'an IANA name such as America/Chicago',
      examples: ['America/New_York', ''],
    },
    venue_lat,
    venue_lng,
  },
} as const satisfies CsvFile;

const USERS = {
  about:
    'One account per line, identified by its email address. A blank cell keeps the stored value. A line that was imported before changes nothing.',
  columns: {
    email: {
      need: 'required',
      meaning: 'address to sign in with',
      form: 'an email address',
      examples: ['maria@example.com', 'jon@example.com'],
    },
    first_name: text('optional', 80, 'first name', 'Maria', 'Jon'),
    last_name: text('optional', 80, 'last name', 'Stone', 'Berg'),
    phone: {
      ...text('optional', 40, 'phone number such as +1 617 555 0100', '+1 617 555 0100', ''),
      holds: 'phone',
    },
    role: {
      need: 'optional',
      meaning: 'what the account can see; full sees every customer and cannot be imported',
      form: 'property, advertiser, admin, unassigned or full; required for a new account',
      values: ['admin', 'property', 'advertiser', 'unassigned', 'full'],
      examples: ['property', 'unassigned'],
    },
    customer: text(
      'optional',
      200,
      'name of the customer, which must exist and match the role',
      'Pier House Hotels',
      '',
    ),
    standing: {
      need: 'optional',
      meaning: 'permissions within the customer: managers make changes, viewers view and export; blank means manager',
      form: 'manager or viewer',
      values: ['manager', 'viewer'],
      examples: ['manager', ''],
    },
    disabled: { need: 'optional', meaning: 'whether sign-in is blocked', form: 'yes or no', examples: ['', ''] },
    status: { need: 'export', meaning: 'active, pending, disabled or deleted', form: TOLD, examples: [] },
    email_verified: { need: 'export', meaning: 'whether the address is verified', form: TOLD, examples: [] },
    last_seen_at: { need: 'export', meaning: 'when the account was last used', form: TOLD, examples: [] },
    created_at: { need: 'export', meaning: 'when the account was created', form: TOLD, examples: [] },
    invite: {
      need: 'import',
      meaning: 'whether a new account receives an email with a link to choose a password',
      form: 'yes or no',
      examples: ['yes', 'no'],
    },
  },
} as const satisfies CsvFile;

/** Export only: the log is never imported. */
const AUDIT = {
  about: 'One audit log entry per line.',
  columns: {
    number: { need: 'export', meaning: 'position in the log', form: 'digits', examples: [] },
    time: { need: 'export', meaning: 'when it happened', form: 'an instant in UTC', examples: [] },
    who: { need: 'export', meaning: 'who did it', form: 'an email address, or the command line', examples: [] },
    action: { need: 'export', meaning: 'what was done', form: 'such as customer.changed', examples: [] },
    to: { need: 'export', meaning: 'what it was done to', form: 'a name', examples: [] },
    from_address: { need: 'export', meaning: 'IP address it was done from', form: 'an IP address', examples: [] },
    detail: { need: 'export', meaning: 'what changed, before and after', form: 'JSON', examples: [] },
    hash: {
      need: 'export',
      meaning: 'hash of this entry and the previous one',
      form: 'hexadecimal digits',
      examples: [],
    },
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
