import { v7 as newId } from 'uuid';
import type { ImportedColumn } from '#contract/csv-columns.ts';
import { fieldNames, OUTLET_FIELDS, VENUE_FIELDS, valuesOver } from '#contract/editable-fields.ts';
import { shownEui } from '#domain/eui.ts';
import { nameKey } from '#domain/name-key.ts';
import { timeZoneAt } from '#domain/time-zone-at.ts';
import { shownInstant } from '../lib/read-instant.ts';
import { planAssignment } from '../network/assign-outlet.ts';
import { namesOf, type OutletFields, type VenueFields } from '../network/site-queries.ts';
import { breathe } from './breathe.ts';
import { type CustomerBook, cellsIn, createCustomerBook } from './customer-book.ts';
import { count, createSeen, differences, type ImportJob } from './import-outcome.ts';
import { findHistories, findOutletsNamed, findVenuesNamed, type OutletRow, type VenueRow } from './import-queries.ts';
import type { TableRow } from './read-table.ts';
import { createRowReader, type RowReader, readValues } from './row-reader.ts';
import type { ImportRun } from './run-import.ts';

type History = Awaited<ReturnType<typeof findHistories>>;

/** Stored rows that the lines in a batch refer to. */
type Known = {
  readonly book: CustomerBook;
  /** Venues by customer and name. Venues that the file creates or changes stay in this map until the end. */
  readonly venues: Map<string, KnownVenue>;
  outlets: ReadonlyMap<string, OutletRow>;
  histories: ReadonlyMap<string, History>;
  readonly seen: ReturnType<typeof createSeen>;
};

/**
 * Imports one outlet per line, identified by its EUI. Creates venues that do not exist (by customer and name) and
 * assigns the outlet as of a date. Without a time zone, the venue gets the time zone of its coordinates, or of its
 * first outlet's coordinates.
 */
export function importOutlets(job: ImportJob): ImportRun {
  const known: Known = {
    book: createCustomerBook(job),
    venues: new Map(),
    outlets: new Map(),
    histories: new Map(),
    seen: createSeen(),
  };
  return {
    async batch(rows) {
      await lookUp(job, known, rows);
      await breathe();
      for (const row of rows) importLine(job, known, row);
    },
    finish: () => stageVenues(job, known.venues.values()),
  };
}

const NOBODY = { one: null, problem: null };
const euiOf = (cell: string): string => cell.toLowerCase().replace(/[-:]/g, '');

async function lookUp({ db }: ImportJob, known: Known, rows: readonly TableRow[]): Promise<void> {
  const { book, venues } = known;
  book.begin();
  await book.learn(cellsIn('outlets', rows, 'customer'));
  // Drop venues that the file leaves unchanged, because they can be read again.
  for (const [key, { line }] of venues) if (line === null) venues.delete(key);
  const owners = cellsIn('outlets', rows, 'customer').flatMap((name) => book.named(name).one?.id ?? []);
  for (const row of await findVenuesNamed(db, [...new Set(owners)], cellsIn('outlets', rows, 'venue').map(nameKey))) {
    const key = `${row.customer_id} ${row.name_key}`;
    if (!venues.has(key)) venues.set(key, { ...row, line: null, stored: row });
  }
  const outlets = await findOutletsNamed(db, cellsIn('outlets', rows, 'eui').map(euiOf));
  known.outlets = new Map(outlets.map((row) => [row.eui, row]));
  const histories = new Map<string, History>();
  for (const stay of await findHistories(
    db,
    outlets.map(({ id }) => id),
  ))
    histories.set(stay.outlet_id, [...(histories.get(stay.outlet_id) ?? []), stay]);
  known.histories = histories;
}

