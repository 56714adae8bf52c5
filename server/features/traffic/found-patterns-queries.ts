import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';

const findings = (accounts: AccountsDb) =>
  accounts
    .selectFrom('traffic_findings as finding')
    .innerJoin('outlets as outlet', 'outlet.key', 'finding.outlet_key')
    .leftJoin('flights as flight', 'flight.key', 'finding.flight_key')
    .selectAll('finding')
    .select(['outlet.id as outlet_id', 'outlet.eui', 'outlet.label', 'flight.code as flight']);

export type FindingRow = Awaited<ReturnType<ReturnType<typeof findings>['execute']>>[number];

/** Finds the findings, most recently seen first. */
export const findFindings = (
  accounts: AccountsDb,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<FindingRow[]> =>
  findings(accounts)
    .orderBy('finding.seen_at', 'desc')
    .orderBy('finding.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

export const findFinding = (accounts: AccountsDb, id: string): Promise<FindingRow | undefined> =>
  findings(accounts).where('finding.id', '=', id).executeTakeFirst();

export async function countFindings(accounts: AccountsDb): Promise<number> {
  const row = await accounts
    .selectFrom('traffic_findings')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  return Number(row.rows);
}

/** Finds the outlet's other findings that have a proposal or an adjustment. */
export const findAdjustedBeside = (
  tx: AccountsDb,
  { id, outletKey }: { readonly id: string; readonly outletKey: number },
) =>
  tx
    .selectFrom('traffic_findings')
    .select(['id', 'proposal'])
    .where('outlet_key', '=', outletKey)
    .where('id', '!=', id)
    .where('proposal', '!=', '')
    .execute();

type Proposed = {
  readonly proposal: string;
  readonly proposed_at: number | null;
  readonly proposed_by: string | null;
  readonly proposed_by_id: string | null;
};

/** Changes a finding's proposal. Returns false if another administrator was faster. */
export async function setProposal(
  tx: AccountsDb,
  { id, before }: { readonly id: string; readonly before: string },
  proposed: Proposed,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('traffic_findings')
    .set(proposed)
    .where('id', '=', id)
    .where('adjustment_id', 'is', null)
    .where('proposal', '=', before)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Links the adjustment to its finding. Returns false if another administrator has decided about this proposal in the
 * meantime.
 */
export async function setAdjustment(
  tx: AccountsDb,
  { id, proposal, adjustmentId }: { readonly id: string; readonly proposal: string; readonly adjustmentId: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('traffic_findings')
    .set({ adjustment_id: adjustmentId })
    .where('id', '=', id)
    .where('adjustment_id', 'is', null)
    .where('proposal', '=', proposal)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
