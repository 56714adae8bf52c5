/** An encrypted secret that signs plays. `id` is random and part of each token. At most one secret is not retired. */
export type PlayKeyTable = { id: number; sealed: string; made_at: number; retired_at: number | null };

/**
 * A key for one purpose (`server/keys/key-purposes.ts`), encrypted with the root secret. Each value made with the key
 * contains its `id`.
 */
export type PurposeKeyTable = {
  id: string;
  purpose: string;
  version: number;
  sealed: string;
  made_at: number;
  /** The time from which the key signs and encrypts. By then, every process has read it. */
  active_from: number;
};

/**
 * A part of a flight's budget, reserved for the plays that one process serves. The tokens of these plays contain `id`.
 */
export type PlayLeaseTable = {
  id: number;
  flight_key: number;
  left_micros: number;
  /** Dates in the flight's time zone on which these plays may be shown. */
  from_date: string;
  to_date: string;
  /** When the unused rest is released. */
  until_at: number;
};

/**
 * Plays that an outlet holds, if several processes serve. `plays` is JSON as written by
 * `server/plays/create-open-plays.ts`.
 */
export type OutletPlaysTable = { outlet_key: number; plays: string };

export type DeliveryTables = {
  outlet_plays: OutletPlaysTable;
  play_leases: PlayLeaseTable;
  play_keys: PlayKeyTable;
  purpose_keys: PurposeKeyTable;
};
