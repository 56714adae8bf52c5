import { type Kysely, sql } from 'kysely';

/** Alerts query each minute the readings that arrived recently. The index by arrival avoids reading old ones. */
export const implausibleArrivals = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw('create index implausible_readings_received on implausible_readings (received_at)').execute(db);
  },
};
