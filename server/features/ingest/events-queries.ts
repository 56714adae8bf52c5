import type { EventsDb } from '../../databases/events/events-db.ts';

/** A scan of everything that ever earned: once after each start. */
const READ_LIMITS = { seconds: 300, rows: 10_000_000 };

/** What each flight (by its number) has earned so far, in micro-dollars. */
export async function readSpentByFlight(events: EventsDb): Promise<Map<number, number>> {
  const rows = await events.query<{ flight: number; spent: string }>({
    sql: `SELECT flight_id AS flight, sum(amount_micros) AS spent FROM events FINAL
      WHERE flight_id != 0 AND amount_micros != 0 GROUP BY flight_id`,
    scope: { kind: 'all' },
    limits: READ_LIMITS,
  });
  return new Map(rows.map(({ flight, spent }) => [flight, Number(spent)]));
}
