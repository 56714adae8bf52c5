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
  malformed: 'This line is not valid JSON. Send one JSON object per line, with nothing else on it.',
  bad_timestamp: '"timestamp" must be an ISO 8601 instant with an offset or Z, such as 2026-11-21T14:05:09Z.',
  clock_ahead: `The timestamp is more than ${MOST_MINUTES_EARLY} minutes in the future. Set the clock of the outlet, then report again.`,
  too_late: `The timestamp is more than ${LATEST_DAYS_LATE} days in the past. Events that old are not counted; check the clock of the outlet.`,
  bad_ip: '"ip" must be an IPv4 or IPv6 address without port or zone. Leave it out when it is not known.',
  bad_text: '"flight" and "cryptic" must not contain control characters or broken Unicode.',
  wrong_outlet:
    'This key may not report for this outlet at that time. Check the EUI, the key and who the outlet is assigned to.',
  unknown_outlet: 'No outlet has this EUI. Register the outlet first, then send the event again.',
  not_assigned: 'The outlet was not assigned to a customer at that time. Assign it, then send the event again.',
  retired: 'The outlet was retired before that time. If it is in use again, have it put back into service.',
  missing_view_id: 'A click or burn must name its view: set "view_id" to the "id" of that view.',
  bad_view_id: '"view_id" must be the UUID that the view was reported with.',
  missing_fault: 'A fault must say what is wrong: set "fault", for example to "overheating".',
  unknown_view:
    'The view that "view_id" names is not stored, and a click or burn counts only with its view. Send the view first, then this event again.',
  wrong_flight: 'The view was shown for another flight. Name the flight of the view, or leave "flight" out.',
  unknown_flight: 'No flight has this code. Check the spelling of "flight"; for an ad of the house leave it out.',
  flight_not_running: 'The flight does not run at that time. Check its dates and the clock of the outlet.',
  flight_not_here: 'The flight may not run at this outlet or venue. Check where the flight is targeted.',
  no_price:
    'The flight has no price at that time. Have a price added that holds from then on, and send the event again.',
  budget_held:
    'The remaining budget of the flight is reserved for plays that are under way. Send the event again when they have ended.',
  not_storable:
    'The events store refuses this event. Report its id to the operator; the rest of the batch is not affected.',
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
    'Another event was stored under this id before; it is kept and this one is not counted. Use a new UUID per event.',
} as const;
