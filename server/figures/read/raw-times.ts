import type { SqlValue } from '#event-store/event-store.ts';
import type { Interval, RawPart } from '../plan/reading-plan.ts';

/**
 * A time condition on rows; null if no row can match. A condition that is always false must never be sent: each shard
 * folds it differently, and the names of its result columns then differ from those that the coordinator expects.
 */
export type TimeCondition = { readonly sql: string | null; readonly params: Readonly<Record<string, SqlValue>> };

const at = (name: string) => `fromUnixTimestamp64Milli({${name}:Int64}, 'UTC')`;
export const between = (name: string) => `(ts >= ${at(`${name}From`)} AND ts < ${at(`${name}To`)})`;
export const intervalParams = (name: string, { fromMs, toMs }: Interval) => ({
  [`${name}From`]: fromMs,
  [`${name}To`]: toMs,
});

/** Returns the condition for rows in an interval. */
export const during = (name: string, interval: Interval): TimeCondition =>
  interval.fromMs >= interval.toMs
    ? { sql: null, params: {} }
    : { sql: between(name), params: intervalParams(name, interval) };

/** Returns the condition for the rows of a raw part, from its non-empty pieces. */
export function within(name: string, raw: RawPart): TimeCondition {
  const inWeeks = during(`${name}Weeks`, raw.within);
  const ofWeeks: TimeCondition =
    raw.weeks.length === 0 || inWeeks.sql === null
      ? { sql: null, params: {} }
      : {
          sql: `(toMonday(ts) IN {${name}Weeks:Array(Date)} AND ${inWeeks.sql})`,
          params: { ...inWeeks.params, [`${name}Weeks`]: raw.weeks },
        };
  return anyOf([during(`${name}Head`, raw.head), during(`${name}Tail`, raw.tail), ofWeeks]);
}

/** Returns a condition that matches if one of the given conditions does. */
export function anyOf(conditions: readonly TimeCondition[]): TimeCondition {
  const pieces = conditions.flatMap(({ sql }) => sql ?? []);
  return {
    sql: pieces.length === 0 ? null : `(${pieces.join(' OR ')})`,
    params: Object.assign({}, ...conditions.map(({ params }) => params)),
  };
}
