import type { EventsDb } from '../../databases/events/events-db.ts';

/** A scan of everything that ever earned: once after each start. */
const READ_LIMITS = { seconds: 300, rows: 10_000_000 };

/** What flights (by their number, or all) have earned so far, in micro-dollars. */
export async function readSpentByFlight(
  events: EventsDb,
  flightKeys: readonly number[] | 'all' = 'all',
): Promise<Map<number, number>> {
  const wanted = flightKeys === 'all' ? 'flight_id != 0' : 'flight_id IN {keys:Array(UInt32)}';
  const rows = await events.query<{ flight: number; spent: string }>({
    sql: `SELECT flight_id AS flight, sum(amount_micros) AS spent FROM events FINAL
      WHERE ${wanted} AND amount_micros != 0 GROUP BY flight_id`,
    params: flightKeys === 'all' ? {} : { keys: flightKeys },
    scope: { kind: 'all' },
    limits: READ_LIMITS,
  });
  return new Map(rows.map(({ flight, spent }) => [flight, Number(spent)]));
}
