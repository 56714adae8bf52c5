import { type RawBuilder, sql } from 'kysely';

/**
 * Selects a flight's lowest price per paid event, in micro-dollars; null if the flight has no prices. `flight` is the
 * table's alias in the query. If less than this price remains of a budget, the budget can't pay for another event.
 */
export const leastPaidMicros = (flight: 'flight' | 'flights'): RawBuilder<number | null> =>
  sql<number | null>`(
    select min(case priced.model when 'cpm' then priced.price_micros / 1000 else priced.price_micros end)
    from flight_prices as priced where priced.flight_id = ${sql.ref(`${flight}.id`)}
  )`;
