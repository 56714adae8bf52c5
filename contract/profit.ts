import * as Type from 'typebox';
import { Period, RangeQuery } from './common.ts';
import type { Endpoint } from './endpoint.ts';
import { orNull } from './field-schemas.ts';
import { SortOf, TablePage, TableQuery } from './pagination.ts';
import { ADVICE, PROFIT_SORTS } from './table-choices.ts';

const Dollars = Type.Number();
/** In dollars, over the range. */
export const ProfitRow = Type.Object({
  id: Type.String(),
  eui: Type.String(),
  label: Type.String(),
  customer: Type.String(),
  venue: Type.String(),
  /** Number of days in the range on which the outlet was in service at the current venue. */
  days: Type.Number(),
  views: Type.Integer(),
  /**
   * Advertiser charges, the owner's share of them, energy at the network's price, and the monthly cost for these days.
   */
  revenue: Dollars,
  owner_share: Dollars,
  energy_kwh: Type.Number(),
  energy_cost: Dollars,
  energy: Type.Enum(['measured', 'partly measured', 'estimated', 'none']),
  fixed_cost: Dollars,
  /** The network's profit in the range, and per month at this rate. */
  profit: Dollars,
  profit_a_month: Dollars,
  purchase_price: orNull(Dollars),
  /**
   * The day on which the outlet's total profit since its purchase, at all venues, covers its price. A future day
   * assumes the profit rate in the range. Null if no price is entered, or if the price is never paid back.
   */
  pays_back_on: orNull(Type.String()),
  advice: Type.Enum([...ADVICE]),
  /** The reason for the advice. `much`, `usual` and `little` are relative to the median outlet. */
  why: Type.Enum(['no_views', 'loses', 'little', 'much', 'usual', 'new']),
  /** Whether a monthly cost is entered. If not, the profit excludes it. */
  cost_known: Type.Boolean(),
});
export type ProfitRow = Type.Static<typeof ProfitRow>;

const Page = TablePage(ProfitRow);
export const ProfitPage = Type.Object({
  ...Page.properties,
  period: Period,
  /** The median monthly profit over all outlets with enough data, which the advice is based on. */
  median_a_month: Dollars,
});
export type ProfitPage = Type.Static<typeof ProfitPage>;

export const listProfit = {
  method: 'GET',
  url: '/admin/profit',
  allowed: 'admin',
  tokenScope: 'money:read',
  summary:
    "Get the network's profit from each outlet in service after share, energy and cost, with advice on what to move, keep or add, also as CSV",
  schema: {
    querystring: Type.Object(
      {
        ...RangeQuery,
        ...TableQuery,
        sort: SortOf(PROFIT_SORTS),
        advice: Type.Optional(Type.Enum([...ADVICE])),
      },
      { additionalProperties: false },
    ),
    response: { 200: ProfitPage },
  },
} as const satisfies Endpoint;
