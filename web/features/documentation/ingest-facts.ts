import { LATEST_DAYS_LATE, MOST_MINUTES_EARLY } from '#domain/constants.ts';

/** The fields of an event in contract/ingest.ts. A test verifies that the names match. */
export const EVENT_FIELDS: readonly {
  readonly name: string;
  readonly isRequired: boolean;
  readonly meaning: string;
}[] = [
  { name: 'id', isRequired: true, meaning: 'UUID chosen by the outlet, a new one for each event.' },
  { name: 'type', isRequired: true, meaning: 'view, click, burn, heartbeat or fault.' },
  { name: 'eui', isRequired: true, meaning: 'EUI-64 of the outlet, 16 hexadecimal digits in either case.' },
  { name: 'timestamp', isRequired: true, meaning: 'ISO 8601 with an offset or Z: when it happened.' },
  {
    name: 'view_id',
    isRequired: false,
    meaning: 'The id of the view; a click and a burn need it, and its view stored.',
  },
  {
    name: 'fingerprint',
    isRequired: false,
    meaning: 'Salted hash naming the visitor’s browser, 32 hexadecimal digits.',
  },
  { name: 'ip', isRequired: false, meaning: 'The visitor’s IPv4 or IPv6 address; cut before it is stored.' },
  {
    name: 'flight',
    isRequired: false,
    meaning: 'Code of the flight; without it a view is one of the house, and a click or burn has that of its view.',
  },
  { name: 'cryptic', isRequired: false, meaning: 'The token of the play that was shown, at most 128 characters.' },
  {
    name: 'fault',
    isRequired: false,
    meaning:
      'What is wrong with the outlet; a fault needs it: surge, short_circuit, overload, overheating, tamper, power_lost or power_back.',
  },
  {
    name: 'energy_wh',
    isRequired: false,
    meaning:
      'Metered energy of the charge so far, in watt-hours. A click’s or burn’s replaces the figure of its view; estimated when it is missing. What cannot be read is ignored.',
  },
  {
    name: 'register_wh',
    isRequired: false,
    meaning:
      'Cumulative reading of the outlet’s meter in watt-hours, on any event. The first is a baseline; differences replace the estimates of the views since.',
  },
];

/** The codes for rejected events, and what to do. A test verifies that the codes match the server's. */
export const REJECTIONS: readonly { readonly code: string; readonly meaning: string }[] = [
  { code: 'invalid', meaning: 'A field is missing, unknown or out of its bounds; the reason names it.' },
  { code: 'malformed', meaning: 'The line is not JSON.' },
  { code: 'bad_timestamp', meaning: 'The timestamp is no instant with an offset or Z.' },
  { code: 'clock_ahead', meaning: `More than ${MOST_MINUTES_EARLY} minutes in the future: set the outlet’s clock.` },
  { code: 'too_late', meaning: `More than ${LATEST_DAYS_LATE} days in the past: such events are not counted.` },
  { code: 'bad_ip', meaning: 'The address is neither IPv4 nor IPv6, or has a port.' },
  { code: 'bad_text', meaning: 'flight or cryptic has control characters.' },
  { code: 'wrong_outlet', meaning: 'The key may not report for this outlet at that time.' },
  { code: 'unknown_outlet', meaning: 'No outlet has this EUI: register it first.' },
  { code: 'not_assigned', meaning: 'The outlet belonged to no customer at that time.' },
  { code: 'retired', meaning: 'The outlet was retired before that time.' },
  { code: 'missing_view_id', meaning: 'A click or burn names no view.' },
  { code: 'bad_view_id', meaning: 'view_id is no UUID.' },
  { code: 'missing_fault', meaning: 'A fault does not say what is wrong.' },
  {
    code: 'unknown_view',
    meaning: 'Its view is not stored. Send the view first, then this event again after retry_after seconds.',
  },
  { code: 'wrong_flight', meaning: 'The view was shown for another flight than the one named.' },
  { code: 'unknown_flight', meaning: 'No flight has this code.' },
  { code: 'flight_not_running', meaning: 'The flight does not run at that time, nor within five minutes of it.' },
  { code: 'flight_not_here', meaning: 'The flight may not run at this outlet or venue.' },
  { code: 'no_price', meaning: 'The flight has no price at that time: have one added, send again.' },
  {
    code: 'budget_held',
    meaning: 'The rest of the budget is reserved for plays under way. Send the event again after retry_after seconds.',
  },
  { code: 'not_storable', meaning: 'The store refuses this event: tell the operator its id.' },
];

