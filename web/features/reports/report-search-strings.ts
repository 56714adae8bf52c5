/** Texts of `report-search.ts`. */
export const reportSearchStrings = {
  noComparison: 'No comparison',
  previousPeriod: 'Previous period',
  sameWeekdays: 'Previous period, same weekdays',
  previousYear: 'Previous year',
} as const;
