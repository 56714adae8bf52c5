import { sql } from 'kysely';

/**
 * Returns a condition that a flight has a creative with a picture. `flight` is the flight's alias in the query.
 * Imported flights may be approved without a picture.
 */
export const hasPicture = (flight: string) =>
  sql<number | boolean>`exists (select 1 from creatives where creatives.flight_id = ${sql.ref(`${flight}.id`)}
    and creatives.removed_at is null and creatives.file_hash is not null)`;
