import type { Kysely } from 'kysely';

/** A key that was replaced works on for a while beside its successor (docs/threat-model.md#f1): until `expires_at`. */
export const keyExpiry = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('access_keys').addColumn('expires_at', 'int8').execute();
  },
};
