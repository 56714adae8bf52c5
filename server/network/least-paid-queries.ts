import { type RawBuilder, sql } from 'kysely';

/**
 * Selects the lowest price of a paid event of a flight, in micro-dollars; null without prices. `flight` is the table's
 * alias in the query. A budget with less left can't pay for another event.
 */
export const leastPaidMicros = (flight: 'flight' | 'flights'): RawBuilder<number | null> =>
  sql<number | null>`(
    select min(case priced.model when 'cpm' then priced.price_micros / 1000 else priced.price_micros end)
    from flight_prices as priced where priced.flight_id = ${sql.ref(`${flight}.id`)}
  )`;
