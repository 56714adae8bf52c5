/**
 * Settings for the highest priority. The engine runs statements with a lower number first, and ignores statements
 * without a number. A waiting statement checks again after a short pause, so a report makes slow progress despite
 * continuous inserts.
 */
export const FIRST_PRIORITY = { priority: 1 } as const;

/**
 * Settings for the lowest priority. They also set the lowest thread priority, which the engine ignores unless it has
 * the right (Linux, CAP_SYS_NICE).
 */
export const LAST_PRIORITY = {
  priority: 2,
  low_priority_query_wait_time_ms: 20,
  os_threads_nice_value_query: 19,
} as const;
