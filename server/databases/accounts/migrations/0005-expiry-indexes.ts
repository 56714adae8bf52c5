import { type Kysely, sql } from 'kysely';

/** Indexes for deletion by age, and for lookups by a foreign key, such as the users of a customer. */
const INDEXES: readonly string[] = [
  'index sessions_expiry on sessions (expires_at)',
  'index login_failures_last on login_failures (last_at)',
  'index print_tickets_session on print_tickets (session_id)',
  'index login_codes_user on login_codes (user_id)',
  'index users_customer on users (customer_id)',
  'index access_keys_outlet on access_keys (outlet_id)',
  'index access_keys_customer on access_keys (customer_id)',
  'index flight_targets_outlet on flight_targets (outlet_id)',
  'index flight_targets_venue on flight_targets (venue_id)',
];

export const expiryIndexes = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const index of INDEXES) await sql.raw(`create ${index}`).execute(db);
  },
};
