/**
 * Business constants; those marked "default" are configuration (docs/specification.md#constants,
 * docs/decisions.md#money-and-energy).
 */

/** Default energy one view pays for, in watt-hours (0.025 kWh; the specification's variant is 0.0025). */
export const DEFAULT_ENERGY_KWH_PER_VIEW = 0.025;
/** Default price of energy in dollars per kWh. */
export const DEFAULT_ENERGY_COST_PER_KWH = 0.17;
/** Default share of the recorded revenue for the outlet's owner. */
export const DEFAULT_OWNER_SHARE = 0.3;

/** Values at which the bars of a stat row are full. */
export const PROGRESS_MAXIMUM = {
  views: 50_000,
  clicks: 50_000,
  campaignTotal: 800_000,
  outletRevenue: 50_000,
  energyKwh: 1_000,
  rating: 100,
} as const;

/** Number of views in a map popup before 'and N more...'. */
export const POPUP_VIEWS = 11;

/** Maximum age, and maximum time ahead, of an accepted event (docs/decisions.md#ingestion). */
export const LATEST_DAYS_LATE = 30;
export const MOST_MINUTES_EARLY = 5;

/** Days during which a deleted account or message can be restored (docs/threat-model.md#g4). */
export const RESTORABLE_DAYS = 30;

/** Days of burns and views that determine a rating (docs/decisions.md#words). */
export const RATED_DAYS = 30;

/** The password of the three demo accounts (docs/decisions.md#fixed-names). */
export const DEMO_PASSWORD = 'voltboard-demo';

/** The demo's addresses do not exist. */
export const DEMO_DOMAIN = '@demo.voltboard.example';

/** Default maximum power of an outlet, in watts: 16 A at 230 V. */
export const DEFAULT_RATED_WATTS = 3680;
