import type { AccountsDb } from '../databases/accounts/accounts-db.ts';

/** A line of an adjustment: its amounts for the owner and the advertiser, with the outlet and flight. */
export type AdjustmentRow = Awaited<ReturnType<typeof findUndocumented>>[number];

/**
 * Finds adjustments without a document, in the order in which they were made. A month's drafts must be deleted first.
 */
export const findUndocumented = (accounts: AccountsDb) =>
  accounts
    .selectFrom('adjustments')
    .innerJoin('adjustment_lines', 'adjustment_lines.adjustment_id', 'adjustments.id')
    .leftJoin('outlets', 'outlets.id', 'adjustments.outlet_id')
    .select([
      ...(['adjustments.id as id', 'reason', 'day', 'made_at', 'outlets.key as outlet_key'] as const),
      ...(['owner_key', 'advertiser_key', 'flight_key', 'amount_micros', 'owner_micros'] as const),
    ])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('document_lines').select('place').whereRef('document_lines.adjustment_id', '=', 'adjustments.id'),
        ),
      ),
    )
    .orderBy('made_at')
    .orderBy('adjustments.id')
    .execute();
