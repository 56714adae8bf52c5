import { LATEST_DAYS_LATE, MOST_MINUTES_EARLY } from '#domain/constants.ts';

/** The fields of an event in contract/ingest.ts. A test verifies that the names match. */
export const EVENT_FIELDS: readonly {
  readonly name: string;
  readonly isRequired: boolean;
  readonly meaning: string;
}[] = [
  { name: 'id', isRequired: true, meaning: 'UUID that the outlet creates, unique per event.' },
  { name: 'type', isRequired: true, meaning: 'view, click, burn, heartbeat or fault.' },
  { name: 'eui', isRequired: true, meaning: 'EUI-64 of the outlet, 16 hexadecimal digits in either case.' },
  { name: 'timestamp', isRequired: true, meaning: 'When the event happened, in ISO 8601 with an offset or Z.' },
  {
    name: 'view_id',
    isRequired: false,
    meaning: 'The id of the view. Required for clicks and burns, whose view must be stored.',
  },
  {
    name: 'fingerprint',
    isRequired: false,
    meaning: 'Salted hash that identifies the visitor’s browser, 32 hexadecimal digits.',
  },
  {
    name: 'ip',
    isRequired: false,
    meaning: 'The visitor’s IPv4 or IPv6 address. It is truncated before it is stored.',
  },
  {
    name: 'flight',
    isRequired: false,
    meaning: 'Code of the flight. A view without it is a house ad. A click or burn has the flight of its view.',
  },
  { name: 'cryptic', isRequired: false, meaning: 'The token of the play that was shown, at most 128 characters.' },
  {
    name: 'fault',
    isRequired: false,
    meaning:
      'The problem of the outlet. Required for faults: surge, short_circuit, overload, overheating, tamper, power_lost or power_back.',
  },
  {
    name: 'energy_wh',
    isRequired: false,
    meaning:
      'Metered energy of the charge so far, in watt-hours. The value of a click or burn replaces the value of its view. If missing, it is estimated. Unreadable values are ignored.',
  },
  {
    name: 'register_wh',
    isRequired: false,
    meaning:
      'Cumulative reading of the outlet’s meter in watt-hours, on any event. The first reading is a baseline. Differences replace the estimates of the views since then.',
  },
];

/** The codes for rejected events, and what to do. A test verifies that the codes match the server's. */
export const REJECTIONS: readonly { readonly code: string; readonly meaning: string }[] = [
  { code: 'invalid', meaning: 'A field is missing, unknown or out of range. The reason names it.' },
  { code: 'malformed', meaning: 'The line is not JSON.' },
  { code: 'bad_timestamp', meaning: 'The timestamp has no offset or Z, or is not a time.' },
  { code: 'clock_ahead', meaning: `More than ${MOST_MINUTES_EARLY} minutes in the future. Set the outlet’s clock.` },
  { code: 'too_late', meaning: `More than ${LATEST_DAYS_LATE} days in the past. Such events are rejected.` },
  { code: 'bad_ip', meaning: 'The address is neither IPv4 nor IPv6, or has a port.' },
  { code: 'bad_text', meaning: 'flight or cryptic contains control characters.' },
  { code: 'wrong_outlet', meaning: 'The key can’t report for this outlet at that time.' },
  { code: 'unknown_outlet', meaning: 'No outlet has this EUI. Register it first.' },
  { code: 'not_assigned', meaning: 'The outlet belonged to no customer at that time.' },
  { code: 'retired', meaning: 'The outlet was retired before that time.' },
  { code: 'missing_view_id', meaning: 'A click or burn names no view.' },
  { code: 'bad_view_id', meaning: 'view_id is not a UUID.' },
  { code: 'missing_fault', meaning: 'A fault has no fault field.' },
  {
    code: 'unknown_view',
    meaning: 'Its view is not stored. Send the view first, then this event again after retry_after seconds.',
  },
  { code: 'wrong_flight', meaning: 'The view belongs to another flight.' },
  { code: 'unknown_flight', meaning: 'No flight has this code.' },
  { code: 'flight_not_running', meaning: 'The flight does not run within five minutes of that time.' },
  { code: 'flight_not_here', meaning: 'The flight does not target this outlet or venue.' },
  { code: 'no_price', meaning: 'The flight has no price at that time. Have one added, then send the event again.' },
  {
    code: 'budget_held',
    meaning: 'The rest of the budget is reserved for active plays. Send the event again after retry_after seconds.',
  },
  { code: 'not_storable', meaning: 'The store rejects this event. Report its id to the operator.' },
];

