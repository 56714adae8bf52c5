import { LATEST_DAYS_LATE, MOST_MINUTES_EARLY } from '#domain/constants.ts';

/** Why an event was rejected: `code` for programs, `reason` for the technician who has to act on it. */
export type Rejection = {
  readonly code: RejectionCode;
  readonly reason: string;
  /** Seconds until the same event may be accepted; absent if a retry cannot help. */
  readonly retryAfter?: number;
};

export type RejectionCode = keyof typeof REASONS | 'invalid';

const REASONS = {
  malformed: 'This line is not valid JSON. Send exactly one JSON object per line.',
  bad_timestamp: '"timestamp" must be an ISO 8601 time with an offset or Z, such as 2026-11-21T14:05:09Z.',
  clock_ahead: `The timestamp is more than ${MOST_MINUTES_EARLY} minutes in the future. Correct the outlet's clock, then send the event again.`,
  too_late: `The timestamp is more than ${LATEST_DAYS_LATE} days in the past and is too old to count. Check the outlet's clock.`,
  bad_ip: '"ip" must be an IPv4 or IPv6 address without port or zone. Omit it if it is unknown.',
  bad_text: '"flight" and "cryptic" must not contain control characters or broken Unicode.',
  wrong_outlet:
    "This key may not report for this outlet at that time. Check the EUI, the key and the outlet's assignment.",
  unknown_outlet: 'No outlet has this EUI. Register the outlet first, then send the event again.',
  not_assigned: 'The outlet was not assigned to a customer at that time. Assign it, then send the event again.',
  retired: 'The outlet was retired before that time. If it is in use again, return it to service.',
  missing_view_id: 'A click or burn must reference its view. Set "view_id" to the "id" of that view.',
  bad_view_id: '"view_id" must be the UUID of the reported view.',
  missing_fault: 'A fault must have a kind. Set "fault", for example to "overheating".',
  unknown_view: 'The view in "view_id" is not stored yet. Send the view first, then this event again.',
  wrong_flight: 'The view belongs to another flight. Use the flight of the view, or omit "flight".',
  unknown_flight: 'No flight has this code. Check the spelling of "flight", or omit it for a house ad.',
  flight_not_running: "The flight does not run at that time. Check its dates and the outlet's clock.",
  flight_not_here: "The flight does not target this outlet. Check the flight's targets.",
  no_price: 'The flight has no price at that time. Add a price that is in effect then, and send the event again.',
  budget_held:
    'The remaining budget of the flight is reserved for plays in progress. Send the event again after they end.',
  not_storable:
    'The events store rejects this event. Report its ID to the operator. The rest of the batch is not affected.',
} as const;

/**
 * Rejections that an administrator can resolve: by registering, assigning or reactivating the outlet, or by correcting
 * the flight, its price or its targets for the time of the event.
 */
const MAY_END: ReadonlySet<string> = new Set<keyof typeof REASONS>([
  'unknown_outlet',
  'not_assigned',
  'retired',
  'unknown_flight',
  'flight_not_here',
  'no_price',
]);
const CORRECTED_SECONDS = 3_600;

export const rejection = (code: keyof typeof REASONS): Rejection => ({
  code,
  reason: REASONS[code],
  ...(MAY_END.has(code) ? { retryAfter: CORRECTED_SECONDS } : {}),
});

/** Retry delay in seconds while the server's clock is known to be wrong. */
const CLOCK_RETRY_SECONDS = 60;

/**
 * Rejects an event because of its time. While the server's clock is known to be wrong, the outlet keeps the event and
 * sends it again.
 */
export const clockRejection = (code: 'clock_ahead' | 'too_late', isClockWrong: boolean): Rejection =>
  isClockWrong ? { ...rejection(code), retryAfter: CLOCK_RETRY_SECONDS } : rejection(code);

export const isRejection = (value: object): value is Rejection => 'reason' in value;

/** A duplicate whose content differs from the event stored first. */
export const CONFLICT = {
  code: 'conflict',
  reason:
    'A different event with this ID is already stored, so this one does not count. Use a new UUID for each event.',
} as const;
