import { sql } from 'kysely';

/** Whether a flight, by its name in the statement, has a creative with a picture: an imported one may be approved without. */
export const hasPicture = (flight: string) =>
  sql<number | boolean>`exists (select 1 from creatives where creatives.flight_id = ${sql.ref(`${flight}.id`)}
    and creatives.removed_at is null and creatives.file_hash is not null)`;