/**
 * The reasons why an accepted event is stored but invalid. A click or burn has its view's reason. A test verifies that
 * the names match the contract's.
 */
export const NOT_COUNTED: readonly { readonly reason: string; readonly meaning: string }[] = [
  { reason: 'play_forged', meaning: 'The play token of the view is not one that this server has signed.' },
  {
    reason: 'play_expired',
    meaning: 'The view happened more than five minutes after its play expired, or before it was issued.',
  },
  { reason: 'play_elsewhere', meaning: 'The play was issued for another outlet.' },
  { reason: 'play_mismatch', meaning: 'The play was issued for another view or flight.' },
  { reason: 'unsigned', meaning: 'The view has no play of this server, and its flight does not accept such views.' },
  { reason: 'no_creative', meaning: 'The flight has no accepted creative, so the outlet cannot have shown it.' },
  { reason: 'repeated', meaning: 'Its view has a click (or burn) already: of one view at most one of each counts.' },
  {
    reason: 'paused',
    meaning:
      'The flight was paused at the time of the event. What happened before the pause counts, however late it comes.',
  },
  {
    reason: 'out_of_order',
    meaning: 'A click before its view, or a burn before the creative of its view can have ended.',
  },
  { reason: 'backfill', meaning: 'A late report from an outlet that was not in contact around the time of the event.' },
  {
    reason: 'over_budget',
    meaning: 'The flight’s budget does not hold its price any more. No flight earns beyond its budget.',
  },
  { reason: 'visitor_pace', meaning: 'More seconds of ads for one fingerprint within an hour than count.' },
  { reason: 'outlet_pace', meaning: 'More ads than the sockets of the outlet can show in that time.' },
  { reason: 'data_centre', meaning: 'The address of the visitor is in a data center that the operator lists.' },
  { reason: 'outlet_silent', meaning: 'There was no other sign of life of the outlet within half an hour.' },
  { reason: 'click_pattern', meaning: 'Clicks of the outlet differ too much from the other clicks of the flight.' },
  { reason: 'energy_pattern', meaning: 'The outlet reports the same energy, or none, for too many views.' },
  { reason: 'interval_pattern', meaning: 'Views of the outlet come at intervals that are too regular for people.' },
  { reason: 'fingerprint_pattern', meaning: 'Fingerprints of the outlet are not those of real visitors.' },
  { reason: 'closed_hours', meaning: 'The venue was closed at the time of the event.' },
  { reason: 'distant_venues', meaning: 'One visitor was at venues too far apart within too short a time.' },
  { reason: 'many_addresses', meaning: 'The key of the outlet is used from too many network addresses.' },
  { reason: 'outlet_share', meaning: 'One outlet reports too large a share of the flight.' },
];

/** The responses to the request as a whole, by status. */
export const CALL_ANSWERS: readonly (readonly [string, string])[] = [
  ['200', 'A result for each event, in the order of the request. What is accepted is stored durably.'],
  ['400', 'The body is empty, not UTF-8, not JSON, or not the gzip it claims to be.'],
  ['401', 'The key is missing, unknown or revoked.'],
  ['403', 'Every event names an outlet that the key may not report for.'],
  ['413', 'More than 10,000 events or 5 MiB, unpacked too.'],
  ['415', 'Another Content-Type or Content-Encoding than those above.'],
  ['429', 'Too much waits for storage, or too many calls: keep the events, send again after Retry-After seconds.'],
  ['503', 'The server is stopping or cannot store: send again after Retry-After seconds.'],
];
