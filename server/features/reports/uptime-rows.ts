import type { ReportDimension } from '#contract/reports.ts';
import { addDays } from '#domain/calendar-date.ts';
import { DAY_MS } from '#domain/durations.ts';
import { CONTACT_DAYS, type Span } from '#domain/uptime.ts';
import { zoneHours } from '#domain/zone-hours.ts';
import { dayStarts, startOfDate, zonedDay } from '#domain/zoned-day.ts';
import type { Pair } from '../../figures/query/cells-question.ts';
import type { ContractClock } from '../../figures/query/contract-clock.ts';
import { stampsOf, type TimeRange } from '../../figures/query/time-range.ts';
import type { UpTimes } from '../../figures/up-times.ts';
import { AppError } from '../../http/app-error.ts';
import { grouped } from '../../lib/grouped.ts';
import { inGroups } from '../../lib/in-groups.ts';
import { type Chunked, runAtLowPriority } from '../../memory/chunked.ts';
import type { Network } from '../../network/snapshot/whole-network.ts';
import type { Reading } from './read-report-period.ts';
import { isPlace, type Label, placeLabel, rowKey } from './report-places.ts';
import { isTime } from './report-query.ts';
import { findStays } from './reports-queries.ts';
import { mondayOf } from './time-buckets.ts';

type UptimeRow = { readonly of: readonly Label[]; servedMs: number; upMs: number };

type Asked = {
  readonly pairs: readonly Pair[];
  readonly dimensions: readonly ReportDimension[];
  readonly range: TimeRange;
  readonly clock: ContractClock;
};

/** Maximum number of outlets times days in a report. Each day of an outlet is read hour by hour. */
const MOST_OUTLET_DAYS = 100_000;

/** A time span that has one label in every dimension. */
type Piece = Span & { readonly labels: readonly Label[] };

/** Computes how long outlets were in service and in contact, by times and places, as on each outlet's page. */
export async function readUptime(
  { accounts, figures, now }: Reading,
  network: Network,
  asked: Asked,
): Promise<{ readonly rows: Iterable<UptimeRow>; readonly lacksContacts: boolean }> {
  const { dimensions, pairs, range } = asked;
  const nowMs = now();
  const knownMs = nowMs - CONTACT_DAYS * DAY_MS;
  const whole = { fromMs: Math.max(range.startMs ?? knownMs, knownMs), toMs: Math.min(range.endMs ?? nowMs, nowMs) };
  const outlets = grouped(pairs, ({ outletKey }) => outletKey);
  refuseTooMany(outlets.size, whole);
  const idOf = (key: number) => network.outletByKey.get(key)?.id ?? '';
  const [times, stays] = await Promise.all([
    figures.upTimes([...outlets.keys()], whole),
    inGroups([...outlets.keys()].map(idOf), (ids) => findStays(accounts, ids)),
  ]);
  const staysOf = grouped(stays, ({ outlet_id }) => outlet_id);
  const piecesOf = rememberPieces(asked, whole);
  const rows = new Map<string, UptimeRow>();
  const add = (outletKey: number, holders: readonly Pair[]) => {
    const { heardMs, up } = times.get(outletKey) ?? NEVER;
    if (heardMs === null) return;
    for (const { customer_key: customerKey, from_at, time_zone, to_at } of staysOf.get(idOf(outletKey)) ?? []) {
      if (!holders.some((pair) => pair.customerKey === customerKey)) continue;
      const span = { fromMs: Math.max(from_at, heardMs), toMs: to_at ?? nowMs };
      const placeOf = onceEach((dimension: ReportDimension) =>
        isPlace(dimension) ? placeLabel(network, dimension, { customerKey, outletKey }) : null,
      );
      for (const { labels, servedMs, upMs } of partsOf(piecesOf(time_zone), span, up)) {
        const of = dimensions.map((dimension, index) => placeOf(dimension) ?? labels[index] ?? NO_LABEL);
        addTo(rows, of, servedMs, upMs);
      }
    }
  };
  await runAtLowPriority(
    (function* (): Chunked<void> {
      for (const [outletKey, holders] of outlets) yield void add(outletKey, holders);
    })(),
  );
  return { rows: rows.values(), lacksContacts: range.startMs !== null && range.startMs < knownMs };
}

