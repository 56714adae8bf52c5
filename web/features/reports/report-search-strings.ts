/** Texts of `report-search.ts`. */
export const reportSearchStrings = {
  today: 'Today',
  yesterday: 'Yesterday',
  thisMonth: 'This month',
  lastMonth: 'Last month',
  all: 'All time',
  noComparison: 'No comparison',
  previousPeriod: 'Previous period',
  sameWeekdays: 'Previous period, same weekdays',
  previousYear: 'Previous year',
  last7Days: '7 days',
  last30Days: '30 days',
  last90Days: '90 days',
} as const;
