import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { Play } from './play-token.ts';

/** The budget terms of a flight. */
export type FlightTerms = {
  readonly budgetMicros: number;
  /** Maximum per day in the flight's time zone; null: no daily limit. */
  readonly dailyCapMicros: number | null;
  readonly timeZone: string;
  /** The network version that has these terms; tests may omit it. */
  readonly asOf?: number;
};

export type TermsOf = (flightKey: number) => FlightTerms;

/** The cost of a row, and the flight that pays it. */
export type Charge = {
  readonly eventId: bigint;
  readonly flightKey: number;
  readonly amountMicros: number;
  readonly timestampMs: number;
};

/** The plays that rows report, by row id. Each play has its price reserved. */
export type PlaysOf = ReadonlyMap<bigint, Pick<Play, 'lease' | 'reservedMicros'>>;

export type Reservation = {
  /** Ids of the events that exceed the remaining budget of their flight. They earn nothing. */
  readonly overBudget: ReadonlySet<bigint>;
  /** Ids of the events that do not fit only because money is reserved for open plays. They took nothing. */
  readonly held: ReadonlySet<bigint>;
  /**
   * Commits the reservation: the events are stored, except `refused`, which never will be. Do not call it if the
   * outcome is unknown; everything then stays reserved.
   */
  settle(refused: readonly Charge[]): Promise<void>;
};

/**
 * A part of a flight's budget that is reserved for plays. It is on disk before its first play is served, so that a
 * crash breaks no promise.
 */
export type Lease = { readonly id: number; readonly micros: number };

export type LeaseWish = {
  readonly flightKey: number;
  /** The lease has at most this much, or nothing if less than `leastMicros` is left. */
  readonly mostMicros: number;
  readonly leastMicros: number;
  /**
   * How long after now a view may still arrive that this lease pays for. The shared store clock decides that instant.
   */
  readonly forMs: number;
  /** An earlier lease that serves no more plays, and the part of it that no play used. */
  readonly done: { readonly id: number; readonly unusedMicros: number } | null;
};

/** Micro-dollars: spent in total, spent by date in the flight's time zone, and reserved for plays. */
export type FlightStanding = {
  readonly spentMicros: number;
  readonly days: ReadonlyMap<string, number>;
  readonly heldMicros: number;
};

/**
 * The minimum that budget and daily cap must allow: spent plus reserved money, in total and on the fullest day that
 * matters.
 */
export type MinimumTerms = { readonly allMicros: number; readonly ofDayMicros: number };

/** A decrease of budget or daily cap. */
export type Lowering = {
  readonly least: MinimumTerms;
  /** Ends the decrease. `version`: the network version that has the new terms; null: they were not stored. */
  end(version: number | null): void;
};

/**
 * The budgets of flights. Money is reserved before rows are stored, so that no flight earns beyond its budget or daily
 * cap (docs/business-rules.md#delivery).
 */
export type Budgets = {
  /**
   * Reserves in the given order, after events that already reserved money and are sent again. Skips a charge that does
   * not fit in full; smaller ones after it may fit.
   */
  reserve(charges: readonly Charge[], termsOf: TermsOf, plays?: PlaysOf): Promise<Reservation>;
  /** Ids of unconfirmed rows that hold no money any more: another process has decided their events again. */
  lapsed(charges: readonly Charge[]): Promise<ReadonlySet<bigint>>;
  /** Returns the money of rows whose insert was unconfirmed and is now known to have failed. */
  giveBack(charges: readonly Charge[]): Promise<void>;
  /** Returns one lease per wish; null if too little is left. */
  lease(wishes: readonly LeaseWish[], termsOf: TermsOf): Promise<(Lease | null)[]>;
  /**
   * Call this in the transaction that stores lower terms. From then on no caller takes more than they allow, even one
   * with older terms. The limit holds until the transaction ends if several processes store, or until `end` if one
   * does.
   */
  lower(tx: AccountsDb, flightKey: number, terms: FlightTerms): Promise<Lowering>;
  /** At most a second old. */
  standing(flightKeys: readonly number[], termsOf: TermsOf): Promise<ReadonlyMap<number, FlightStanding>>;
};
