/** A secret that signs plays, encrypted. `id` is random and part of each token. At most one is not retired. */
export type PlayKeyTable = { id: number; sealed: string; made_at: number; retired_at: number | null };

/** A key of one purpose (`server/keys/key-purposes.ts`), encrypted with the root secret. `id` is part of each value. */
export type PurposeKeyTable = {
  id: string;
  purpose: string;
  version: number;
  sealed: string;
  made_at: number;
  /** The instant from which the key signs and encrypts. Every process has read it before. */
  active_from: number;
};

/** A part of a flight's budget, reserved for plays that one process serves. Their tokens contain `id`. */
export type PlayLeaseTable = {
  id: number;
  flight_key: number;
  left_micros: number;
  /** Dates in the flight's zone on which its plays may be seen. */
  from_date: string;
  to_date: string;
  /** The rest is released then. */
  until_at: number;
};

/** Plays that an outlet holds when several processes serve: JSON, as `server/plays/create-open-plays.ts` writes it. */
export type OutletPlaysTable = { outlet_key: number; plays: string };

export type DeliveryTables = {
  outlet_plays: OutletPlaysTable;
  play_leases: PlayLeaseTable;
  play_keys: PlayKeyTable;
  purpose_keys: PurposeKeyTable;
};
