import { type Selectable, sql } from 'kysely';
import type { AlertRule } from '#contract/alerts.ts';
import { NEWS_RULES } from '#domain/alert-rules.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { AccountsSchema } from '../../databases/accounts/schema.ts';
import { inGroups } from '../../lib/in-groups.ts';

export type AlertRow = Selectable<AccountsSchema['alerts']>;
export type RuleRow = Selectable<AccountsSchema['alert_rules']>;
export type QuietRow = Selectable<AccountsSchema['alert_quiet_hours']>;

/**
 * Whose alerts a query returns: one customer's, those of all customers, or also the installation's. News for a customer
 * is visible only to that customer.
 */
export type AlertScope = { readonly customerId: string } | 'customers' | 'all';

const inScope = (accounts: AccountsDb, scope: AlertScope) =>
  accounts
    .selectFrom('alerts')
    .$if(scope === 'customers', (query) => query.where('customer_id', 'is not', null))
    .$if(typeof scope === 'string', (query) =>
      query.where((where) => where.or([where('customer_id', 'is', null), where('rule', 'not in', NEWS_RULES)])),
    )
    .$if(typeof scope === 'object', (query) =>
      query.where('customer_id', '=', typeof scope === 'object' ? scope.customerId : ''),
    );

/** Finds alerts, newest first. The order is by ID, because IDs increase over time. */
export const findAlerts = (
  accounts: AccountsDb,
  scope: AlertScope,
  { show, before, limit }: { show: 'open' | 'ended' | undefined; before: string; limit: number },
): Promise<AlertRow[]> =>
  inScope(accounts, scope)
    .selectAll()
    .$if(before !== '', (query) => query.where('id', '<', before))
    .$if(show === 'open', (query) => query.where('ended_at', 'is', null))
    .$if(show === 'ended', (query) => query.where('ended_at', 'is not', null))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export const findAlert = (accounts: AccountsDb, scope: AlertScope, id: string): Promise<AlertRow | undefined> =>
  inScope(accounts, scope).selectAll().where('id', '=', id).executeTakeFirst();

export async function countOpen(accounts: AccountsDb, scope: AlertScope): Promise<number> {
  const { count } = await inScope(accounts, scope)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Counts active alerts that need action and that no user has acknowledged. */
export async function countWaiting(accounts: AccountsDb, scope: AlertScope): Promise<number> {
  const { count } = await inScope(accounts, scope)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('ended_at', 'is', null)
    .where('acknowledged_at', 'is', null)
    .where('rule', 'not in', NEWS_RULES)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Counts alerts that began after the user last opened the list. */
export async function countUnread(accounts: AccountsDb, scope: AlertScope, seenMs: number): Promise<number> {
  const { count } = await inScope(accounts, scope)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('raised_at', '>', seenMs)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function findSeen(accounts: AccountsDb, userId: string): Promise<number> {
  const row = await accounts
    .selectFrom('alert_readers')
    .select('seen_at')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.seen_at ?? 0;
}

export async function storeSeen(accounts: AccountsDb, userId: string, atMs: number): Promise<void> {
  await accounts
    .insertInto('alert_readers')
    .values({ user_id: userId, seen_at: atMs })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ seen_at: atMs }))
    .execute();
}

/** Acknowledges an alert. Returns false if it was already acknowledged. */
export async function setAcknowledged(accounts: AccountsDb, id: string, atMs: number): Promise<boolean> {
  const changed = await accounts
    .updateTable('alerts')
    .set({ acknowledged_at: atMs })
    .where('id', '=', id)
    .where('acknowledged_at', 'is', null)
    .returning('id')
    .execute();
  return changed.length > 0;
}

/** Maximum number of rows per query, because a single alert for a silent venue can name thousands of outlets. */
const STEP = 200;

/**
 * Finds the active alerts, oldest first. Reads the alerts in steps, using the partial index on active alerts, so that
 * other requests run between the steps.
 */
async function findOpen(accounts: AccountsDb, isUnmailed = false): Promise<AlertRow[]> {
  const found: AlertRow[] = [];
  for (;;) {
    const rows = await accounts
      .selectFrom('alerts')
      .selectAll()
      .where('ended_at', 'is', null)
      .where('cause', '>', found.at(-1)?.cause ?? '')
      .$if(isUnmailed, (query) => query.where('mailed_at', 'is', null))
      .orderBy('cause')
      .limit(STEP)
      .execute();
    for (const row of rows) found.push(row);
    if (rows.length < STEP) return found.sort((one, other) => (one.id < other.id ? -1 : 1));
  }
}

export const findStanding = (accounts: AccountsDb): Promise<AlertRow[]> => findOpen(accounts);

/**
 * Inserts alerts and returns the IDs of those inserted. Skips causes for which another process has already inserted an
 * alert.
 */
export async function insertAlerts(accounts: AccountsDb, rows: readonly AlertRow[]): Promise<Set<string>> {
  const stored = await inGroups(rows, (group) =>
    accounts
      .insertInto('alerts')
      .values([...group])
      .onConflict((conflict) => conflict.column('cause').where('ended_at', 'is', null).doNothing())
      .returning('id')
      .execute(),
  );
  return new Set(stored.map(({ id }) => id));
}

type ChangedWords = Pick<AlertRow, 'id' | 'rule' | 'title' | 'affected' | 'path'>;

/** Updates each alert's rule, title, affected entries and path. One statement updates many alerts. */
export async function changeAlerts(accounts: AccountsDb, changed: readonly ChangedWords[]): Promise<void> {
  await inGroups(changed, async (group) => {
    const own = <Word extends 'rule' | 'title' | 'affected' | 'path'>(word: Word) =>
      sql<AlertRow[Word]>`case id ${sql.join(
        group.map((one) => sql`when ${one.id} then ${one[word]}`),
        sql` `,
      )} end`;
    const ids = group.map(({ id }) => id);
    const words = { rule: own('rule'), title: own('title'), affected: own('affected'), path: own('path') };
    await accounts.updateTable('alerts').set(words).where('id', 'in', ids).execute();
    return [];
  });
}

/**
 * Ends alerts and returns the IDs of those that were active. If several processes end the same alert, only one of them
 * receives its ID.
 */
export async function endAlerts(accounts: AccountsDb, ids: readonly string[], atMs: number): Promise<Set<string>> {
  const ended = await inGroups(ids, (group) =>
    accounts
      .updateTable('alerts')
      .set({ ended_at: atMs })
      .where('id', 'in', group)
      .where('ended_at', 'is', null)
      .returning('id')
      .execute(),
  );
  return new Set(ended.map(({ id }) => id));
}

/** Finds the active alerts that have not been mailed yet. */
export const findUnmailed = (accounts: AccountsDb): Promise<AlertRow[]> => findOpen(accounts, true);

/** Marks alerts as mailed. Returns how many had not been mailed before. */
export async function setMailed(accounts: AccountsDb, ids: readonly string[], atMs: number): Promise<number> {
  const told = await inGroups(ids, (group) =>
    accounts
      .updateTable('alerts')
      .set({ mailed_at: atMs })
      .where('id', 'in', group)
      .where('mailed_at', 'is', null)
      .returning('id')
      .execute(),
  );
  return told.length;
}

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

export async function deleteEndedBefore(accounts: AccountsDb, atMs: number): Promise<void> {
  await accounts.deleteFrom('alerts').where('ended_at', '<', atMs).execute();
}
