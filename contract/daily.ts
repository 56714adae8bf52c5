import * as Type from 'typebox';
import { KnownRangeQuery, Period } from './common.ts';
import type { Endpoint } from './endpoint.ts';

/** Daily figures for the scope, for the statement's chart and the summary's sparklines. `period` defines the days. */
export const DailyFigures = Type.Object({
  period: Period,
  data: Type.Array(
    Type.Object({
      date: Type.String(),
      views: Type.Integer(),
      clicks: Type.Integer(),
      burns: Type.Integer(),
      revenue: Type.Number(),
    }),
  ),
});
export type DailyFigures = Type.Static<typeof DailyFigures>;

export const getDailyFigures = {
  method: 'GET',
  url: '/list/daily',
  allowed: 'data',
  tokenScope: 'reports:read',
  summary: 'Get figures in scope by day',
  schema: {
    querystring: Type.Object(KnownRangeQuery, { additionalProperties: false }),
    response: { 200: DailyFigures },
  },
} as const satisfies Endpoint;
