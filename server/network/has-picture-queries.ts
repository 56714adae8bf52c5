import { sql } from 'kysely';

/**
 * Whether the flight with this alias in the query has a creative with a picture. Imported flights may be approved
 * without one.
 */
export const hasPicture = (flight: string) =>
  sql<number | boolean>`exists (select 1 from creatives where creatives.flight_id = ${sql.ref(`${flight}.id`)}
    and creatives.removed_at is null and creatives.file_hash is not null)`;
