/** Texts of `date-range.ts`. */
export const dateRangeStrings = {
  all: 'All time',
  today: 'Today',
  yesterday: 'Yesterday',
  thisMonth: 'This month',
  lastMonth: 'Last month',
  last7Days: '7 days',
  last30Days: '30 days',
  last90Days: '90 days',
} as const;
