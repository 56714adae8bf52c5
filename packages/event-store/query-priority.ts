/**
 * The engine runs statements with a lower number first, and ignores statements without one. A waiting statement checks
 * again after a short pause, so a report makes slow progress beside endless inserts.
 */
export const FIRST_PRIORITY = { priority: 1 } as const;

/**
 * Also sets the lowest thread priority, if the engine is allowed to (Linux, CAP_SYS_NICE); otherwise the engine ignores
 * the setting.
 */
export const LAST_PRIORITY = {
  priority: 2,
  low_priority_query_wait_time_ms: 20,
  os_threads_nice_value_query: 19,
} as const;
