import * as Type from 'typebox';
import type { Endpoint } from '../../contract/endpoint.ts';

const Periods = Type.Object({ this_period_pct: Type.Number(), last_period_pct: Type.Number() });
const Machine = Type.Object({ pct: Type.Number(), temp: Type.Number(), frequency: Type.Number() });
const Point = Type.Tuple([Type.Number(), Type.Number()]);

/** Figures for the sample analytics page (docs/specification.md#entities). The figures have no business meaning. */
export const Analytics = Type.Object({
  visits: Type.Object({
    count: Type.Number(),
    logins: Type.Number(),
    sign_out_pct: Type.Number(),
    rate_pct: Type.Number(),
  }),
  performance: Type.Object({ sdk: Periods, integration: Periods }),
  server: Type.Object({ 1: Machine, 2: Machine }),
  revenue: Type.Array(Type.Object({ label: Type.String(), data: Type.Number() })),
  /** Three series of [epoch milliseconds, value]. */
  mainChart: Type.Array(Type.Array(Point)),
});
export type Analytics = Type.Static<typeof Analytics>;

export const getAnalytics = {
  method: 'GET',
  url: '/analytics',
  allowed: 'data',
  tokenScope: 'reports:read',
  summary: 'Figures of the sample analytics page',
  schema: { response: { 200: Analytics } },
} as const satisfies Endpoint;
