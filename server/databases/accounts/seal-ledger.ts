import { sql } from 'kysely';
import type { DirtyWeek, SealLedger } from '../events/seal-ledger.ts';
import type { AccountsDb } from './accounts-db.ts';

const ONLY_ROW = 1;
const LEASE = 'seal-lease';

/**
 * The seal ledger kept in the accounts store, so that several API processes agree (events-store.md section 6). Only where
 * they share one events server (`shared`) is there a lease to hold: an embedded store has one process anyway, and a killed
 * one must not keep its successor from sealing.
 */
export function createSealLedger(accounts: AccountsDb, shared = false): SealLedger {
  return {
    async current() {
      const row = await accounts.selectFrom('event_seals').selectAll().where('id', '=', ONLY_ROW).executeTakeFirst();
      if (!row) return { generation: 0, watermark: '1970-01-01' };
      return { generation: row.generation, watermark: new Date(row.watermark_at).toISOString().slice(0, 10) };
    },
    async publish({ generation, watermark }) {
      const row = { generation, watermark_at: Date.parse(`${watermark}T00:00:00Z`), updated_at: Date.now() };
      await accounts
        .insertInto('event_seals')
        .values({ id: ONLY_ROW, ...row })
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet(row).where('event_seals.generation', '<', generation),
        )
        .execute();
    },
    async markDirty(weeks) {
      if (weeks.length === 0) return;
      await accounts
        .insertInto('dirty_weeks')
        .values(weeks.map((week) => ({ week, since_at: Date.now() })))
        .onConflict((conflict) =>
          conflict.column('week').doUpdateSet({
            since_at: sql<number>`case when excluded.since_at > dirty_weeks.since_at then excluded.since_at else dirty_weeks.since_at + 1 end`,
          }),
        )
        .execute();
    },
    async dirtyWeeks(): Promise<readonly DirtyWeek[]> {
      return accounts.selectFrom('dirty_weeks').select(['week', 'since_at as since']).orderBy('week').execute();
    },
    async clearDirty(week, sinceNotLaterThan) {
      await accounts
        .deleteFrom('dirty_weeks')
        .where('week', '=', week)
        .where('since_at', '<=', sinceNotLaterThan)
        .execute();
    },
    async holdLease(holder, seconds) {
      if (!shared) return true;
      const now = Date.now();
      const value = `${now + seconds * 1000} ${holder}`;
      return accounts.transaction().execute(async (transaction) => {
        const held = await transaction
          .selectFrom('settings')
          .select('value')
          .where('name', '=', LEASE)
          .executeTakeFirst();
        const [until = '0', owner] = held?.value.split(' ') ?? [];
        if (owner !== holder && Number(until) > now) return false;
        await transaction
          .insertInto('settings')
          .values({ name: LEASE, value })
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
          .execute();
        return true;
      });
    },
  };
}
