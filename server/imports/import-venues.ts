import { v7 as newId } from 'uuid';
import type { ImportedColumn } from '#contract/csv-columns.ts';
import { fieldNames, VENUE_FIELDS, valuesOver } from '#contract/editable-fields.ts';
import { nameKey } from '#domain/name-key.ts';
import { timeZoneAt } from '#domain/time-zone-at.ts';
import { namesOf, type VenueFields } from '../network/site-queries.ts';
import { count, differences, type ImportJob } from './import-outcome.ts';
import type { VenueRow } from './import-queries.ts';
import { type RowReader, readValues } from './row-reader.ts';

export type KnownVenue = VenueRow & {
  /** The line of this file that described it, if any. */
  line: number | null;
  /** The stored row; null if this file creates it. */
  stored: VenueRow | null;
};

const venueKey = (customerId: string, name: string): string => `${customerId} ${nameKey(name)}`;

type Place = {
  readonly venue: string;
  readonly fields: Omit<VenueFields, 'time_zone'> & { readonly time_zone: string | null };
};

/** Reads the venue columns of a line. */
export function readPlace(reader: RowReader<'outlets'>): Place {
  const { name: venue, ...fields } = readValues(reader, VENUE_FIELDS);
  notePosition(reader, fields, VENUE_FIELDS);
  return { venue, fields: { ...fields, time_zone: reader.timeZone('time_zone') ?? null } };
}

type Position = { readonly lat: number | null; readonly lng: number | null };

/** Requires both coordinates or neither. Refuses 0, 0, which lies in the sea. */
export function notePosition(
  reader: RowReader<'outlets'>,
  { lat, lng }: Position,
  { lat: { column: latColumn }, lng: { column: lngColumn } }: PositionFields,
): void {
  if (reader.has(latColumn) !== reader.has(lngColumn)) {
    reader.note(
      reader.has(latColumn) ? lngColumn : latColumn,
      `is empty; write both ${latColumn} and ${lngColumn}, or neither`,
    );
  } else if (lat === 0 && lng === 0) {
    reader.note(latColumn, 'is 0 with longitude 0, a place in the sea; leave both empty where the position is unknown');
  }
}

type PositionFields = Readonly<Record<'lat' | 'lng', { readonly column: ImportedColumn<'outlets'> }>>;

/**
 * Returns the line's venue, near its outlet: the stored one, one from an earlier line, or a new one. Null if it is
 * invalid.
 */
export function saveVenue(
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
        `is needed for the new venue '${name}'; write an IANA name such as America/Chicago, or give lat and lng`,
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
      `differs for the venue '${known.name}' from line ${known.line}; write the same or leave it empty`,
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
 * Runs at the end, when each venue has all its data from the file. Venues are stored before the lines, because outlets
 * refer to them.
 */
export function stageVenues({ staging, nowMs }: ImportJob, venues: Iterable<KnownVenue>): void {
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

/** An empty cell keeps the stored value. */
const mergeVenue = (stored: VenueFields, given: Place['fields']): VenueFields => ({
  ...valuesOver(DETAILS, stored, given),
  time_zone: given.time_zone ?? stored.time_zone,
});