function importLine(job: ImportJob, known: Known, row: TableRow): void {
  job.staging.begin(row.line);
  const reader = createRowReader('outlets', row, job.findings);
  const eui = reader.eui('eui');
  const earlier = eui === null ? undefined : known.seen(eui, row.line);
  if (earlier !== undefined) reader.note('eui', `is also in line ${earlier}; keep one line per outlet`);
  const customerName = reader.text('customer');
  const { one: customer, problem } = customerName === null ? NOBODY : known.book.named(customerName);
  if (problem !== null) reader.note('customer', problem);
  else if (customer?.kind === 'advertiser') {
    reader.note('customer', `'${customer.name}' is an advertiser; enter a property customer`);
  }
  const place = readPlace(reader);
  const fields = readValues(reader, OUTLET_FIELDS);
  notePosition(reader, fields, OUTLET_FIELDS);
  if (customer === null || !reader.isGood()) return;
  known.book.rely(customer);
  const venue = saveVenue(job, reader, known.venues, customer.id, { ...place, near: fields });
  if (venue === null || eui === null) return;
  const fromMs = reader.instant('from', venue.time_zone);
  if (fromMs === null) return;
  const outletId = saveOutlet(job, reader, known.outlets.get(eui), { eui, ...fields });
  if (outletId === null) return;
  const history = known.histories.get(outletId) ?? [];
  saveAssignment(job, reader, { outletId, customerId: customer.id, venue, fromMs, history });
}

function saveOutlet(
  job: ImportJob,
  reader: RowReader<'outlets'>,
  stored: OutletRow | undefined,
  wanted: OutletFields & { eui: string },
): string | null {
  const { staging, nowMs } = job;
  const about = { line: reader.line, name: shownEui(wanted.eui) };
  if (stored === undefined) {
    count(job, 'outlets', 'created', about);
    const id = newId();
    const rest = { last_seen_at: null, retired_at: null, created_at: nowMs, updated_at: nowMs };
    staging.insert('outlets', { id, ...wanted, ...rest });
    return id;
  }
  if (stored.retired_at !== null) {
    reader.note('eui', 'belongs to a retired outlet and cannot be reused');
    return null;
  }
  const fields = valuesOver(OUTLET_FIELDS, stored, wanted);
  const changes = differences(stored, fields, fieldNames(OUTLET_FIELDS));
  const unchanged = changes.length === 0;
  if (!unchanged) {
    const change = { ...fields, updated_at: Math.max(nowMs, stored.updated_at + 1) };
    staging.update('outlets', { id: stored.id, ...change }, stored.updated_at);
  }
  count(job, 'outlets', unchanged ? 'unchanged' : 'changed', { ...about, fields: changes });
  return stored.id;
}

type Assigned = {
  readonly outletId: string;
  readonly customerId: string;
  readonly venue: KnownVenue;
  readonly fromMs: number;
  readonly history: History;
};

function saveAssignment(
  job: ImportJob,
  reader: RowReader<'outlets'>,
  { outletId, customerId, venue, fromMs, history }: Assigned,
): void {
  const { outcome, ends } = planAssignment(history, { customerId, venueId: venue.id, fromMs });
  if ('done' in outcome) {
    const since = shownInstant(fromMs, venue.time_zone);
    count(job, 'assignments', outcome.done, { line: reader.line, name: `${venue.name} from ${since}` });
    if (outcome.done === 'unchanged') return;
    const { staging } = job;
    if (history.length > 0) staging.expect('outlets', outletId, 'retired_at', null);
    if (ends !== null) staging.update('outlet_assignments', { id: ends, to_at: fromMs }, null, 'to_at');
    const place = { outlet_id: outletId, customer_id: customerId, venue_id: venue.id, from_at: fromMs };
    staging.insert('outlet_assignments', { id: newId(), ...place, to_at: null });
    return;
  }
  const since = shownInstant(outcome.sinceMs, venue.time_zone);
  reader.note(
    'from',
    outcome.refused === 'stands-there'
      ? `differs from the stored date: the outlet has been at '${venue.name}' since ${since}; enter that date`
      : `is before the outlet's current venue began (${since}); enter a later date`,
  );
}

type KnownVenue = VenueRow & {
  /** The line in this file that described the venue, if any. */
  line: number | null;
  /** The stored row; null if this file creates the venue. */
  stored: VenueRow | null;
};

const venueKey = (customerId: string, name: string): string => `${customerId} ${nameKey(name)}`;

type Place = {
  readonly venue: string;
  readonly fields: Omit<VenueFields, 'time_zone'> & { readonly time_zone: string | null };
};

/** Reads a line's venue columns. */
function readPlace(reader: RowReader<'outlets'>): Place {
  const { name: venue, ...fields } = readValues(reader, VENUE_FIELDS);
  notePosition(reader, fields, VENUE_FIELDS);
  return { venue, fields: { ...fields, time_zone: reader.timeZone('time_zone') ?? null } };
}

