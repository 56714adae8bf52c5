import type { Selectable } from 'kysely';
import type { AlertRule } from '#contract/alerts.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { AccountsSchema } from '../../databases/accounts/schema.ts';

export type RuleRow = Selectable<AccountsSchema['alert_rules']>;
export type QuietRow = Selectable<AccountsSchema['alert_quiet_hours']>;

export const findAllRules = (accounts: AccountsDb): Promise<RuleRow[]> =>
  accounts.selectFrom('alert_rules').selectAll().execute();

export const findRulesOf = (accounts: AccountsDb, organisation: string): Promise<RuleRow[]> =>
  accounts.selectFrom('alert_rules').selectAll().where('organisation', '=', organisation).execute();

export async function storeRule(accounts: AccountsDb, row: Omit<RuleRow, 'mailed_at'>): Promise<void> {
  const { organisation: _organisation, rule: _rule, ...settings } = row;
  await accounts
    .insertInto('alert_rules')
    .values({ ...row, mailed_at: 0 })
    .onConflict((conflict) => conflict.columns(['organisation', 'rule']).doUpdateSet(settings))
    .execute();
}

export async function storeRuleMailed(
  accounts: AccountsDb,
  { organisation, rule, threshold }: { organisation: string; rule: AlertRule; threshold: number | null },
  atMs: number,
): Promise<void> {
  await accounts
    .insertInto('alert_rules')
    .values({ organisation, rule, is_on: 1, threshold, mails: 1, muted_until: null, mailed_at: atMs })
    .onConflict((conflict) => conflict.columns(['organisation', 'rule']).doUpdateSet({ mailed_at: atMs }))
    .execute();
}

export const findAllQuiet = (accounts: AccountsDb): Promise<QuietRow[]> =>
  accounts.selectFrom('alert_quiet_hours').selectAll().execute();

export const findQuietOf = (accounts: AccountsDb, organisation: string): Promise<QuietRow | undefined> =>
  accounts.selectFrom('alert_quiet_hours').selectAll().where('organisation', '=', organisation).executeTakeFirst();

export async function storeQuiet(
  accounts: AccountsDb,
  organisation: string,
  quiet: Omit<QuietRow, 'organisation'> | null,
): Promise<void> {
  if (quiet === null) {
    await accounts.deleteFrom('alert_quiet_hours').where('organisation', '=', organisation).execute();
    return;
  }
  // Upsert, because two managers may save simultaneously.
  await accounts
    .insertInto('alert_quiet_hours')
    .values({ organisation, ...quiet })
    .onConflict((conflict) => conflict.column('organisation').doUpdateSet(quiet))
    .execute();
}
