/**
 * All classes of PostgreSQL advisory locks that this product uses. Two classes with the same number would block each
 * other.
 */
export const LOCK_CLASSES = {
  /** Locks groups of outlets. Transactions that lock single outlets take this lock in shared mode. */
  outlets: 7_301,
  singleOutlets: 7_305,
  turns: 7_302,
  networkTriggers: 7_303,
  visitorList: 7_304,
} as const;
