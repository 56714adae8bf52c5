/**
 * Business constants. Those marked "default" are configurable (docs/specification.md#constants,
 * docs/decisions.md#money-and-energy).
 */

/** Default energy that one view pays for, in kilowatt-hours (0.025; the specification's variant is 0.0025). */
export const DEFAULT_ENERGY_KWH_PER_VIEW = 0.025;
/** Default price of energy in dollars per kWh. */
export const DEFAULT_ENERGY_COST_PER_KWH = 0.17;
/** Default owner's share of the recorded revenue. */
export const DEFAULT_OWNER_SHARE = 0.3;

/** Values at which the bars in a stat row are full. */
export const PROGRESS_MAXIMUM = {
  views: 50_000,
  clicks: 50_000,
  campaignTotal: 800_000,
  outletRevenue: 50_000,
  energyKwh: 1_000,
  rating: 100,
} as const;

/** Number of views that a map popup shows before 'and N more...'. */
export const POPUP_VIEWS = 11;

/** Maximum age of an accepted event in days, and maximum time ahead in minutes (docs/decisions.md#ingestion). */
export const LATEST_DAYS_LATE = 30;
export const MOST_MINUTES_EARLY = 5;

/** Days during which a deleted account or message can be restored (docs/threat-model.md#g4). */
export const RESTORABLE_DAYS = 30;

/** Number of days whose burns and views determine a rating (docs/decisions.md#words). */
export const RATED_DAYS = 30;

/** The password of the three demo accounts (docs/decisions.md#fixed-names). */
export const DEMO_PASSWORD = 'voltboard-demo';

/** The domain of the demo's email addresses, which do not exist. */
export const DEMO_DOMAIN = '@demo.voltboard.example';

/** Default maximum power of an outlet, in watts: 16 A at 230 V. */
export const DEFAULT_RATED_WATTS = 3680;

/** The network's name and color until an administrator changes them. */
export const USUAL_NETWORK_NAME = 'Voltboard';
export const USUAL_BRAND_COLOR = '#333964';
