import { HOUR_MS, MINUTE_MS } from '#domain/durations.ts';

const HALF = 30;

/** The minutes of one hour as bits, 30 in each number. */
export type Halves = { first: number; second: number };

/** Minutes with contact that are not written yet, by outlet and hour. */
export type ContactMinutes = Map<number, Map<number, Halves>>;

export function noteMinute(minutes: ContactMinutes, outletKey: number, atMs: number): void {
  const hour = Math.floor(atMs / HOUR_MS);
  const minute = Math.floor((atMs - hour * HOUR_MS) / MINUTE_MS);
  addHalves(minutes, outletKey, hour, {
    first: minute < HALF ? 1 << minute : 0,
    second: minute < HALF ? 0 : 1 << (minute - HALF),
  });
}

/** Merges in other minutes, such as those of a failed write. */
export function addMinutes(minutes: ContactMinutes, others: ContactMinutes): void {
  for (const [outletKey, hours] of others)
    for (const [hour, halves] of hours) addHalves(minutes, outletKey, hour, halves);
}

function addHalves(minutes: ContactMinutes, outletKey: number, hour: number, { first, second }: Halves): void {
  const hours = minutes.get(outletKey) ?? new Map<number, Halves>();
  if (hours.size === 0) minutes.set(outletKey, hours);
  const known = hours.get(hour);
  if (known === undefined) return void hours.set(hour, { first, second });
  known.first |= first;
  known.second |= second;
}

/** Converts the outlets' minutes to rows for the store. */
export const minuteRows = (minutes: ContactMinutes, outletKeys: readonly number[]) =>
  outletKeys.flatMap((outletKey) =>
    [...(minutes.get(outletKey) ?? [])].map(([hour, { first, second }]) => ({
      outlet_key: outletKey,
      hour,
      first_half: first,
      second_half: second,
    })),
  );
