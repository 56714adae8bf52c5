import type { Kysely } from 'kysely';

/** A replaced key stays valid beside its successor until `expires_at` (docs/threat-model.md#f1). */
export const keyExpiry = {
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.alterTable('access_keys').addColumn('expires_at', 'int8').execute();
  },
};
