/**
 * All classes of this product's advisory locks in a PostgreSQL database. Two with the same number would block each
 * other.
 */
export const LOCK_CLASSES = {
  /** Groups of outlets. Transactions that lock single outlets share it. */
  outlets: 7_301,
  singleOutlets: 7_305,
  turns: 7_302,
  networkTriggers: 7_303,
  visitorList: 7_304,
} as const;
