import type { Paper } from '#domain/paper.ts';
import type { Perspective } from '#domain/role.ts';

/** Figures of one outlet or of all, for the statement's period. Amounts in micro-dollars, energy in milliwatt-hours. */
export type StatementFigures = {
  readonly views: number;
  readonly clicks: number;
  readonly burns: number;
  /** Recorded revenue, the owner's share of it, or the advertiser's spend: whatever the perspective may see. */
  readonly amountMicros: bigint;
  /** Null where the perspective has no energy. */
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

/** One calendar day (`YYYY-MM-DD`) in the statement's time zone. */
export type StatementDay = { readonly day: string; readonly views: number; readonly amountMicros: bigint };

/** Half-open, epoch milliseconds. `fromMs` null: everything since the first event, whose instant is `sinceMs`. */
export type StatementPeriod = {
  readonly fromMs: number | null;
  /** Null: up to the moment of issue. */
  readonly toMs: number | null;
  readonly sinceMs: number | null;
  readonly timeZone: string;
  /** Each venue counts the days of its own zone; `timeZone` is the one the period is written in. */
  readonly venuesOwnDays: boolean;
};

/** All a statement prints. Whoever collects it has applied scope and role; nothing here is hidden later. */
export type StatementData = {
  readonly perspective: Perspective;
  /** Our own id of the customer: it names the file. */
  readonly customerId: string;
  readonly customer: string;
  /** The advertiser whose campaigns are meant, where that is not the customer itself. */
  readonly sponsor: string | null;
  /** Live, Paused, Scheduled or Ended; advertiser only. */
  readonly campaignStatus: string | null;
  readonly period: StatementPeriod;
  /** Only what had arrived by then is in it; null: all. */
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
