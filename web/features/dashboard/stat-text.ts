import { formatCount, formatDollars, formatKwh, formatWholeDollars } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { statTextStrings as strings } from './dashboard-strings.ts';
import type { StatUnit } from './stat-rows.ts';

/** A figure as a row shows it. If `unit` is set, it follows in small type. */
export type StatText = { readonly text: string; readonly unit?: string };

/** Formats the maximum at the end of a bar, without unnecessary decimals; null if the value itself shows it. */
export function maximumText(maximum: number, unit: StatUnit): string | null {
  switch (unit) {
    case 'count':
      return formatCount(maximum);
    case 'dollars':
      return maximum < 1 ? formatDollars(maximum) : formatWholeDollars(maximum);
    case 'kwh':
      return interpolate(strings.maximumKwh, { maximum: formatCount(maximum) });
    case 'rating':
      return null;
  }
}

/** Formats a figure in its unit; a missing value is shown as a dash. */
export function statText(value: number | null, unit: StatUnit): StatText {
  if (value === null) return { text: '–' };
  switch (unit) {
    case 'count':
      return { text: formatCount(value) };
    case 'dollars':
      return { text: formatDollars(value) };
    case 'kwh':
      return { text: formatKwh(value * 1000), unit: strings.kwh };
    case 'rating':
      return { text: formatCount(value), unit: strings.ofHundred };
  }
}
