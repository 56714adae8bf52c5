import { type Kysely, sql } from 'kysely';

/** `event_changes` in `settings` rises with every group of events that a process stores, where several do. */
export const eventChanges = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`insert into settings (name, value) values ('event_changes', '0')`.execute(db);
  },
};
