import { type Kysely, sql } from 'kysely';

/** Alerts ask each minute which readings arrived lately: by arrival, so that old ones are not read. */
export const implausibleArrivals = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw('create index implausible_readings_received on implausible_readings (received_at)').execute(db);
  },
};
