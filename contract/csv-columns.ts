import { CAMPAIGNS } from './csv-campaigns.ts';
import { type CsvColumn, type CsvFile, DAY, text } from './csv-forms.ts';
import { CUSTOMER_FIELDS, OUTLET_FIELDS, VENUE_FIELDS } from './editable-fields.ts';
import { fieldColumns } from './field-schemas.ts';

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

/** In import order: each file depends on the previous ones. */
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
/** Optional columns of an import, without export-only columns. */
export const optionalColumns = (kind: CsvKind): string[] => named(kind, 'optional', 'import');
/** Export-only columns. An import ignores them. */
export const toldColumns = (kind: CsvKind): string[] => named(kind, 'export');
export const exportedColumns = (kind: CsvKind): string[] => named(kind, 'required', 'optional', 'export');

/** A small example file with all import columns. */
export function exampleFile(kind: ImportedKind): string {
  const columns = Object.entries(csvColumns(kind)).filter(([, { need }]) => need !== 'export');
  const cell = (value: string): string => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
  const lines = (columns[0]?.[1].examples ?? []).map((_, line) =>
    columns.map(([, { examples }]) => cell(examples[line] ?? '')).join(','),
  );
  return [columns.map(([name]) => name).join(','), ...lines].join('\r\n');
}
