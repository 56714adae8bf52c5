/**
 * Statistical disclosure control for other customers' figures. Outlets belong to fixed groups, and only a group's mean
 * is published for each of its outlets. No selection of outlets, and no difference between selections, distinguishes
 * one outlet from the rest of its group (docs/threat-model.md#forecasts).
 */

/** Minimum number of outlets with views, in a group and in a selection. */
export const LEAST_OUTLETS = 5;
/** Minimum number of flights in a group, not counting the advertiser that has the most. */
export const LEAST_FLIGHTS = 3;
/**
 * Maximum share of a group's views that one outlet may have. Above this share, the group's sum would nearly equal that
 * outlet's figure.
 */
const LARGEST_SHARE = 0.5;

/** Outlets that always share a group, such as those of one venue. */
export type Unit = {
  /** Names of the areas that enclose the unit, narrowest first. Each area lies within the next one. */
  readonly within: readonly string[];
  /** Number of outlets with views. */
  readonly outlets: number;
  readonly views: number;
  /** The number of views at the outlet with the most views. */
  readonly most: number;
  /** Flights, each with its advertiser. */
  readonly flights: ReadonlyMap<number, number>;
};

/** Whether an advertiser that knows its own figures cannot infer those of a single outlet or flight. */
export function isSafe(units: readonly Unit[]): boolean {
  let [outlets, views, most] = [0, 0, 0];
  const flights = new Map<number, number>();
  for (const unit of units) {
    outlets += unit.outlets;
    views += unit.views;
    most = Math.max(most, unit.most);
    for (const [flight, advertiser] of unit.flights) flights.set(flight, advertiser);
  }
  const own = new Map<number, number>();
  for (const advertiser of flights.values()) own.set(advertiser, (own.get(advertiser) ?? 0) + 1);
  const others = flights.size - Math.max(0, ...own.values());
  return outlets >= LEAST_OUTLETS && others >= LEAST_FLIGHTS && most <= views * LARGEST_SHARE;
}

/**
 * Returns the smallest safe groups. Units that are not safe alone are merged within their enclosing areas, step by
 * step, with each other or with a group that stays safe. Units without a safe group are omitted.
 */
export function safeGroups<Of extends Unit>(units: readonly Of[]): Of[][] {
  let open = units.map((unit) => [unit]);
  let safe: Of[][] = [];
  const levels = units[0]?.within.length ?? 0;
  for (let level = -1; level < levels; level += 1) {
    const nameOf = ([first]: readonly Of[]) => (level < 0 ? first : first?.within[level]);
    const waiting = new Map<unknown, Of[]>();
    for (const pool of open) waiting.set(nameOf(pool), [...(waiting.get(nameOf(pool)) ?? []), ...pool]);
    open = [];
    for (const [name, pool] of waiting) {
      const host = isSafe(pool) ? undefined : safe.find((group) => nameOf(group) === name);
      const merged = [...(host ?? []), ...pool];
      if (host !== undefined) safe = safe.filter((group) => group !== host);
      (isSafe(merged) ? safe : open).push(merged);
    }
  }
  return safe;
}

/** Rounds to two significant digits, so that a published figure hides small differences. */
export const toTwoDigits = (value: number): number => (value === 0 ? 0 : Number(value.toPrecision(2)));

/** Ranges of flight counts, by their upper bound, and the value published for each. */
const FLIGHT_LEVELS = [
  { to: LEAST_FLIGHTS - 1, shown: 1 },
  { to: 5, shown: 4 },
  { to: 10, shown: 8 },
  { to: 20, shown: 15 },
  { to: 50, shown: 35 },
  { to: 100, shown: 75 },
];

/**
 * Returns the published value for a number of other flights. The value hides a difference of one flight, and is the
 * same for all counts below three.
 */
export const flightLevel = (count: number): number =>
  FLIGHT_LEVELS.find(({ to }) => count <= to)?.shown ?? toTwoDigits(count);
