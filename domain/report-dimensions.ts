import type { ReportDimension, ReportFilter } from '#contract/reports.ts';
import type { Perspective } from './role.ts';

type Dimension = {
  readonly label: string;
  /** The sides that may use it in reports. */
  readonly visibleTo: readonly Perspective[];
  /** The aspect of an event that the dimension describes: time, place, sponsor, or invalid-traffic reason. */
  readonly kind: 'time' | 'place' | 'sponsor' | 'reason';
};

const EVERYONE = ['admin', 'property', 'advertiser'] as const;
/** Owners see the sponsors, but not their campaigns. */
const NOT_OWNERS = ['admin', 'advertiser'] as const;

/** The registry of all report dimensions and filters. */
export const DIMENSIONS: Readonly<Record<ReportDimension | ReportFilter, Dimension>> = {
  hour: { label: 'Hour', visibleTo: EVERYONE, kind: 'time' },
  day: { label: 'Day', visibleTo: EVERYONE, kind: 'time' },
  week: { label: 'Week', visibleTo: EVERYONE, kind: 'time' },
  month: { label: 'Month', visibleTo: EVERYONE, kind: 'time' },
  hour_of_week: { label: 'Hour of the week', visibleTo: EVERYONE, kind: 'time' },
  customer: { label: 'Customer', visibleTo: EVERYONE, kind: 'place' },
  venue: { label: 'Venue', visibleTo: EVERYONE, kind: 'place' },
  venue_type: { label: 'Venue type', visibleTo: EVERYONE, kind: 'place' },
  state: { label: 'State', visibleTo: EVERYONE, kind: 'place' },
  outlet: { label: 'Outlet', visibleTo: EVERYONE, kind: 'place' },
  advertiser: { label: 'Sponsor', visibleTo: EVERYONE, kind: 'sponsor' },
  campaign: { label: 'Campaign', visibleTo: NOT_OWNERS, kind: 'sponsor' },
  flight: { label: 'Flight', visibleTo: NOT_OWNERS, kind: 'sponsor' },
  reason: { label: 'Reason', visibleTo: EVERYONE, kind: 'reason' },
  area: { label: 'Map area', visibleTo: EVERYONE, kind: 'place' },
};

/** Whether a dimension or filter restricts a report to some outlets, regardless of the campaigns that run there. */
export const isOfOutlets = (dimension: ReportDimension | ReportFilter): boolean =>
  DIMENSIONS[dimension].kind === 'place';
