/**
 * Returns the N in 'N% more usage': today's views divided by all-time views, as a whole percentage. 0 without views
 * (docs/threat-model.md#d5).
 */
export const usagePercent = (todayViews: number, allViews: number): number =>
  allViews === 0 ? 0 : Math.round((100 * todayViews) / allViews);

/**
 * Returns an outlet's rating: its burns divided by its views in the last 30 days, in percent, at most 100. Null without
 * views (docs/decisions.md#words).
 */
export const ratingOf = (burns: number, views: number): number | null =>
  views === 0 ? null : Math.min(100, Math.round((100 * burns) / views));
