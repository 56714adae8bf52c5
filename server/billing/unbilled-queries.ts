import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { DocumentKind } from '../databases/accounts/ledger-tables.ts';

/** Finds the months for which a customer had a final document at `knownOn`. */
export async function findFinalMonths(
  accounts: AccountsDb,
  { kind, customerKey, knownOn }: { kind: DocumentKind; customerKey: number; knownOn: number },
): Promise<ReadonlySet<string>> {
  const rows = await accounts
    .selectFrom('documents')
    .select('month')
    .where('kind', '=', kind)
    .where('customer_key', '=', customerKey)
    .where('number', 'is not', null)
    .where('final_at', '<=', knownOn)
    .execute();
  return new Set(rows.map(({ month }) => month));
}

/** Sums a month's delivery on a customer's final documents, by flight or outlet. */
export async function findBookedOf(
  accounts: AccountsDb,
  { kind, customerKey, month }: { kind: DocumentKind; customerKey: number; month: string },
) {
  const rows = await accounts
    .selectFrom('document_lines')
    .innerJoin('documents', 'documents.id', 'document_lines.document_id')
    .select((eb) => [
      'of_key as ofKey',
      eb.fn.sum<number>('views').as('views'),
      eb.fn.sum<number>('clicks').as('clicks'),
      eb.fn.sum<number>('burns').as('burns'),
      eb.fn.sum<number>('amount_micros').as('amount'),
    ])
    .where('documents.kind', '=', kind)
    .where('documents.customer_key', '=', customerKey)
    .where('documents.number', 'is not', null)
    .where('document_lines.month', '=', month)
    .where('document_lines.kind', 'in', ['delivery', 'late'])
    .groupBy('of_key')
    .execute();
  // PostgreSQL returns sums as text.
  return rows.map(({ ofKey, views, clicks, burns, amount }) => ({
    ofKey,
    views: Number(views),
    clicks: Number(clicks),
    burns: Number(burns),
    amount: Number(amount),
  }));
}

/** Finds a customer's adjustments that were not on a final document at `knownOn`. */
export const findWaitingAdjustments = (
  accounts: AccountsDb,
  { kind, customerKey, knownOn }: { kind: DocumentKind; customerKey: number; knownOn: number },
) =>
  accounts
    .selectFrom('adjustments')
    .innerJoin('adjustment_lines', 'adjustment_lines.adjustment_id', 'adjustments.id')
    .leftJoin('outlets', 'outlets.id', 'adjustments.outlet_id')
    .select(['day', 'reason', 'outlets.key as outlet_key', 'flight_key', 'amount_micros', 'owner_micros'])
    .where(kind === 'statement' ? 'owner_key' : 'advertiser_key', '=', customerKey)
    .where('made_at', '<=', knownOn)
    // As with lines, an adjustment of zero is not shown.
    .where(({ or, eb }) => or([eb('amount_micros', '<>', 0), eb('owner_micros', '<>', 0)]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('document_lines')
            .innerJoin('documents', 'documents.id', 'document_lines.document_id')
            .select('place')
            .whereRef('document_lines.adjustment_id', '=', 'adjustments.id')
            .where('documents.final_at', '<=', knownOn),
        ),
      ),
    )
    .orderBy('made_at')
    .execute();

/** Sums all adjustments without a final document, by owner and advertiser (0 if none), in micro-dollars. */
export async function sumWaitingAdjustments(accounts: AccountsDb) {
  const rows = await accounts
    .selectFrom('adjustment_lines')
    .innerJoin('adjustments', 'adjustments.id', 'adjustment_lines.adjustment_id')
    .select(['owner_key', 'advertiser_key', 'amount_micros', 'owner_micros'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('document_lines')
            .innerJoin('documents', 'documents.id', 'document_lines.document_id')
            .select('place')
            .whereRef('document_lines.adjustment_id', '=', 'adjustments.id')
            .where('documents.final_at', 'is not', null),
        ),
      ),
    )
    .execute();
  return rows.map((row) => ({
    ownerKey: row.owner_key,
    advertiserKey: row.advertiser_key,
    amount: BigInt(row.amount_micros),
    owner: BigInt(row.owner_micros),
  }));
}
