import { shownEui } from '#domain/eui.ts';
import { nameKey } from '#domain/name-key.ts';
import { timeZoneAt } from '#domain/time-zone-at.ts';
import { assignOutlet } from '../network/assign-outlet.ts';
import {
  findCustomers,
  findOutlets,
  findVenues,
  insertOutlet,
  insertVenue,
  type OutletRow,
  updateOutlet,
  updateVenue,
  type VenueFields,
  type VenueRow,
} from '../network/site-queries.ts';
import { shownInstant } from '../read-instant.ts';
import { count, createSeen, differences, type ImportJob } from './import-outcome.ts';
import type { Columns } from './read-table.ts';
import { createRowReader, type RowReader } from './row-reader.ts';

export const OUTLET_COLUMNS: Columns = {
  required: ['eui', 'customer', 'venue', 'from'],
  optional: ['label', 'lat', 'lng', 'venue_type', 'address', 'city', 'state', 'time_zone', 'venue_lat', 'venue_lng'],
};

type KnownVenue = VenueRow & {
  /** The line of this file that described it, if one did. */
  line: number | null;
};

/**
 * One outlet a line, known by its EUI. Makes venues it does not know (by customer and name) and puts the outlet there
 * from a date on. Without a time zone the venue gets the one of its coordinates, or of its first outlet's.
 */
export async function importOutlets(job: ImportJob): Promise<void> {
  const customers = new Map((await findCustomers(job.tx)).map((row) => [row.name_key, row]));
  const outlets = new Map((await findOutlets(job.tx)).map((row) => [row.eui, row]));
  const venues = new Map<string, KnownVenue>();
  for (const row of await findVenues(job.tx)) venues.set(`${row.customer_id} ${row.name_key}`, { ...row, line: null });
  const seen = createSeen();
  for (const row of job.table.rows) {
    const reader = createRowReader(row, job.findings);
    const eui = reader.eui('eui');
    const earlier = eui === null ? undefined : seen(eui, row.line);
    if (earlier !== undefined) reader.note('eui', `stands in line ${earlier} too; one line for each outlet`);
    const customerName = reader.text('customer', 200);
    const customer = customerName === null ? undefined : customers.get(nameKey(customerName));
    if (customerName !== null && customer === undefined) {
      reader.note('customer', `'${customerName}' is unknown; import it in customers.csv first, or correct the name`);
    } else if (customer?.kind === 'advertiser') {
      reader.note('customer', `'${customer.name}' is an advertiser; an outlet belongs to a property customer`);
    }
    const place = readPlace(reader);
    const label = reader.optionalText('label', 100);
    if (customer === undefined || !reader.isGood()) continue;
    const venue = await saveVenue(job, reader, venues, customer.id, place);
    if (venue === null || eui === null) continue;
    const fromMs = reader.instant('from', venue.time_zone);
    if (fromMs === null) continue;
    const outletId = await saveOutlet(job, reader, outlets.get(eui), { eui, label, lat: place.lat, lng: place.lng });
    if (outletId === null) continue;
    await saveAssignment(job, reader, { outletId, customerId: customer.id, venue, fromMs });
  }
}

type Place = {
  readonly venue: string | null;
  readonly lat: number | null;
  readonly lng: number | null;
  readonly fields: Omit<VenueFields, 'time_zone'> & { readonly time_zone: string | null };
};

function readPlace(reader: RowReader): Place {
  const venue = reader.text('venue', 200);
  const [lat, lng] = readPosition(reader, 'lat', 'lng');
  const [venueLat, venueLng] = readPosition(reader, 'venue_lat', 'venue_lng');
  const fields = {
    type: reader.optionalText('venue_type', 60).toLowerCase(),
    address: reader.optionalText('address', 200),
    city: reader.optionalText('city', 100),
    state: reader.optionalText('state', 60),
    time_zone: reader.timeZone('time_zone') ?? null,
    lat: venueLat,
    lng: venueLng,
  };
  return { venue, lat, lng, fields };
}

