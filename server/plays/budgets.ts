import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { Play } from './play-token.ts';

/** A flight's budget terms. */
export type FlightTerms = {
  readonly budgetMicros: number;
  /** Maximum per day in the flight's time zone; null means no daily limit. */
  readonly dailyCapMicros: number | null;
  readonly timeZone: string;
  /** The network version that has these terms. Tests may omit it. */
  readonly asOf?: number;
};

export type TermsOf = (flightKey: number) => FlightTerms;

/** A row's cost, and the flight that pays it. */
export type Charge = {
  readonly eventId: bigint;
  readonly flightKey: number;
  readonly amountMicros: number;
  readonly timestampMs: number;
};

/** The plays that rows report, by row id. Each play has its price reserved. */
export type PlaysOf = ReadonlyMap<bigint, Pick<Play, 'lease' | 'reservedMicros'>>;

export type Reservation = {
  /** Ids of the events that exceed their flight's remaining budget. They earn nothing. */
  readonly overBudget: ReadonlySet<bigint>;
  /** Ids of the events that don't fit only because money is reserved for open plays. Nothing was reserved for them. */
  readonly held: ReadonlySet<bigint>;
  /**
   * Commits the reservation: the events are stored, except those in `refused`, which never will be. Don't call it if
   * the outcome is unknown; everything then stays reserved.
   */
  settle(refused: readonly Charge[]): Promise<void>;
};

/**
 * A part of a flight's budget that is reserved for plays. It is on disk before its first play is served, so that served
 * plays are paid for even after a crash.
 */
export type Lease = { readonly id: number; readonly micros: number };

export type LeaseWish = {
  readonly flightKey: number;
  /** The most that the lease reserves. If less than `leastMicros` is left, there is no lease. */
  readonly mostMicros: number;
  readonly leastMicros: number;
  /** How long from now a view paid by this lease may still arrive, by the shared store clock. */
  readonly forMs: number;
  /** An earlier lease that serves no more plays, and the part of it that no play used. */
  readonly done: { readonly id: number; readonly unusedMicros: number } | null;
};

/**
 * A flight's spending in micro-dollars: in total, by date in the flight's time zone, and the amount reserved for plays.
 */
export type FlightStanding = {
  readonly spentMicros: number;
  readonly days: ReadonlyMap<string, number>;
  readonly heldMicros: number;
};

/**
 * The minimum that budget and daily cap must allow: spent plus reserved money, in total and on the day with the most
 * that still matters.
 */
export type MinimumTerms = { readonly allMicros: number; readonly ofDayMicros: number };

/** A decrease of a flight's budget or daily cap. */
export type Lowering = {
  readonly least: MinimumTerms;
  /** Ends the decrease. `version` is the network version that has the new terms, or null if they were not stored. */
  end(version: number | null): void;
};

/**
 * Flights' budgets. Money is reserved before rows are stored, so that no flight earns more than its budget or daily cap
 * (docs/business-rules.md#delivery).
 */
export type Budgets = {
  /**
   * Reserves in the given order, after events that have already reserved money and are resent. Skips a charge that does
   * not fit in full; smaller ones after it may fit.
   */
  reserve(charges: readonly Charge[], termsOf: TermsOf, plays?: PlaysOf): Promise<Reservation>;
  /**
   * Returns the ids of unconfirmed rows that no longer have money reserved, because another process has decided on
   * their events again.
   */
  lapsed(charges: readonly Charge[]): Promise<ReadonlySet<bigint>>;
  /** Releases the money of rows whose unconfirmed insert is now known to have failed. */
  returnUnused(charges: readonly Charge[]): Promise<void>;
  /** Returns one lease per wish, or null if too little is left. */
  lease(wishes: readonly LeaseWish[], termsOf: TermsOf): Promise<(Lease | null)[]>;
  /**
   * Lowers the limits. Call it in the transaction that stores the lower terms. From then on, no caller takes more than
   * they allow, even one with older terms. If several processes store events, the limit holds until the transaction
   * ends; if only one does, until `end`.
   */
  lower(tx: AccountsDb, flightKey: number, terms: FlightTerms): Promise<Lowering>;
  /** Returns flights' spending, at most a second old. */
  standing(flightKeys: readonly number[], termsOf: TermsOf): Promise<ReadonlyMap<number, FlightStanding>>;
};
