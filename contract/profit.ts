import * as Type from 'typebox';
import { Period, RangeQuery } from './common.ts';
import type { Endpoint } from './endpoint.ts';
import { orNull } from './field-schemas.ts';
import { ADVICE, PROFIT_SORTS } from './table-choices.ts';
import { PageQuery, SortOf, TablePage } from './table-page.ts';

const Dollars = Type.Number();
/** Dollars of the range. */
export const ProfitRow = Type.Object({
  id: Type.String(),
  eui: Type.String(),
  label: Type.String(),
  customer: Type.String(),
  venue: Type.String(),
  /** Of the range, in service where it stands now. */
  days: Type.Number(),
  views: Type.Integer(),
  /** What advertisers are charged; the owner's share of it; energy at the network's price; the monthly cost of the days. */
  revenue: Dollars,
  owner_share: Dollars,
  energy_kwh: Type.Number(),
  energy_cost: Dollars,
  energy: Type.Enum(['measured', 'partly measured', 'estimated', 'none']),
  fixed_cost: Dollars,
  /** What is left to the network, of the range and of a month at this pace. */
  profit: Dollars,
  profit_a_month: Dollars,
  purchase_price: orNull(Dollars),
  /**
   * The day on which it has earned what it cost, by all it brought since it was bought, wherever it stood, or will have, at the pace of
   * the range; null where nobody wrote what it cost, or it never does.
   */
  pays_back_on: orNull(Type.String()),
  advice: Type.Enum([...ADVICE]),
  /** What it goes by: beside the outlet in the middle it brings much, as usual, or little. */
  why: Type.Enum(['no_views', 'loses', 'little', 'much', 'usual', 'new']),
  /** Whether somebody wrote what it costs a month; without it the profit is without that. */
  cost_known: Type.Boolean(),
});
export type ProfitRow = Type.Static<typeof ProfitRow>;

const Page = TablePage(ProfitRow);
export const ProfitPage = Type.Object({
  ...Page.properties,
  period: Period,
  /** Of a month, of all outlets that can be told: what advice goes by. */
  median_a_month: Dollars,
});
export type ProfitPage = Type.Static<typeof ProfitPage>;

export const listProfit = {
  method: 'GET',
  url: '/admin/profit',
  allowed: 'admin',
  summary: 'What each outlet in service brings the network after share, energy and cost, and what to move, keep or add',
  schema: {
    querystring: Type.Object(
      {
        ...RangeQuery,
        ...PageQuery,
        sort: SortOf(PROFIT_SORTS),
        advice: Type.Optional(Type.Enum([...ADVICE])),
      },
      { additionalProperties: false },
    ),
    response: { 200: ProfitPage },
  },
} as const satisfies Endpoint;
