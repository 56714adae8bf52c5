/** A secret that signs plays, sealed; `id` is random, and stands in each token. At most one is not retired. */
export type PlayKeyTable = { id: number; sealed: string; made_at: number; retired_at: number | null };

export type DeliveryTables = {
  play_keys: PlayKeyTable;
};
