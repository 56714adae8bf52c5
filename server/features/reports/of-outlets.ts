import type { ReportDimension, ReportFilter } from '#contract/reports.ts';

export const PLACES = ['customer', 'venue', 'venue_type', 'state', 'outlet'] as const;

/** What narrows a report to some outlets, and is none of its dimensions or one of places. */
export const isOfOutlets = (filter: ReportFilter | ReportDimension): boolean =>
  filter === 'area' || PLACES.some((place) => place === filter);