const NEVER: UpTimes = { heardMs: null, up: [] };
const NO_LABEL: Label = { id: '', label: '' };

function addTo(rows: Map<string, UptimeRow>, of: readonly Label[], servedMs: number, upMs: number): void {
  const key = rowKey(of);
  const row = rows.get(key) ?? { of, servedMs: 0, upMs: 0 };
  row.servedMs += servedMs;
  row.upMs += upMs;
  rows.set(key, row);
}

function refuseTooMany(outlets: number, { fromMs, toMs }: Span): void {
  if ((outlets * Math.max(0, toMs - fromMs)) / DAY_MS <= MOST_OUTLET_DAYS) return;
  throw new AppError(
    'invalid',
    'Too many outlets and days for uptime. Choose fewer days, or filter by customer, venue or state.',
  );
}

function onceEach<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}

/**
 * Yields how long an outlet was in service during each piece, and for how much of that time it was in contact. Pieces
 * and up times are in order and do not overlap.
 */
function* partsOf(
  pieces: readonly Piece[],
  stay: Span,
  up: readonly Span[],
): Generator<{ readonly labels: readonly Label[]; readonly servedMs: number; readonly upMs: number }> {
  let next = 0;
  for (const { fromMs, labels, toMs } of pieces) {
    const [startMs, endMs] = [Math.max(fromMs, stay.fromMs), Math.min(toMs, stay.toMs)];
    if (startMs >= endMs) continue;
    let upMs = 0;
    while ((up[next]?.toMs ?? endMs) <= startMs && next < up.length) next += 1;
    for (let at = next; at < up.length; at += 1) {
      const one = up[at];
      if (one === undefined || one.fromMs >= endMs) break;
      upMs += Math.min(one.toMs, endMs) - Math.max(one.fromMs, startMs);
    }
    yield { labels, servedMs: endMs - startMs, upMs };
  }
}

/**
 * Returns a function that splits the range into pieces for a venue's time zone. The pieces differ by venue only if days
 * follow the venues' own time zones.
 */
function rememberPieces({ clock, dimensions, range }: Asked, whole: Span): (venueZone: string) => readonly Piece[] {
  const stamps = stampsOf(range);
  const times = dimensions.filter(isTime);
  const isOfVenues = clock.daysOf === 'venue' || clock.daysOf === 'venues';
  const cut = onceEach((dayZone: string): readonly Piece[] => {
    const fromMs = stamps === null ? whole.fromMs : Math.max(startOfDate(stamps.from, dayZone), whole.fromMs);
    const toMs = stamps === null ? whole.toMs : Math.min(startOfDate(addDays(stamps.to, 1), dayZone), whole.toMs);
    if (fromMs >= toMs) return [];
    if (times.length === 0) return [{ fromMs, toMs, labels: [] }];
    const hours = times.some((time) => time === 'hour' || time === 'hour_of_week')
      ? zoneHours(zonedDay(fromMs, clock.zone).startMs, toMs, clock.zone)
      : new Map<number, string>();
    const days = dayStarts(fromMs, toMs, dayZone);
    const starts = [...new Set([...hours.keys(), ...days.keys()])].sort((one, other) => one - other);
    let [hour, day] = ['', ''];
    return starts.flatMap((startMs, at): Piece[] => {
      hour = hours.get(startMs) ?? hour;
      day = days.get(startMs) ?? day;
      const span = { fromMs: Math.max(startMs, fromMs), toMs: Math.min(starts[at + 1] ?? toMs, toMs) };
      if (span.fromMs >= span.toMs) return [];
      const labels = dimensions.map((dimension) =>
        isTime(dimension) ? named(timeOf[dimension](day, hour)) : NO_LABEL,
      );
      return [{ ...span, labels }];
    });
  });
  return (venueZone) => cut(isOfVenues ? venueZone : clock.zone);
}

const named = (id: string): Label => ({ id, label: id });
const weekdayOf = (date: string): number => ((Date.parse(date) / DAY_MS + 3) % 7) + 1;
const timeOf = {
  hour: (_day: string, hour: string) => hour,
  day: (day: string) => day,
  week: (day: string) => mondayOf(day),
  month: (day: string) => day.slice(0, 7),
  hour_of_week: (_day: string, hour: string) => `${weekdayOf(hour.slice(0, 10))}-${hour.slice(11, 13)}`,
} as const;
