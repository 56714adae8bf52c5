import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { Play } from './play-token.ts';

/** A flight's budget terms. */
export type FlightTerms = {
  readonly budgetMicros: number;
  /** Maximum amount per day in the flight's time zone; null means no daily limit. */
  readonly dailyCapMicros: number | null;
  readonly timeZone: string;
  /** The network version that contains these terms. Tests may omit it. */
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

/** The plays that rows report, by row ID. The price of each play is reserved. */
export type PlaysOf = ReadonlyMap<bigint, Pick<Play, 'lease' | 'reservedMicros'>>;

export type Reservation = {
  /** IDs of the events that exceed their flight's remaining budget. They earn nothing. */
  readonly overBudget: ReadonlySet<bigint>;
  /**
   * IDs of the events that don't fit only because money is reserved for open plays. No money was reserved for these
   * events.
   */
  readonly held: ReadonlySet<bigint>;
  /**
   * Commits the reservation after the events have been stored. Events in `refused` were not stored and never will be.
   * Don't call this function if the outcome is unknown; all money then stays reserved.
   */
  settle(refused: readonly Charge[]): Promise<void>;
};

/**
 * A part of a flight's budget that is reserved for plays. The lease is written to disk before its first play is served,
 * so that served plays are paid for even after a crash.
 */
export type Lease = { readonly id: number; readonly micros: number };

export type LeaseWish = {
  readonly flightKey: number;
  /** Maximum amount that the lease reserves. If less than `leastMicros` is left, there is no lease. */
  readonly mostMicros: number;
  readonly leastMicros: number;
  /** How long from now a view paid by this lease may still arrive, according to the shared store clock. */
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
 * The lowest allowed budget and daily cap. Each is the sum of spent and reserved money: in total, and on the day with
 * the highest sum that still matters.
 */
export type MinimumTerms = { readonly allMicros: number; readonly ofDayMicros: number };

/** A decrease of a flight's budget or daily cap. */
export type Lowering = {
  readonly least: MinimumTerms;
  /**
   * Ends the decrease. `version` is the network version that contains the new terms, or null if they were not stored.
   */
  end(version: number | null): void;
};

/**
 * Flights' budgets. Money is reserved before rows are stored, so that no flight earns more than its budget or daily cap
 * (docs/business-rules.md#delivery).
 */
export type Budgets = {
  /**
   * Reserves money for charges in the given order, but first for resent events that have already reserved money. Skips
   * a charge that does not fit in full; smaller charges after it may fit.
   */
  reserve(charges: readonly Charge[], termsOf: TermsOf, plays?: PlaysOf): Promise<Reservation>;
  /**
   * Returns the IDs of unconfirmed rows that no longer have money reserved, because another process has decided on
   * their events again.
   */
  lapsed(charges: readonly Charge[]): Promise<ReadonlySet<bigint>>;
  /** Releases the money of rows whose unconfirmed insert is now known to have failed. */
  returnUnused(charges: readonly Charge[]): Promise<void>;
  /** Returns one lease per wish, or null if too little is left. */
  lease(wishes: readonly LeaseWish[], termsOf: TermsOf): Promise<(Lease | null)[]>;
  /**
   * Lowers the limits. Call this function in the transaction that stores the lower terms. From then on, no caller takes
   * more than the lower terms allow, even a caller with older terms. If several processes store events, the limit is in
   * effect until the transaction ends. If only one process does, it is in effect until `end` is called.
   */
  lower(tx: AccountsDb, flightKey: number, terms: FlightTerms): Promise<Lowering>;
  /** Returns flights' spending. It is at most a second old. */
  standing(flightKeys: readonly number[], termsOf: TermsOf): Promise<ReadonlyMap<number, FlightStanding>>;
};
