/** A default share of the owners, in parts per million, and the time in epoch ms from which it applies. */
export type DefaultShare = { readonly fromMs: number; readonly ppm: number };

type DefaultShares = {
  /** The share before the first of `ownerShares`. */
  readonly ownerSharePpm: number;
  /** Oldest first. */
  readonly ownerShares: readonly DefaultShare[];
};

/** Returns the owners' default share, in parts per million, for an event at a time in epoch ms. */
export const defaultShareAt = ({ ownerSharePpm, ownerShares }: DefaultShares, atMs: number): number =>
  ownerShares.findLast(({ fromMs }) => fromMs <= atMs)?.ppm ?? ownerSharePpm;
