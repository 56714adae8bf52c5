/** A secret that signs plays, sealed; `id` is random, and stands in each token. At most one is not retired. */
export type PlayKeyTable = { id: number; sealed: string; made_at: number; retired_at: number | null };

/** A part of a flight's budget that is kept for plays which one process serves; their tokens carry `id`. */
export type PlayLeaseTable = {
  id: number;
  flight_key: number;
  left_micros: number;
  /** Dates of the flight's zone on which its plays may be seen. */
  from_date: string;
  to_date: string;
  /** From then on the rest is free. */
  until_at: number;
};

/** Plays that an outlet holds where several processes serve: JSON, as `server/plays/shared-open-plays.ts` writes it. */
export type OutletPlaysTable = { outlet_key: number; plays: string };

export type DeliveryTables = {
  outlet_plays: OutletPlaysTable;
  play_leases: PlayLeaseTable;
  play_keys: PlayKeyTable;
};
