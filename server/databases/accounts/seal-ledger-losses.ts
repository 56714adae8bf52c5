import type { RawLoss, SealLedger } from '../events/seal-ledger.ts';
import type { AccountsDb } from './accounts-db.ts';

/** The part of the seal ledger that knows which raw rows are gone. */
export function createRawLosses(
  accounts: AccountsDb,
): Pick<SealLedger, 'losses' | 'noteLoss' | 'acceptLosses' | 'giveUpLosses' | 'endLoss'> {
  async function losses(): Promise<readonly RawLoss[]> {
    const rows = await accounts.selectFrom('raw_losses').selectAll().orderBy('week').execute();
    return rows.map(({ week, seal, sealed_until, expected, missing, parts, noted_at, accepted_at, given_up_at }) => ({
      week,
      sealed: seal === null || sealed_until === null ? null : { number: seal, until: sealed_until },
      expected,
      missing,
      parts: JSON.parse(parts) as string[],
      notedAt: noted_at,
      isAccepted: accepted_at !== null,
      isGivenUp: given_up_at !== null,
    }));
  }

  return {
    losses,
    async acceptLosses(nowMs) {
      const open = (await losses()).filter(({ isAccepted }) => !isAccepted);
      await accounts.updateTable('raw_losses').set({ accepted_at: nowMs }).where('accepted_at', 'is', null).execute();
      return open;
    },
    async giveUpLosses(nowMs) {
      const rest = (await losses()).filter(({ isAccepted, isGivenUp }) => isAccepted && !isGivenUp);
      const accepted = accounts.updateTable('raw_losses').where('accepted_at', 'is not', null);
      await accepted.set({ given_up_at: nowMs }).where('given_up_at', 'is', null).execute();
      return rest;
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
