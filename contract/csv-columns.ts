import { AD_CATEGORY_NAMES } from './table-choices.ts';
import { CUSTOMER_TEXTS, OUTLET_TEXTS, textColumns, VENUE_TEXTS } from './text-fields.ts';

/**
 * The files that the product takes and gives, column by column. Importers and exports, the command line's help, the screens', the
 * documentation and the examples all read this table: a column that is not here does not exist, and one that is here is asked for
 * by the types of each of them.
 */
export type CsvColumn = {
  /** An export has what is 'optional' too; 'import' and 'export' are the columns that only one of the two knows. */
  readonly need: 'required' | 'optional' | 'import' | 'export';
  readonly meaning: string;
  /** How a cell is written. */
  readonly form: string;
  /** Of a text, in characters. */
  readonly longest?: number;
  /** Of a choice. */
  readonly values?: readonly string[];
  /** One for each line of the example file. */
  readonly examples: readonly string[];
};

export type CsvFile = {
  /** What a line is, how it is known, and what an import does to it. */
  readonly about: string;
  readonly columns: Readonly<Record<string, CsvColumn>>;
};

const DAY = 'a day such as 2026-12-01, or an instant such as 2026-12-01T08:00:00-05:00';
const DEGREES = 'decimal degrees with a point; latitude and longitude together or neither';
const DOLLARS = 'dollars as digits with a point, six decimals at most';
const TOLD = 'as an export tells it; an import reads over it';

/** A text: its form says how long it may be. */
const text = <const Need extends CsvColumn['need']>(
  need: Need,
  longest: number,
  meaning: string,
  ...examples: readonly string[]
) => ({ need, meaning, longest, form: `text, ${longest} characters at most`, examples });

const { name, ...ofCustomers } = textColumns(CUSTOMER_TEXTS);
const { venue, ...ofVenues } = textColumns(VENUE_TEXTS);

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
    ...textColumns(OUTLET_TEXTS),
    lat: { need: 'optional', meaning: "the outlet's latitude", form: DEGREES, examples: ['42.35843', '42.35851'] },
    lng: { need: 'optional', meaning: "the outlet's longitude", form: DEGREES, examples: ['-71.04945', '-71.04939'] },
    ...ofVenues,
    time_zone: {
      need: 'optional',
      meaning: "in which the venue's days count; without it the zone of its position, or of its first outlet's",
      form: 'an IANA name such as America/Chicago',
      examples: ['America/New_York', ''],
    },
    venue_lat: { need: 'optional', meaning: "the venue's latitude", form: DEGREES, examples: ['', ''] },
    venue_lng: { need: 'optional', meaning: "the venue's longitude", form: DEGREES, examples: ['', ''] },
  },
} as const satisfies CsvFile;

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
    sponsor: text('optional', 120, "what stands under the campaign's ads", 'Cascade cold brew', 'Cascade cold brew'),
    category: {
      need: 'optional',
      meaning: 'what the campaign advertises',
      form: 'a word such as food_and_drink or travel',
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
    phone: text('optional', 40, 'telephone number, such as +1 617 555 0100', '+1 617 555 0100', ''),
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

/** Only given: the log is never imported. */
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

/** In the order in which files are imported: each rests on those before it. */
export const CSV_FILES = {
  customers: CUSTOMERS,
  outlets: OUTLETS,
  campaigns: CAMPAIGNS,
  users: USERS,
  audit: AUDIT,
} as const satisfies Record<string, CsvFile>;

type Files = typeof CSV_FILES;
export type CsvKind = keyof Files;
/** What can be imported. */
export type ImportedKind = Exclude<CsvKind, 'audit'>;
export const IMPORTED_KINDS = ['customers', 'outlets', 'campaigns', 'users'] as const satisfies readonly ImportedKind[];

type ColumnsOf<Kind extends CsvKind> = Files[Kind]['columns'];
type Needed<Kind extends CsvKind, Need> = {
  [Name in keyof ColumnsOf<Kind>]: ColumnsOf<Kind>[Name] extends { readonly need: Need } ? Name : never;
}[keyof ColumnsOf<Kind>] &
  string;

/** What an importer may read. */
export type ImportedColumn<Kind extends CsvKind> = Needed<Kind, 'required' | 'optional' | 'import'>;
/** What an export has to give. */
export type ExportedColumn<Kind extends CsvKind> = Needed<Kind, 'required' | 'optional' | 'export'>;
/** The values of a column that is a choice. */
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
/** Without those that only an export has. */
export const optionalColumns = (kind: CsvKind): string[] => named(kind, 'optional', 'import');
/** Those of an export, which an import reads over. */
export const toldColumns = (kind: CsvKind): string[] => named(kind, 'export');
export const exportedColumns = (kind: CsvKind): string[] => named(kind, 'required', 'optional', 'export');

/** A small file to begin with, with all columns that an import takes. */
export function exampleFile(kind: ImportedKind): string {
  const columns = Object.entries(csvColumns(kind)).filter(([, { need }]) => need !== 'export');
  const cell = (value: string): string => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
  const lines = (columns[0]?.[1].examples ?? []).map((_, line) =>
    columns.map(([, { examples }]) => cell(examples[line] ?? '')).join(','),
  );
  return [columns.map(([name]) => name).join(','), ...lines].join('\r\n');
}
