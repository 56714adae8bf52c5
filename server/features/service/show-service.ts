import type { OutletService, ServedDay, ServedOutlet, ServiceMoment } from '#contract/service.ts';
import { FAULT_DAYS, UPTIME_DAYS } from '#contract/service.ts';
import { addDays } from '#domain/calendar-date.ts';
import { DAY_MS } from '#domain/durations.ts';
import { lowest } from '#domain/extremes.ts';
import { outletStatus } from '#domain/outlet-status.ts';
import type { Scope } from '#domain/role.ts';
import { inBoth, type Span, uptime, without } from '#domain/uptime.ts';
import { startOfDate, zonedDay } from '#domain/zoned-day.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { type ContactTimes, readContactTimes } from '../../figures/read/contact-times.ts';
import { grouped } from '../../lib/grouped.ts';
import { findFaultsOf, findServicePlaces, type ServedRow } from './service-queries.ts';
import { showMeter } from './show-meter.ts';

/** Maximum number of moments in a timeline. */
const MOST_MOMENTS = 200;

type Asked = { readonly scope: Scope; readonly nowMs: number };
type Fault = Awaited<ReturnType<typeof findFaultsOf>>[number];
type Place = Awaited<ReturnType<typeof findServicePlaces>>[number];

/** An outlet's contacts in a time span. */
type Contacts = {
  readonly minutes: readonly number[];
  readonly up: readonly Span[];
  /** The time at places that the caller may see, with known contacts. */
  readonly inService: readonly Span[];
  readonly knownSinceMs: number | null;
  /** The places that the caller may see, newest first. */
  readonly places: readonly Place[];
};

const instant = (ms: number): string => new Date(ms).toISOString();
const isTrouble = ({ kind }: Fault): boolean => kind !== 'power_back';
/** Whether a fault happened at a place that the caller may see. */
const isAtPlace = (places: readonly Place[], { at }: Fault): boolean =>
  places.some(({ from_at: fromMs, to_at: toMs }) => at >= fromMs && (toMs === null || at < toMs));

/** Builds the rows of a list, in their order. */
export async function showServed(
  accounts: AccountsDb,
  rows: readonly ServedRow[],
  asked: Asked,
): Promise<ServedOutlet[]> {
  const { nowMs, scope } = asked;
  if (rows.length === 0) return [];
  const keys = rows.map(({ key }) => key);
  const [contacts, faults] = await Promise.all([
    readContacts(accounts, rows, asked, { fromMs: nowMs - UPTIME_DAYS * DAY_MS, toMs: nowMs }),
    findFaultsOf(accounts, keys, { fromMs: nowMs - FAULT_DAYS * DAY_MS, toMs: Number.MAX_SAFE_INTEGER }),
  ]);
  return rows.map((row) => {
    const known = contacts.get(row.key);
    const isKnown = (fault: Fault) => scope.kind === 'all' || isAtPlace(known?.places ?? [], fault);
    const own = faults.filter((fault) => fault.outlet_key === row.key && isTrouble(fault) && isKnown(fault));
    return servedOutlet(row, nowMs, known === undefined ? null : uptime(known.up, known.inService), own);
  });
}

function servedOutlet(row: ServedRow, nowMs: number, up: number | null, faults: readonly Fault[]): ServedOutlet {
  const { id, eui, label, customer_id, customer, venue_id, venue, last_seen_at: seen } = row;
  const [last] = faults;
  return {
    id,
    eui,
    label,
    customer_id,
    customer,
    venue_id,
    venue,
    uptime: up,
    status: outletStatus(seen, nowMs),
    last_seen: seen === null ? null : instant(seen),
    faults: faults.length,
    last_fault: last === undefined ? null : { fault: last.kind, at: instant(last.at) },
  };
}

