import type { ResultKind, SampleResult } from './sample-data/results.ts';

export const ORDERS = ['All', 'Popular', 'Interesting', 'Latest'] as const;
export type ResultOrder = (typeof ORDERS)[number];
export const TIMES = ['All Time', 'Last 24h', 'Last Month', 'Last Year'] as const;
export type ResultTime = (typeof TIMES)[number];

export const RESULTS_A_PAGE = 4;
const HOURS: Record<ResultTime, number> = {
  'All Time': Infinity,
  'Last 24h': 24,
  'Last Month': 730,
  'Last Year': 8_760,
};

const COMPARE: Record<ResultOrder, (one: SampleResult, other: SampleResult) => number> = {
  All: (one, other) => one.id - other.id,
  Popular: (one, other) => other.popularity - one.popularity,
  Interesting: (one, other) => other.interest - one.interest,
  Latest: (one, other) => one.ageHours - other.ageHours,
};

export type ResultFilter = { readonly order: ResultOrder; readonly time: ResultTime; readonly kind: ResultKind | null };

export const findResults = (all: readonly SampleResult[], { order, time, kind }: ResultFilter): SampleResult[] =>
  all
    .filter((result) => result.ageHours <= HOURS[time] && (kind === null || result.kind === kind))
    .sort(COMPARE[order]);
