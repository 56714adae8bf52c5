import { type RawBuilder, sql } from 'kysely';

/**
 * The least that a paid event of the flight costs by any of its prices, in micro-dollars; null without one. `flight`: what the
 * query calls the table. A budget with less left pays for nothing any more.
 */
export const leastPaidMicros = (flight: 'flight' | 'flights'): RawBuilder<number | null> =>
  sql<number | null>`(
    select min(case priced.model when 'cpm' then priced.price_micros / 1000 else priced.price_micros end)
    from flight_prices as priced where priced.flight_id = ${sql.ref(`${flight}.id`)}
  )`;
