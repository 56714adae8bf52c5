import type { RangePreset } from '#contract/common.ts';

/** Calendar dates (`YYYY-MM-DD`), both included. */
export type CalendarRange = { readonly start: string; readonly end: string };

/**
 * The range parameters for figure requests: named days, which the server interprets in the contract's time zone. `tz`
 * is set only if the user chose another time zone, because the browser's time zone would change the amounts for the
 * same period.
 */
export type RangeParameters = {
  readonly range?: RangePreset;
  readonly from?: string;
  readonly to?: string;
  readonly tz?: string;
  /** Counts only events that had arrived by the start of this day. */
  readonly known_on?: string;
};

/** The range in the URL: a preset, or both dates. */
type WrittenRange = {
  readonly range?: RangePreset;
  readonly start?: string;
  readonly end?: string;
  readonly tz?: string;
  readonly known_on?: string;
};

/** Converts search parameters to range parameters. For all time, these contain no days. */
export function rangeParameters({ range, start, end, tz, known_on: day }: WrittenRange): RangeParameters {
  const zone = { ...(tz === undefined ? {} : { tz }), ...(day === undefined ? {} : { known_on: day }) };
  if (start !== undefined && end !== undefined) return { from: start, to: end, ...zone };
  return range === undefined ? zone : { range, ...zone };
}
