import type { Report, ReportRow } from '#contract/reports.ts';
import type { ReportMetric } from '#domain/report-metrics.ts';
import type { Call } from './stub-network.ts';

const PERIOD = {
  from: '2026-11-01',
  to: '2026-11-02',
  time_zone: 'UTC',
  days_of: 'network',
  today: '2026-11-22',
  today_ends_in: 9,
} as const;
const LABELS: Readonly<Record<string, readonly { id: string; label: string }[]>> = {
  day: [
    { id: '2026-11-01', label: '2026-11-01' },
    { id: '2026-11-02', label: '2026-11-02' },
  ],
  venue: [
    { id: 'v1', label: 'Pier House' },
    { id: 'v2', label: '' },
  ],
  state: [{ id: 'NJ', label: 'NJ' }],
  advertiser: [{ id: 'a1', label: 'Volt Cola' }],
  campaign: [{ id: 'k1', label: 'Summer' }],
  hour_of_week: [{ id: '1-08', label: '1-08' }],
  reason: [
    { id: '', label: '' },
    { id: 'repeated', label: 'repeated' },
  ],
};

/** Responds to any report query with 12 in the first row, 6 in the other rows, and 10 in the compared period. */
export function reportAnswer({ query }: Call): Report {
  const metrics = (query.metrics ?? '').split(',') as ReportMetric[];
  const dimensions = query.dimensions === undefined ? [] : query.dimensions.split(',');
  const all = (value: number) => Object.fromEntries(metrics.map((metric) => [metric, value]));
  const isCompared = query.compare !== undefined;
  const row = (of: ReportRow['of'][number], index: number): ReportRow => ({
    of: [of],
    values: all(index === 0 ? 12 : 6),
    ...(isCompared ? { compared: all(10) } : {}),
  });
  const data = (LABELS[dimensions[0] ?? ''] ?? []).map(row);
  return {
    period: PERIOD,
    dimensions,
    metrics,
    total: all(1_200),
    data,
    rows: data.length,
    next_cursor: null,
    notes: [],
    ...(isCompared ? { compared_period: { from: '2026-10-30', to: '2026-10-31' }, compared_total: all(1_000) } : {}),
  };
}