function readPosition(reader: RowReader, latColumn: string, lngColumn: string): [number | null, number | null] {
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

async function saveVenue(
  job: ImportJob,
  reader: RowReader,
  venues: Map<string, KnownVenue>,
  customerId: string,
  place: Place,
): Promise<KnownVenue | null> {
  const name = place.venue ?? '';
  const key = `${customerId} ${nameKey(name)}`;
  const stored = venues.get(key);
  const { fields } = place;
  if (stored === undefined) {
    const [lat, lng] = fields.lat === null ? [place.lat, place.lng] : [fields.lat, fields.lng];
    const zone = fields.time_zone ?? (lat === null || lng === null ? null : timeZoneAt(lat, lng));
    if (zone === null) {
      reader.note(
        'time_zone',
        `is needed for the new venue '${name}'; write an IANA name such as America/Chicago, or give lat and lng`,
      );
      return null;
    }
    const row = { customer_id: customerId, name, ...fields, time_zone: zone };
    const id = await insertVenue(job.tx, row, job.nowMs);
    count(job, 'venues', 'created', { line: reader.line, name });
    const venue = { id, name_key: nameKey(name), ...row, line: reader.line };
    venues.set(key, venue);
    return venue;
  }
  const wanted = mergeVenue(stored, fields);
  const changes = VENUE_FIELDS.filter((field) => stored[field] !== wanted[field]);
  const differs = changes.find((field) => stored[field] !== '' && stored[field] !== null);
  if (changes.length === 0) return stored;
  if (stored.line !== null && differs !== undefined) {
    reader.note(
      COLUMN_OF[differs],
      `differs for the venue '${stored.name}' from line ${stored.line}; write the same or leave it empty`,
    );
    return null;
  }
  await updateVenue(job.tx, stored.id, wanted, job.nowMs);
  const changed = differences(stored, wanted, VENUE_FIELDS);
  count(job, 'venues', 'changed', { line: reader.line, name: stored.name, fields: changed });
  const venue = { ...stored, ...wanted, line: reader.line };
  venues.set(key, venue);
  return venue;
}

const VENUE_FIELDS = ['type', 'address', 'city', 'state', 'time_zone', 'lat', 'lng'] as const;
const COLUMN_OF = {
  type: 'venue_type',
  address: 'address',
  city: 'city',
  state: 'state',
  time_zone: 'time_zone',
  lat: 'venue_lat',
  lng: 'venue_lng',
} as const;

/** An empty cell leaves what is stored. */
const mergeVenue = (stored: VenueFields, given: Place['fields']): VenueFields => ({
  type: given.type || stored.type,
  address: given.address || stored.address,
  city: given.city || stored.city,
  state: given.state || stored.state,
  time_zone: given.time_zone ?? stored.time_zone,
  lat: given.lat ?? stored.lat,
  lng: given.lng ?? stored.lng,
});

async function saveOutlet(
  job: ImportJob,
  reader: RowReader,
  stored: OutletRow | undefined,
  wanted: { eui: string; label: string; lat: number | null; lng: number | null },
): Promise<string | null> {
  if (stored === undefined) {
    count(job, 'outlets', 'created', { line: reader.line, name: shownEui(wanted.eui) });
    return insertOutlet(job.tx, wanted, job.nowMs);
  }
  if (stored.retired_at !== null) {
    reader.note('eui', 'belongs to a retired outlet; its number is never used again');
    return null;
  }
  const fields = { label: wanted.label || stored.label, lat: wanted.lat ?? stored.lat, lng: wanted.lng ?? stored.lng };
  const unchanged = fields.label === stored.label && fields.lat === stored.lat && fields.lng === stored.lng;
  if (!unchanged) await updateOutlet(job.tx, stored.id, fields, job.nowMs);
  const about = { line: reader.line, name: shownEui(wanted.eui) };
  const changes = differences(stored, fields, ['label', 'lat', 'lng']);
  count(job, 'outlets', unchanged ? 'unchanged' : 'changed', { ...about, fields: changes });
  return stored.id;
}

async function saveAssignment(
  job: ImportJob,
  reader: RowReader,
  { venue, ...place }: { outletId: string; customerId: string; venue: KnownVenue; fromMs: number },
): Promise<void> {
  const outcome = await assignOutlet(job.tx, { ...place, venueId: venue.id });
  if ('done' in outcome) {
    const since = shownInstant(place.fromMs, venue.time_zone);
    count(job, 'assignments', outcome.done, { line: reader.line, name: `${venue.name} from ${since}` });
    return;
  }
  const since = shownInstant(outcome.sinceMs, venue.time_zone);
  reader.note(
    'from',
    outcome.refused === 'stands-there'
      ? `differs: the outlet has stood at '${venue.name}' since ${since}; write that date, history does not change`
      : `lies before the outlet's present place began (${since}); write a later date`,
  );
}
