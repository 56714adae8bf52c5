import { HOUR_MS } from '#domain/durations.ts';
import { wallClock } from '#domain/zoned-day.ts';
import { seededRandom } from '../../lib/seeded-random.ts';
import { DAY_RHYTHMS, EVENT_CHANCE } from './sample-data/day-rhythms.ts';
import type { Category } from './sample-data/property-customers.ts';

/**
 * Visitors of one day relative to a usual day: `upTo[hour]` is the sum until the end of that hour. The last value is
 * the whole day.
 */
export type DayCurve = readonly number[];

export type CurvePlace = { readonly category: Category; readonly timeZone: string; readonly ownerId: string };

/**
 * Returns curves of the 24 hours from `dayStart` (epoch ms), by the venue's local time. Each kind of place has one
 * cached curve.
 */
export function createDayCurves(seed: string, dayStart: number): (place: CurvePlace) => DayCurve {
  const known = new Map<string, DayCurve>();
  return (place) => {
    // Only arenas differ by owner: each has its own events.
    const key = `${place.category} ${place.timeZone} ${place.category === 'arena' ? place.ownerId : ''}`;
    const curve = known.get(key) ?? planCurve(seed, dayStart, place);
    known.set(key, curve);
    return curve;
  };
}

function planCurve(seed: string, dayStart: number, { category, timeZone, ownerId }: CurvePlace): DayCurve {
  const rhythm = DAY_RHYTHMS[category];
  let sum = 0;
  return Array.from({ length: 24 }, (_, hour) => {
    // The middle of the hour, because the history begins at any minute.
    const local = wallClock(dayStart + (hour + 0.5) * HOUR_MS, timeZone);
    const weekday = local.weekday % 7;
    const hours = weekday === 0 || weekday === 6 ? rhythm.weekend : rhythm.working;
    const event = category === 'arena' ? eventFactor(seed, ownerId, { date: local.date, weekday }) : 1;
    sum += (event * (rhythm.weekday[weekday] ?? 1) * (hours[local.hour] ?? 0)) / total(hours);
    return sum;
  });
}

/** An arena is full on the evenings of its events and nearly empty on others. */
function eventFactor(seed: string, ownerId: string, { date, weekday }: { date: string; weekday: number }): number {
  const random = seededRandom(seed, 'event', ownerId, date);
  return random.fraction() < (EVENT_CHANCE[weekday] ?? 0) ? random.whole(18, 32) / 10 : 0.1;
}

const total = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
