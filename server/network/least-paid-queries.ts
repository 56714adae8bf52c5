import { type RawBuilder, sql } from 'kysely';

/**
 * The lowest price of a paid event of the flight, in micro-dollars; null without prices. `flight`: the alias of the
 * table in the query. A budget with less left pays for no further event.
 */
export const leastPaidMicros = (flight: 'flight' | 'flights'): RawBuilder<number | null> =>
  sql<number | null>`(
    select min(case priced.model when 'cpm' then priced.price_micros / 1000 else priced.price_micros end)
    from flight_prices as priced where priced.flight_id = ${sql.ref(`${flight}.id`)}
  )`;
