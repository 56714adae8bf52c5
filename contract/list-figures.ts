import * as Type from 'typebox';

/** Figures for a device, a customer, or the whole scope. Money is in dollars, with at most six decimals. */
export const FIGURES = {
  today_views: Type.Integer(),
  total_views: Type.Integer(),
  today_clicks: Type.Integer(),
  total_clicks: Type.Integer(),
  today_burns: Type.Integer(),
  total_burns: Type.Integer(),
  /** The recorded revenue for administrators, the owner's share of it for an owner, the spending for an advertiser. */
  today_revenue: Type.Number(),
  total_revenue: Type.Number(),
  /** Absent for an advertiser, like the two fields below. */
  today_energy_wh: Type.Optional(Type.Number()),
  total_energy_wh: Type.Optional(Type.Number()),
  /** Whether any of the energy is the configured estimate rather than a meter reading. */
  energy_estimated: Type.Optional(Type.Boolean()),
} as const;

export const Figures = Type.Object(FIGURES);
export type Figures = Type.Static<typeof Figures>;

/** The same figures in the comparison period. */
export const ComparedFigures = Type.Object({
  from: Type.String(),
  to: Type.String(),
  /** The end of the last compared day (`14:07`), if the range includes today. */
  until: Type.Optional(Type.String()),
  total_views: Type.Integer(),
  total_clicks: Type.Integer(),
  total_burns: Type.Integer(),
  total_revenue: Type.Number(),
  /** Absent for an advertiser. */
  total_energy_wh: Type.Optional(Type.Number()),
});
export type ComparedFigures = Type.Static<typeof ComparedFigures>;
