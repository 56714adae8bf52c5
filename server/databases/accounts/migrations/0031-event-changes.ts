import { type Kysely, sql } from 'kysely';

/** If several processes store events, `event_changes` in `settings` rises with every stored group of events. */
export const eventChanges = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`insert into settings (name, value) values ('event_changes', '0')`.execute(db);
  },
};
