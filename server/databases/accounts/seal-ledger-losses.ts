import type { RawLoss, SealLedger } from '#event-store/operations.ts';
import type { AccountsDb } from './accounts-db.ts';
import type { RawLossTable } from './seal-tables.ts';

/** The part of the seal ledger that records lost raw rows. */
export function createRawLosses(
  accounts: AccountsDb,
): Pick<SealLedger, 'losses' | 'noteLoss' | 'acceptLosses' | 'giveUpLosses' | 'endLoss'> {
  return {
    async losses() {
      return (await accounts.selectFrom('raw_losses').selectAll().orderBy('week').execute()).map(lossOf);
    },
    // Each is one statement: losses that are noted in between are neither accepted nor given up unseen.
    async acceptLosses(nowMs, weeks) {
      const open = accounts.updateTable('raw_losses').where('accepted_at', 'is', null);
      const asked = weeks === undefined ? open : open.where('week', 'in', weeks);
      return inOrder(await asked.set({ accepted_at: nowMs }).returningAll().execute());
    },
    async giveUpLosses(nowMs, weeks) {
      const accepted = accounts.updateTable('raw_losses').where('accepted_at', 'is not', null);
      const all = accepted.where('given_up_at', 'is', null);
      const rest = weeks === undefined ? all : all.where('week', 'in', weeks);
      return inOrder(await rest.set({ given_up_at: nowMs }).returningAll().execute());
    },
    async noteLoss({ week, sealed, expected, missing, parts, notedAt }) {
      const row = {
        seal: sealed?.number ?? null,
        sealed_until: sealed?.until ?? null,
        expected,
        missing,
        parts: JSON.stringify(parts),
        noted_at: notedAt,
        accepted_at: null,
        given_up_at: null,
      };
      await accounts
        .insertInto('raw_losses')
        .values({ week, ...row })
        .onConflict((conflict) => conflict.column('week').doUpdateSet(row))
        .execute();
    },
    async endLoss(week) {
      await accounts.deleteFrom('raw_losses').where('week', '=', week).execute();
    },
  };
}

const inOrder = (rows: readonly RawLossTable[]): RawLoss[] =>
  rows.map(lossOf).sort((one, other) => (one.week < other.week ? -1 : 1));

const lossOf = ({ sealed_until: until, seal: number, parts, ...row }: RawLossTable): RawLoss => ({
  week: row.week,
  sealed: number === null || until === null ? null : { number, until },
  expected: row.expected,
  missing: row.missing,
  parts: JSON.parse(parts) as string[],
  notedAt: row.noted_at,
  isAccepted: row.accepted_at !== null,
  isGivenUp: row.given_up_at !== null,
});
