import type { Paper } from '#domain/paper.ts';
import type { Perspective } from '#domain/role.ts';

/**
 * Figures for one outlet or for all, in the statement's period. Amounts are in micro-dollars, and energy is in
 * milliwatt-hours.
 */
export type StatementFigures = {
  readonly views: number;
  readonly clicks: number;
  readonly burns: number;
  /** Recorded revenue, the owner's share, or the advertiser's spend, depending on the perspective. */
  readonly amountMicros: bigint;
  /** Null if the perspective has no energy. */
  readonly energyMilliWh: bigint | null;
};

export type StatementOutlet = StatementFigures & {
  readonly eui: string;
  readonly venue: string;
  /** 0 to 100; null without views. */
  readonly rating: number | null;
  /** Whether some of the energy is the configured estimate. */
  readonly energyEstimated: boolean;
};

/** A calendar day (`YYYY-MM-DD`) in the statement's time zone. */
export type StatementDay = { readonly day: string; readonly views: number; readonly amountMicros: bigint };

/** Half-open, in epoch milliseconds. If `fromMs` is null, the period starts with the first event, at `sinceMs`. */
export type StatementPeriod = {
  readonly fromMs: number | null;
  /** Null means up to the time of issue. */
  readonly toMs: number | null;
  readonly sinceMs: number | null;
  readonly timeZone: string;
  /** Whether each venue counts days in its own time zone. `timeZone` is the printed period's time zone. */
  readonly venuesOwnDays: boolean;
};

/** Everything that a statement prints. Scope and role have already been applied; later steps hide nothing. */
export type StatementData = {
  readonly perspective: Perspective;
  readonly networkName: string;
  /** The customer's id in the product, which is part of the file name. */
  readonly customerId: string;
  readonly customer: string;
  /** The advertiser whose campaigns the statement covers, if it differs from the customer. */
  readonly sponsor: string | null;
  /** Live, Paused, Scheduled or Ended. Advertisers only. */
  readonly campaignStatus: string | null;
  readonly period: StatementPeriod;
  /** Limits the statement to events that had arrived by this time. Null means no limit. */
  readonly knownOnMs: number | null;
  readonly issuedAtMs: number;
  readonly paper: Paper;
  readonly currency: string;
  /** Dollars per kWh and kWh per view, as configured. */
  readonly energyCostPerKwh: number;
  readonly energyKwhPerView: number;
  readonly outlets: readonly StatementOutlet[];
  readonly days: readonly StatementDay[];
};
