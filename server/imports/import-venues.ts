import { v7 as newId } from 'uuid';
import type { ImportedColumn } from '#contract/csv-columns.ts';
import { textNames, textsOver, VENUE_TEXTS } from '#contract/text-fields.ts';
import { nameKey } from '#domain/name-key.ts';
import { timeZoneAt } from '#domain/time-zone-at.ts';
import type { VenueFields } from '../network/site-queries.ts';
import { count, differences, type ImportJob } from './import-outcome.ts';
import type { VenueRow } from './import-queries.ts';
import { type RowReader, readTexts } from './row-reader.ts';

export type KnownVenue = VenueRow & {
  /** The line of this file that described it, if one did. */
  line: number | null;
  /** What is stored of it; null where this file makes it. */
  stored: VenueRow | null;
};

const venueKey = (customerId: string, name: string): string => `${customerId} ${nameKey(name)}`;

type Place = {
  readonly venue: string;
  readonly lat: number | null;
  readonly lng: number | null;
  readonly fields: Omit<VenueFields, 'time_zone'> & { readonly time_zone: string | null };
};

/** What a line says of the outlet's position and of its venue. */
export function readPlace(reader: RowReader<'outlets'>): Place {
  const { name: venue, ...texts } = readTexts(reader, VENUE_TEXTS);
  const [lat, lng] = readPosition(reader, 'lat', 'lng');
  const [venueLat, venueLng] = readPosition(reader, 'venue_lat', 'venue_lng');
  const fields = {
    ...texts,
    time_zone: reader.timeZone('time_zone') ?? null,
    lat: venueLat,
    lng: venueLng,
  };
  return { venue, lat, lng, fields };
}

function readPosition(
  reader: RowReader<'outlets'>,
  latColumn: 'lat' | 'venue_lat',
  lngColumn: 'lng' | 'venue_lng',
): [number | null, number | null] {
  const lat = reader.degrees(latColumn, 90);
  const lng = reader.degrees(lngColumn, 180);
  if ((lat === undefined) !== (lng === undefined)) {
    reader.note(
      lat === undefined ? latColumn : lngColumn,
      `is empty; write both ${latColumn} and ${lngColumn}, or neither`,
    );
  } else if (lat === 0 && lng === 0) {
    reader.note(latColumn, 'is 0 with longitude 0, a place in the sea; leave both empty where the position is unknown');
  }
  return [lat ?? null, lng ?? null];
}

/** The line's venue: the stored one, one that an earlier line made, or a new one; null where it cannot be used. */
export function saveVenue(
  job: ImportJob,
  reader: RowReader<'outlets'>,
  venues: Map<string, KnownVenue>,
  customerId: string,
  place: Place,
): KnownVenue | null {
  const name = place.venue;
  const key = venueKey(customerId, name);
  const known = venues.get(key);
  const { fields } = place;
  if (known === undefined) {
    const [lat, lng] = fields.lat === null ? [place.lat, place.lng] : [fields.lat, fields.lng];
    const zone = fields.time_zone ?? (lat === null || lng === null ? null : timeZoneAt(lat, lng));
    if (zone === null) {
      reader.note(
        'time_zone',
        `is needed for the new venue '${name}'; write an IANA name such as America/Chicago, or give lat and lng`,
      );
      return null;
    }
    const named = { id: newId(), customer_id: customerId, name, name_key: nameKey(name) };
    const venue = { ...named, ...fields, time_zone: zone, updated_at: job.nowMs, line: reader.line, stored: null };
    venues.set(key, venue);
    count(job, 'venues', 'created', { line: reader.line, name });
    return venue;
  }
  const wanted = mergeVenue(known, fields);
  const changes = VENUE_FIELDS.filter((field) => known[field] !== wanted[field]);
  const differs = changes.find((field) => known[field] !== '' && known[field] !== null);
  if (changes.length === 0) return known;
  if (known.line !== null && differs !== undefined) {
    reader.note(
      columnOf(differs),
      `differs for the venue '${known.name}' from line ${known.line}; write the same or leave it empty`,
    );
    return null;
  }
  const changed = differences(known, wanted, VENUE_FIELDS);
  count(job, 'venues', 'changed', { line: reader.line, name: known.name, fields: changed });
  const venue = { ...known, ...wanted, line: reader.line };
  venues.set(key, venue);
  return venue;
}

/** At the end, when each venue has all that the file says of it; stored before the lines, whose outlets stand there. */
export function stageVenues({ staging, nowMs }: ImportJob, venues: Iterable<KnownVenue>): void {
  let place = 0;
  for (const { id, customer_id, name, name_key, line, stored, ...rest } of venues) {
    if (line === null) continue;
    place -= 1;
    staging.begin(place);
    const fields = Object.fromEntries(VENUE_FIELDS.map((field) => [field, rest[field]]));
    if (stored === null) {
      const times = { created_at: nowMs, updated_at: nowMs };
      staging.insert('venues', { id, customer_id, name, name_key, ...fields, ...times });
    } else {
      const change = { ...fields, updated_at: Math.max(nowMs, stored.updated_at + 1) };
      staging.update('venues', { id, ...change }, stored.updated_at);
    }
  }
}

const { name: _name, ...DETAILS } = VENUE_TEXTS;
const VENUE_FIELDS = [...textNames(DETAILS), 'time_zone', 'lat', 'lng'] as const;
const columnOf = (field: (typeof VENUE_FIELDS)[number]): ImportedColumn<'outlets'> => {
  if (field === 'lat' || field === 'lng') return `venue_${field}`;
  return field === 'time_zone' ? field : DETAILS[field].column;
};

/** An empty cell leaves what is stored. */
const mergeVenue = (stored: VenueFields, given: Place['fields']): VenueFields => ({
  ...textsOver(DETAILS, stored, given),
  time_zone: given.time_zone ?? stored.time_zone,
  lat: given.lat ?? stored.lat,
  lng: given.lng ?? stored.lng,
});