type Position = { readonly lat: number | null; readonly lng: number | null };

/** Notes an error if only one coordinate is given, or if the position is 0, 0, which is in the sea. */
function notePosition(
  reader: RowReader<'outlets'>,
  { lat, lng }: Position,
  { lat: { column: latColumn }, lng: { column: lngColumn } }: PositionFields,
): void {
  if (reader.has(latColumn) !== reader.has(lngColumn)) {
    reader.note(
      reader.has(latColumn) ? lngColumn : latColumn,
      `is blank; enter both ${latColumn} and ${lngColumn}, or neither`,
    );
  } else if (lat === 0 && lng === 0) {
    reader.note(latColumn, 'is 0 with longitude 0, a point in the sea; leave both blank if the position is unknown');
  }
}

type PositionFields = Readonly<Record<'lat' | 'lng', { readonly column: ImportedColumn<'outlets'> }>>;

/**
 * Returns the line's venue: a stored venue, a venue from an earlier line, or a new venue near the outlet. Null if the
 * venue is invalid.
 */
function saveVenue(
  job: ImportJob,
  reader: RowReader<'outlets'>,
  venues: Map<string, KnownVenue>,
  customerId: string,
  { venue: name, fields, near }: Place & { readonly near: Position },
): KnownVenue | null {
  const key = venueKey(customerId, name);
  const known = venues.get(key);
  if (known === undefined) {
    const { lat, lng } = fields.lat === null ? near : fields;
    const zone = fields.time_zone ?? (lat === null || lng === null ? null : timeZoneAt(lat, lng));
    if (zone === null) {
      reader.note(
        'time_zone',
        `is required for the new venue '${name}'; enter an IANA name such as America/Chicago, or enter lat and lng`,
      );
      return null;
    }
    const named = { id: newId(), customer_id: customerId, ...namesOf(name) };
    const venue = { ...named, ...fields, time_zone: zone, updated_at: job.nowMs, line: reader.line, stored: null };
    venues.set(key, venue);
    count(job, 'venues', 'created', { line: reader.line, name });
    return venue;
  }
  const wanted = mergeVenue(known, fields);
  const changes = COMPARED.filter((field) => known[field] !== wanted[field]);
  const differs = changes.find((field) => known[field] !== '' && known[field] !== null);
  if (changes.length === 0) return known;
  if (known.line !== null && differs !== undefined) {
    reader.note(
      columnOf(differs),
      `differs for the venue '${known.name}' from line ${known.line}; enter the same value or leave it blank`,
    );
    return null;
  }
  const changed = differences(known, wanted, COMPARED);
  count(job, 'venues', 'changed', { line: reader.line, name: known.name, fields: changed });
  const venue = { ...known, ...wanted, line: reader.line };
  venues.set(key, venue);
  return venue;
}

/**
 * Stages the venues at the end, when each venue has all its data from the file. Venues are stored before the lines,
 * because outlets refer to venues.
 */
function stageVenues({ staging, nowMs }: ImportJob, venues: Iterable<KnownVenue>): void {
  let place = 0;
  for (const { id, customer_id, name, name_key, find_key, line, stored, ...rest } of venues) {
    if (line === null) continue;
    place -= 1;
    staging.begin(place);
    const fields = Object.fromEntries(COMPARED.map((field) => [field, rest[field]]));
    if (stored === null) {
      const times = { created_at: nowMs, updated_at: nowMs };
      staging.insert('venues', { id, customer_id, name, name_key, find_key, ...fields, ...times });
    } else {
      const change = { ...fields, updated_at: Math.max(nowMs, stored.updated_at + 1) };
      staging.update('venues', { id, ...change }, stored.updated_at);
    }
  }
}

const { name: _name, ...DETAILS } = VENUE_FIELDS;
const COMPARED = [...fieldNames(DETAILS), 'time_zone'] as const;
const columnOf = (field: (typeof COMPARED)[number]): ImportedColumn<'outlets'> =>
  field === 'time_zone' ? field : DETAILS[field].column;

/** Merges a line's values into a venue. An empty cell keeps the stored value. */
const mergeVenue = (stored: VenueFields, given: Place['fields']): VenueFields => ({
  ...valuesOver(DETAILS, stored, given),
  time_zone: given.time_zone ?? stored.time_zone,
});
