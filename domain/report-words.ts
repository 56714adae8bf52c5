import type { ReportDimension, ReportFilter } from '#contract/reports.ts';
import { mapAreaWords } from './map-area.ts';
import { REASON_WORDS } from './reason-words.ts';
import { dayInWords } from './report-period.ts';

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const month = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** Returns a row's display label. Formats times and substitutes a placeholder for unknown values. */
export function rowWords(
  dimension: ReportDimension | ReportFilter,
  { id, label }: { id: string; label: string },
): string {
  switch (dimension) {
    case 'hour':
      return `${dayInWords(id.slice(0, 10))}, ${id.slice(11, 16)}`;
    case 'day':
      return dayInWords(id);
    case 'week':
      return `Week of ${dayInWords(id)}`;
    case 'month':
      return month.format(new Date(`${id}-01T00:00:00Z`));
    case 'hour_of_week':
      return `${WEEKDAYS[Number(id.slice(0, 1)) - 1] ?? ''} ${id.slice(2)}:00`;
    case 'reason':
      return id === '' ? 'Valid' : ((REASON_WORDS as Readonly<Record<string, string>>)[id] ?? label);
    case 'area':
      return mapAreaWords(id);
    case 'advertiser':
    case 'campaign':
    case 'flight':
      return label === '' ? 'No sponsor' : label;
    default:
      return label === '' ? 'Unknown' : label;
  }
}