/** Returns an outlet's service over the last days in its venue's time zone, including today. */
export async function showService(
  accounts: AccountsDb,
  row: ServedRow,
  asked: Asked,
  days: number,
): Promise<OutletService> {
  const { nowMs } = asked;
  const zone = row.time_zone;
  const today = zonedDay(nowMs, zone).date;
  const dates = Array.from({ length: days }, (_, day) => addDays(today, day + 1 - days));
  const span = { fromMs: startOfDate(dates[0] ?? today, zone), toMs: nowMs };
  const [[outlet], contacts, faults] = await Promise.all([
    showServed(accounts, [row], asked),
    readContacts(accounts, [row], asked, span),
    findFaultsOf(accounts, [row.key], { ...span, toMs: Number.MAX_SAFE_INTEGER }),
  ]);
  const known = contacts.get(row.key);
  if (outlet === undefined || known === undefined)
    throw new Error('an outlet that was read has contacts, be they none');
  const { places } = known;
  const seen = faults.filter((fault) => isAtPlace(places, fault));
  const moments = timelineOf(known, seen, nowMs);
  return {
    outlet,
    meter: await showMeter(accounts, row.key, places),
    time_zone: zone,
    uptime: uptime(known.up, known.inService),
    known_since: known.knownSinceMs === null ? null : instant(known.knownSinceMs),
    days: daysOf(known, seen, dates, { zone, nowMs }),
    timeline: moments.slice(0, MOST_MOMENTS),
    left_out: Math.max(0, moments.length - MOST_MOMENTS),
    places: places.map(({ customer, venue, time_zone, from_at, to_at }) => ({
      customer,
      venue,
      time_zone,
      from: instant(from_at),
      to: to_at === null ? null : instant(to_at),
    })),
  };
}

const NEVER: ContactTimes = { minutes: [], up: [], heardMs: null };

async function readContacts(
  accounts: AccountsDb,
  rows: readonly ServedRow[],
  { scope }: Pick<Asked, 'scope'>,
  { fromMs, toMs }: Span,
): Promise<ReadonlyMap<number, Contacts>> {
  const [ids, keys] = [rows.map(({ id }) => id), rows.map(({ key }) => key)];
  const [places, times] = await Promise.all([
    findServicePlaces(accounts, scope, ids),
    readContactTimes(accounts, keys, { fromMs, toMs }, (known) => known),
  ]);
  const placesOf = grouped(places, ({ outlet_id }) => outlet_id);
  return new Map(
    rows.map(({ id, key }) => {
      const { heardMs, minutes, up } = times.get(key) ?? NEVER;
      const own = placesOf.get(id) ?? [];
      // Contacts from other owners' time are hidden.
      const hereMs = lowest(own.map(({ from_at }) => from_at));
      const knownSinceMs = heardMs === null ? null : Math.max(heardMs, Number.isFinite(hereMs) ? hereMs : heardMs);
      const fromKnown = knownSinceMs === null ? toMs : Math.max(fromMs, knownSinceMs);
      const inService = own
        .map(({ from_at, to_at }) => ({ fromMs: Math.max(from_at, fromKnown), toMs: Math.min(to_at ?? toMs, toMs) }))
        .filter((span) => span.fromMs < span.toMs)
        .sort((one, other) => one.fromMs - other.fromMs);
      return [key, { minutes, up, inService, knownSinceMs, places: own }] as const;
    }),
  );
}

/**
 * Returns silences and faults, newest first. Omits a silence that has just begun, because the contact may only be
 * late.
 */
function timelineOf(contacts: Contacts, faults: readonly Fault[], nowMs: number): ServiceMoment[] {
  const silences = without(contacts.inService, contacts.up).map(({ fromMs, toMs }) => ({
    atMs: fromMs,
    kind: 'silent' as const,
    fault: null,
    from: instant(fromMs),
    to: toMs >= nowMs ? null : instant(toMs),
  }));
  const reported = faults.map(({ kind, at }) => ({
    atMs: at,
    kind: 'fault' as const,
    fault: kind,
    from: instant(at),
    to: null,
  }));
  return [...silences, ...reported]
    .sort((one, other) => other.atMs - one.atMs)
    .map(({ atMs: _, ...moment }): ServiceMoment => moment);
}

const isIn = (ms: number, { fromMs, toMs }: Span): boolean => ms >= fromMs && ms < toMs;

function daysOf(
  { minutes, up, inService }: Contacts,
  faults: readonly Fault[],
  dates: readonly string[],
  { zone, nowMs }: { zone: string; nowMs: number },
): ServedDay[] {
  const served = minutes.filter((at) => inService.some((span) => isIn(at, span)));
  // Minutes and days are both in order, so each is visited once.
  let next = 0;
  return dates.map((date) => {
    const [fromMs, endMs] = [startOfDate(date, zone), startOfDate(addDays(date, 1), zone)];
    const within = ({ at }: { readonly at: number }) => at >= fromMs && at < endMs;
    const before = next;
    while ((served[next] ?? endMs) < endMs) next += 1;
    const day = inBoth(inService, [{ fromMs, toMs: Math.min(endMs, nowMs) }]);
    return {
      date,
      uptime: uptime(up, day),
      contact_minutes: next - before,
      faults: faults.filter((fault) => within(fault) && isTrouble(fault)).length,
    };
  });
}
