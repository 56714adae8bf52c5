/** Report queries whose statements are committed as files in `golden-sql/`, by file name. */
export type GoldenQuestion = {
  /** `<alpha>` is a placeholder for the id of that row in the test's world. */
  readonly query: string;
  /** Defaults to administrators. */
  readonly as?: 'alpha' | 'volt';
};

type Questions = Readonly<Record<string, GoldenQuestion>>;

/** A range with sealed weeks, and with days that are not sealed yet. */
const RECENT = 'range=30d';
/** Weeks for which only sums are stored. */
const ARCHIVED = 'from=2026-07-06&to=2026-07-19';
/** A few hours of today, so that the statement has only a few hours to list. */
const HOURS = 'start=1795240800&end=1795262400';

export const GOLDEN_QUESTIONS: Questions = {
  // Families of metrics.
  'metrics-sums-admin': { query: `${RECENT}&metrics=views,clicks,burns,revenue` },
  'metrics-sums-owner': { query: `${RECENT}&metrics=views,clicks,burns,revenue`, as: 'alpha' },
  'metrics-sums-advertiser': { query: `${RECENT}&metrics=views,clicks,burns,revenue`, as: 'volt' },
  'metrics-usual': { query: RECENT, as: 'alpha' },
  'metrics-energy': { query: `${RECENT}&metrics=energy_kwh,left_after_energy&dimensions=venue`, as: 'alpha' },
  'metrics-invalid': { query: `${RECENT}&metrics=gross_views,invalid_views&dimensions=reason` },
  'metrics-invalid-classes': {
    query: `${RECENT}&metrics=general_invalid_views,sophisticated_invalid_views&dimensions=advertiser`,
  },
  'metrics-unsigned': { query: `${RECENT}&metrics=unsigned_views,unsigned_revenue&dimensions=flight` },
  'metrics-visitors-admin': { query: `${RECENT}&metrics=visitors` },
  'metrics-visitors-owner': { query: `${RECENT}&metrics=visitors&dimensions=venue`, as: 'alpha' },
  'metrics-visitors-advertiser': { query: `${RECENT}&metrics=views_per_visitor&dimensions=campaign`, as: 'volt' },
  'metrics-visitors-unknown': { query: `${ARCHIVED}&metrics=visitors` },
  'metrics-uptime': { query: `${RECENT}&metrics=views,uptime&dimensions=outlet`, as: 'alpha' },
  // Dimensions: times in the network's time zone and by the venues' days, places, and ads.
  'by-hour': { query: `${HOURS}&metrics=views&dimensions=hour` },
  'by-day-network': { query: 'range=7d&metrics=views&dimensions=day' },
  'by-day-venues': { query: 'range=7d&metrics=views&dimensions=day', as: 'alpha' },
  'by-day-zone': { query: 'range=7d&metrics=views&dimensions=day&tz=Asia/Tokyo', as: 'alpha' },
  'by-week': { query: `${RECENT}&metrics=views&dimensions=week`, as: 'alpha' },
  'by-month': { query: `${RECENT}&metrics=views&dimensions=month`, as: 'volt' },
  'by-hour-of-week': { query: `${HOURS}&metrics=views&dimensions=hour_of_week` },
  'by-place': { query: `${RECENT}&metrics=views&dimensions=venue,state,venue_type` },
  'by-place-and-day': { query: 'range=7d&metrics=views,revenue&dimensions=day,venue', as: 'alpha' },
  'by-place-advertiser': { query: 'range=7d&metrics=views&dimensions=day,venue', as: 'volt' },
  'by-customer-and-ad': { query: `${RECENT}&metrics=revenue&dimensions=customer,campaign,flight` },
  'by-outlet-and-ad': { query: `${RECENT}&metrics=revenue&dimensions=outlet,advertiser` },
  // Filters.
  'filter-places': { query: `${RECENT}&metrics=views&filters={"customer":["<alpha>"],"state":["NY"]}` },
  'filter-ads': {
    query: `${RECENT}&metrics=views&filters={"advertiser":["<volt>"],"campaign":["<cola>"],"flight":["COLA-1"]}`,
  },
  'filter-reason': { query: `${RECENT}&metrics=gross_views&filters={"reason":["outlet_pace"]}` },
  'filter-area': {
    query: `${RECENT}&metrics=views&dimensions=day&filters={"area":["-75,40,-73,41"]}`,
    as: 'alpha',
  },
  // A customer within the scope.
  'cid-owner': { query: `${RECENT}&metrics=views,revenue&cid=<alpha>` },
  'cid-advertiser': { query: `${RECENT}&metrics=views,revenue&cid=<volt>` },
  'cid-host': { query: `${RECENT}&metrics=views,revenue&cid=<alpha>`, as: 'volt' },
  // Ranges.
  'compared-days': { query: 'range=7d&metrics=views&dimensions=day&compare=previous' },
  'compared-year': { query: `${RECENT}&metrics=views&compare=year_before`, as: 'alpha' },
  'known-on': { query: 'range=7d&metrics=views,revenue&known_on=2026-11-20' },
  'all-time-sums': { query: 'metrics=views,revenue' },
  'all-time-owner': { query: 'metrics=views,revenue', as: 'alpha' },
  'all-time-cells': { query: 'metrics=revenue&dimensions=campaign', as: 'volt' },
  'archived-sums': { query: `${ARCHIVED}&metrics=views,revenue` },
  'archived-cells': { query: `${ARCHIVED}&metrics=revenue&dimensions=day`, as: 'alpha' },
  'archived-to-today': { query: 'from=2026-07-06&to=2026-11-21&metrics=revenue&dimensions=flight', as: 'volt' },
};

/** Queries that run after an event arrived late in a sealed week, which is then read from single events again. */
export const LATE_QUESTIONS: Questions = {
  'late-sums': { query: `${RECENT}&metrics=views,revenue`, as: 'alpha' },
  'late-cells': { query: `${RECENT}&metrics=views&dimensions=flight` },
};
