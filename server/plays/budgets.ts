import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { Play } from './play-token.ts';

/** What a flight may spend. */
export type FlightTerms = {
  readonly budgetMicros: number;
  /** On a day of its zone; null: as much as there is. */
  readonly dailyCapMicros: number | null;
  readonly timeZone: string;
  /** The version of the network that says so; a test may have none. */
  readonly asOf?: number;
};

export type TermsOf = (flightKey: number) => FlightTerms;

/** What a row would cost whom. */
export type Charge = {
  readonly eventId: bigint;
  readonly flightKey: number;
  readonly amountMicros: number;
  readonly timestampMs: number;
};

/** The plays that rows report, by the rows' ids: each has its price held. */
export type PlaysOf = ReadonlyMap<bigint, Pick<Play, 'lease' | 'reservedMicros'>>;

export type Reservation = {
  /** Ids of the events that the remainder of their flight does not hold whole: they earn nothing. */
  readonly overBudget: ReadonlySet<bigint>;
  /** Ids of the events that do not fit now only because money is reserved for plays under way. They took nothing. */
  readonly held: ReadonlySet<bigint>;
  /** The rest is stored, but for `refused`, which never will be. Not called where nobody knows: then all stays reserved. */
  settle(refused: readonly Charge[]): Promise<void>;
};

/** A part of a flight's budget that is kept for plays; on disk before the first of them is served, so that a crash breaks no promise. */
export type Lease = { readonly id: number; readonly micros: number };

export type LeaseWish = {
  readonly flightKey: number;
  /** As much as that, and nothing where there is less than `leastMicros`. */
  readonly mostMicros: number;
  readonly leastMicros: number;
  /** How long from now on a view may come that is paid from it, at the latest; which instant that is says the clock of all processes. */
  readonly forMs: number;
  /** An earlier lease that serves no more plays, and what of it no play took. */
  readonly done: { readonly id: number; readonly unusedMicros: number } | null;
};

/** Micro-dollars: what was spent in all and by date of the flight's zone, and what is kept for plays. */
export type FlightStanding = {
  readonly spentMicros: number;
  readonly days: ReadonlyMap<string, number>;
  readonly heldMicros: number;
};

/** What budget and daily cap have to leave room for: what was spent and is kept for plays, in all and on the fullest day that matters. */
export type LeastTerms = { readonly allMicros: number; readonly ofDayMicros: number };

/** Budget or cap become less. */
export type Lowering = {
  readonly least: LeastTerms;
  /** They were stored, and the network says so from this version on; null: they were not. */
  end(version: number | null): void;
};

/**
 * What the flights have spent or may have: it is reserved before rows are stored, so that no flight earns beyond its budget nor,
 * on a day, beyond its cap (docs/business-rules.md#delivery).
 */
export type Budgets = {
  /** In the order given: what does not fit whole is left out, and smaller ones after it may fit. */
  reserve(charges: readonly Charge[], termsOf: TermsOf, plays?: PlaysOf): Promise<Reservation>;
  /** Rows whose insert was in doubt and is known not to have happened. */
  giveBack(charges: readonly Charge[]): Promise<void>;
  /** One answer a wish; null where too little is left. */
  lease(wishes: readonly LeaseWish[], termsOf: TermsOf): Promise<(Lease | null)[]>;
  /**
   * In the transaction that stores lower terms: from here on nobody takes more than they allow, whatever terms he knows of; until the
   * transaction ends where several processes store, until `end` where one does.
   */
  lower(tx: AccountsDb, flightKey: number, terms: FlightTerms): Promise<Lowering>;
  /** As it was a second ago at most. */
  standing(flightKeys: readonly number[], termsOf: TermsOf): Promise<ReadonlyMap<number, FlightStanding>>;
};
