import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';

/** Sums the network's own ledger accounts, in micro-dollars. */
export async function sumOwnAccounts(
  accounts: AccountsDb,
): Promise<{ readonly cash: number; readonly revenue: number }> {
  const rows = await accounts
    .selectFrom('ledger_postings')
    .select(['account', (eb) => eb.fn.sum<number>('micros').as('micros')])
    .where('account', 'in', ['network:cash', 'network:revenue'])
    .groupBy('account')
    .execute();
  const sums = new Map(rows.map(({ account, micros }) => [account, Number(micros)]));
  // Revenue is owed to no customer, so the ledger holds it as a negative amount.
  return { cash: sums.get('network:cash') ?? 0, revenue: -(sums.get('network:revenue') ?? 0) };
}

/** Counts final documents and sums their totals, by month and kind. */
export async function sumMonths(accounts: AccountsDb) {
  const rows = await accounts
    .selectFrom('documents')
    .select((eb) => [
      'month',
      'kind',
      eb.fn.countAll<number>().as('documents'),
      eb.fn.sum<number>('total_cents').as('cents'),
    ])
    .where('number', 'is not', null)
    .groupBy(['month', 'kind'])
    .execute();
  return rows.map((row) => ({ ...row, documents: Number(row.documents), cents: Number(row.cents) }));
}

export async function sumOnTheWay(accounts: AccountsDb): Promise<number> {
  const row = await accounts
    .selectFrom('payouts')
    .select((eb) => eb.fn.sum<number>('amount_cents').as('cents'))
    .where('state', 'in', ['proposed', 'approved'])
    .executeTakeFirstOrThrow();
  return Number(row.cents ?? 0);
}

export async function countOpenObjections(accounts: AccountsDb): Promise<number> {
  const row = await accounts
    .selectFrom('objections')
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  return Number(row.rows);
}
