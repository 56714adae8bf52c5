import type { RangePreset } from '#contract/common.ts';
import { addDays, monthStart } from './calendar-date.ts';

/** Calendar dates (`YYYY-MM-DD`), both inclusive. */
export type CalendarRange = { readonly from: string; readonly to: string };

/** Returns the dates of a preset relative to `today`. "7 days" ends today. */
export function presetDates(preset: RangePreset, today: string): CalendarRange {
  switch (preset) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case '7d':
      return { from: addDays(today, -6), to: today };
    case '30d':
      return { from: addDays(today, -29), to: today };
    case '90d':
      return { from: addDays(today, -89), to: today };
    case 'this-month':
      return { from: monthStart(today, 0), to: today };
    case 'last-month':
      return { from: monthStart(today, 1), to: addDays(monthStart(today, 0), -1) };
  }
}
