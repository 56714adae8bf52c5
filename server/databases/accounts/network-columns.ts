/**
 * Columns of the network that processes cache for ingestion and reports: those that `server/network/snapshot` reads. A
 * change of one of them by any process raises `network_version`, which invalidates the caches. A contact of an outlet
 * is not among them. `network-memory.test.ts` compares the list with the columns that are read. It needs no migration:
 * the start creates the triggers from it, and recreates them after a change.
 */
export const NETWORK_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  customers: ['id', 'key', 'name', 'name_key', 'kind', 'deleted_at', 'reviews_creatives', 'blocked_categories'],
  venues: ['id', 'name', 'name_key', 'type', 'state', 'time_zone', 'lat', 'lng', 'opening_hours'],
  outlets: ['id', 'key', 'eui', 'label', 'lat', 'lng', 'retired_at', 'rated_watts', 'sockets'],
  outlet_assignments: ['outlet_id', 'customer_id', 'venue_id', 'from_at', 'to_at'],
  campaigns: ['id', 'key', 'customer_id', 'sponsor', 'category', 'time_zone'],
  flights: [
    ...['id', 'key', 'code', 'campaign_id', 'starts_at', 'ends_at', 'budget_micros', 'paused', 'state', 'approved_at'],
    ...['cancelled_at', 'pacing', 'daily_cap_micros', 'visitor_cap', 'targets', 'accepts_unsigned'],
  ],
  flight_prices: ['flight_id', 'model', 'price_micros', 'valid_from', 'venue_type'],
  flight_pauses: ['flight_id', 'from_at', 'to_at'],
  creatives: ['id', 'flight_id', 'duration_seconds', 'target_url', 'file_hash', 'removed_at'],
  creative_files: ['hash', 'type', 'width', 'height'],
  creative_decisions: ['creative_id', 'customer_id', 'decision'],
  house_pictures: ['customer_id', 'id', 'file_hash', 'duration_seconds', 'target_url'],
  play_keys: ['id', 'sealed', 'retired_at'],
  traffic_rules: [
    'id',
    'valid_from',
    'visitor_seconds',
    'outlet_pace',
    'data_centre',
    'silent_minutes',
    'backfill_hours',
    'patterns',
  ],
  owner_shares: ['customer_id', 'share_ppm', 'valid_from'],
};

/** Rises with each change of the list, so that an older program leaves the triggers of a newer one unchanged. */
export const NETWORK_COLUMNS_NUMBER = 10;
