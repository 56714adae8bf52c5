import type { InvalidReason } from '#contract/ingest.ts';
import { type AccountsDb, isPostgres } from '../../databases/accounts/accounts-db.ts';
import { shownObjections } from '../../people/shown-rows-queries.ts';

const objections = (accounts: AccountsDb, isVisit: boolean) =>
  accounts
    .selectFrom(shownObjections(isVisit))
    .innerJoin('outlets', 'outlets.id', 'objections.outlet_id')
    .innerJoin('customers', 'customers.id', 'objections.customer_id')
    .leftJoin('users as raisers', 'raisers.id', 'objections.raised_by_id')
    .select([
      'objections.id',
      'objections.customer_id',
      'customers.key as customer_key',
      'customers.kind as customer_kind',
      'customers.name as customer_name',
      'objections.outlet_id',
      'outlets.key as outlet_key',
      'outlets.eui',
      'outlets.label',
      'objections.day',
      'objections.reason',
      'objections.words',
      'objections.state',
      'objections.raised_at',
      'objections.raised_by',
      'objections.raised_by_id',
      'raisers.role as raised_by_role',
      'objections.decided_at',
      'objections.decided_by',
      'objections.answer',
    ]);

export type ObjectionRow = Awaited<ReturnType<ReturnType<typeof objections>['execute']>>[number];

const MOST = 1_000;

/** Finds objections by one customer, or by all: open ones first, then newest first. */
export const findObjections = (
  accounts: AccountsDb,
  customerId: string | null,
  isVisit: boolean,
): Promise<ObjectionRow[]> =>
  objections(accounts, isVisit)
    .$if(customerId !== null, (query) => query.where('objections.customer_id', '=', customerId ?? ''))
    .orderBy((eb) => eb.case().when('objections.state', '=', 'open').then(0).else(1).end())
    .orderBy('objections.id', 'desc')
    .limit(MOST)
    .execute();

export const findObjection = (accounts: AccountsDb, id: string, isVisit: boolean): Promise<ObjectionRow | undefined> =>
  objections(accounts, isVisit).where('objections.id', '=', id).executeTakeFirst();

type NewObjection = {
  readonly id: string;
  readonly customer_id: string;
  readonly outlet_id: string;
  readonly day: string;
  readonly reason: InvalidReason;
  readonly words: string;
  readonly raised_at: number;
  readonly raised_by: string;
  readonly raised_by_id: string | null;
};

/** Inserts an objection. Returns false if the customer has already made it. */
export async function insertObjection(tx: AccountsDb, row: NewObjection): Promise<boolean> {
  const decided = { state: 'open', decided_at: null, decided_by: null, answer: '' } as const;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('objections')
    .values({ ...row, ...decided })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/**
 * Decides an objection. Returns false if it is already decided. If two administrators decide simultaneously, only one
 * succeeds.
 */
export async function decideObjection(
  tx: AccountsDb,
  id: string,
  decision: { state: 'accepted' | 'declined'; decided_at: number; decided_by: string; answer: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('objections')
    .set(decision)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/**
 * Serializes decisions about the same events. Locks rows in a fixed order, so that no deadlock occurs. The embedded
 * store has a single writer and needs no lock.
 */
export async function lockJudgement(
  tx: AccountsDb,
  { outlet_id, day, reason }: Pick<ObjectionRow, 'outlet_id' | 'day' | 'reason'>,
): Promise<void> {
  if (!isPostgres(tx)) return;
  await tx
    .selectFrom('objections')
    .select('id')
    .where('outlet_id', '=', outlet_id)
    .where('day', '=', day)
    .where('reason', '=', reason)
    .orderBy('id')
    .forUpdate()
    .execute();
}

export type CreditLine = {
  readonly owner_key: number;
  readonly advertiser_key: number;
  readonly campaign_key: number;
  readonly flight_key: number;
  readonly events: number;
  readonly amount_micros: number;
  readonly owner_micros: number;
};

export type Judged = { readonly outletId: string; readonly day: string; readonly reason: InvalidReason };

/** Finds the credits that adjustments have made so far for the same judgment, for any objection. */
export const findCredited = (tx: AccountsDb, { outletId, day, reason }: Judged): Promise<CreditLine[]> =>
  tx
    .selectFrom('adjustment_lines')
    .innerJoin('adjustments', 'adjustments.id', 'adjustment_lines.adjustment_id')
    .select(['owner_key', 'advertiser_key', 'campaign_key', 'flight_key', 'events', 'amount_micros', 'owner_micros'])
    .where('outlet_id', '=', outletId)
    .where('day', '=', day)
    .where('invalid', '=', reason)
    .execute();

/** Inserts an adjustment with its lines, as one record for both sides. */
export async function insertAdjustment(
  tx: AccountsDb,
  row: { id: string; objection_id: string | null; made_at: number; made_by: string; reason: string } & {
    outlet_id: string;
    day: string;
    invalid: InvalidReason | null;
  },
  lines: readonly CreditLine[],
): Promise<void> {
  await tx.insertInto('adjustments').values(row).execute();
  if (lines.length === 0) return;
  await tx
    .insertInto('adjustment_lines')
    .values(lines.map((line) => ({ adjustment_id: row.id, ...line })))
    .execute();
}

/** Sums the micro-dollars credited to both sides, by objection. Objections without a credit have no entry. */
export async function findCredits(
  accounts: AccountsDb,
  objectionIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly amountMicros: number; readonly ownerMicros: number }>> {
  if (objectionIds.length === 0) return new Map();
  const rows = await accounts
    .selectFrom('adjustments')
    .leftJoin('adjustment_lines', 'adjustment_lines.adjustment_id', 'adjustments.id')
    .select(['adjustments.objection_id', 'amount_micros', 'owner_micros'])
    .where('adjustments.objection_id', 'in', objectionIds)
    .execute();
  const credits = new Map<string, { amountMicros: number; ownerMicros: number }>();
  for (const { objection_id: id, amount_micros: amount, owner_micros: owner } of rows) {
    if (id === null) continue;
    const known = credits.get(id) ?? { amountMicros: 0, ownerMicros: 0 };
    credits.set(id, {
      amountMicros: known.amountMicros + (amount ?? 0),
      ownerMicros: known.ownerMicros + (owner ?? 0),
    });
  }
  return credits;
}

export const findOutletByEui = (accounts: AccountsDb, eui: string) =>
  accounts.selectFrom('outlets').select(['id', 'key', 'eui', 'label']).where('eui', '=', eui).executeTakeFirst();

/** Finds the versions of the rules, newest first. */
export const findRuleVersions = (accounts: AccountsDb) =>
  accounts.selectFrom('traffic_rules').selectAll().orderBy('id', 'desc').limit(MOST).execute();
export type RuleVersionRow = Awaited<ReturnType<typeof findRuleVersions>>[number];

export async function insertRules(tx: AccountsDb, row: RuleVersionRow): Promise<void> {
  await tx.insertInto('traffic_rules').values(row).execute();
}

/** Finds the ids of the customers on both sides, by their keys. */
export async function findCustomerIds(
  accounts: AccountsDb,
  lines: readonly Pick<CreditLine, 'owner_key' | 'advertiser_key'>[],
): Promise<ReadonlyMap<number, string>> {
  const keys = [...new Set(lines.flatMap((line) => [line.owner_key, line.advertiser_key]))];
  if (keys.length === 0) return new Map();
  const rows = await accounts.selectFrom('customers').select(['key', 'id']).where('key', 'in', keys).execute();
  return new Map(rows.map(({ key, id }) => [key, id]));
}
