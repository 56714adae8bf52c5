/** Classes of our locks among the advisory ones of a PostgreSQL database, all of them: two that were one would wait for each other. */
export const LOCK_CLASSES = {
  outlets: 7_301,
  turns: 7_302,
  networkTriggers: 7_303,
  visitorList: 7_304,
} as const;