/**
 * The reasons why an accepted event is stored but invalid. A click or burn has its view's reason. A test verifies that
 * the names match the contract's.
 */
export const NOT_COUNTED: readonly { readonly reason: string; readonly meaning: string }[] = [
  { reason: 'play_forged', meaning: 'This server did not sign the play token of the view.' },
  {
    reason: 'play_expired',
    meaning: 'The view happened more than five minutes after its play expired, or before it was issued.',
  },
  { reason: 'play_elsewhere', meaning: 'The play was issued for another outlet.' },
  { reason: 'play_mismatch', meaning: 'The play was issued for another view or flight.' },
  { reason: 'unsigned', meaning: 'The view has no play of this server, and its flight does not accept such views.' },
  { reason: 'no_creative', meaning: 'The flight has no accepted creative, so the outlet can’t have shown it.' },
  { reason: 'repeated', meaning: 'Its view already has a click or burn. At most one of each is valid per view.' },
  {
    reason: 'paused',
    meaning: 'The flight was paused at the time of the event. Earlier events are valid, even if they arrive late.',
  },
  {
    reason: 'out_of_order',
    meaning: 'A click before its view, or a burn before the creative of its view could end.',
  },
  { reason: 'backfill', meaning: 'A late report from an outlet that was not in contact around the time of the event.' },
  {
    reason: 'over_budget',
    meaning: 'The rest of the flight’s budget is below its price. No flight costs more than its budget.',
  },
  { reason: 'visitor_pace', meaning: 'Too many seconds of ads for one fingerprint within an hour.' },
  { reason: 'outlet_pace', meaning: 'More ads than the sockets of the outlet can show in that time.' },
  { reason: 'data_centre', meaning: 'The visitor’s address is in a data center on the operator’s list.' },
  { reason: 'outlet_silent', meaning: 'The outlet sent nothing else within half an hour.' },
  { reason: 'click_pattern', meaning: 'Clicks of the outlet differ too much from the other clicks of the flight.' },
  { reason: 'energy_pattern', meaning: 'The outlet reports the same energy, or none, for too many views.' },
  { reason: 'interval_pattern', meaning: 'The intervals between views of the outlet are too regular for people.' },
  { reason: 'fingerprint_pattern', meaning: 'The outlet’s fingerprints don’t look like real visitors.' },
  { reason: 'closed_hours', meaning: 'The venue was closed at the time of the event.' },
  { reason: 'distant_venues', meaning: 'One visitor was at venues too far apart within too short a time.' },
  { reason: 'many_addresses', meaning: 'The outlet’s key is used from too many network addresses.' },
  { reason: 'outlet_share', meaning: 'One outlet reports too large a share of the flight.' },
];

/** The responses to the request as a whole, by status. */
export const CALL_ANSWERS: readonly (readonly [string, string])[] = [
  ['200', 'A result for each event, in the order of the request. Accepted events are stored durably.'],
  ['400', 'The body is empty, not UTF-8, not JSON, or not the gzip it claims to be.'],
  ['401', 'The key is missing, unknown or revoked.'],
  ['403', 'The key can’t report for any outlet in the request.'],
  ['413', 'More than 10,000 events or 5 MiB, also after decompression.'],
  ['415', 'The Content-Type or Content-Encoding is not one of those above.'],
  [
    '429',
    'Too many calls, or too many events waiting for storage. Keep the events and send them again after Retry-After seconds.',
  ],
  ['503', 'The server is stopping or can’t store events. Send them again after Retry-After seconds.'],
];
