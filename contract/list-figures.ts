import * as Type from 'typebox';

/** Figures of a device, of a customer or of all in scope. Money in dollars, at most six decimals. */
export const FIGURES = {
  today_views: Type.Integer(),
  total_views: Type.Integer(),
  today_clicks: Type.Integer(),
  total_clicks: Type.Integer(),
  today_burns: Type.Integer(),
  total_burns: Type.Integer(),
  /** Recorded revenue for administrators, its share for an owner, spend for an advertiser. */
  today_revenue: Type.Number(),
  total_revenue: Type.Number(),
  /** Absent for an advertiser, as the two below. */
  today_energy_wh: Type.Optional(Type.Number()),
  total_energy_wh: Type.Optional(Type.Number()),
  /** Whether any of the energy is the configured estimate instead of a meter's reading. */
  energy_estimated: Type.Optional(Type.Boolean()),
} as const;

export const Figures = Type.Object(FIGURES);
export type Figures = Type.Static<typeof Figures>;

/** The same figures of the days that a range is compared with. */
export const ComparedFigures = Type.Object({
  from: Type.String(),
  to: Type.String(),
  /** Of the last day up to this time of its clock (`14:07`), where the range goes on today. */
  until: Type.Optional(Type.String()),
  total_views: Type.Integer(),
  total_clicks: Type.Integer(),
  total_burns: Type.Integer(),
  total_revenue: Type.Number(),
  /** Absent for an advertiser. */
  total_energy_wh: Type.Optional(Type.Number()),
});
export type ComparedFigures = Type.Static<typeof ComparedFigures>;
