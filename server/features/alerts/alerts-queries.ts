import { type Selectable, sql } from 'kysely';
import {
  ALERT_SEVERITIES,
  type AlertRule,
  type AlertSeverity,
  type AlertState,
  INSTALLATION,
} from '#contract/alerts.ts';
import { NEWS_RULES, rulesOfSeverity } from '#domain/alert-rules.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { containsAnyCase } from '../../databases/accounts/contains-text.ts';
import type { AccountsSchema } from '../../databases/accounts/schema.ts';
import { inGroups } from '../../lib/in-groups.ts';

export type AlertRow = Selectable<AccountsSchema['alerts']>;

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

const STATE = sql<AlertState>`case when ended_at is not null then 'resolved'
  when acknowledged_at is not null then 'acknowledged' else 'open' end`;
/** The alert's venue, otherwise its customer, otherwise the installation. */
const PLACE = sql<string>`coalesce(venue_id, customer_id, ${sql.lit(INSTALLATION)})`;
const PLACE_NAME = sql<string>`coalesce(
  (select name from venues where venues.id = alerts.venue_id),
  (select name from customers where customers.id = alerts.customer_id), '')`;

/** Which alerts a list contains. */
export type AlertFilter = {
  readonly state?: AlertState | 'active' | undefined;
  readonly rule?: AlertRule | undefined;
  readonly severity?: AlertSeverity | undefined;
  readonly place?: string | undefined;
  /** Part of a name or title, ignoring case. */
  readonly q?: string | undefined;
};

function filtered(accounts: AccountsDb, scope: AlertScope, { state, rule, severity, place, q = '' }: AlertFilter) {
  const text = q.trim();
  const named = (table: 'venues' | 'customers') =>
    accounts
      .selectFrom(table)
      .select('id')
      .where(containsAnyCase(accounts, `${table}.name`, text));
  return inScope(accounts, scope)
    .$if(state === 'resolved', (query) => query.where('ended_at', 'is not', null))
    .$if(state !== undefined && state !== 'resolved', (query) => query.where('ended_at', 'is', null))
    .$if(state === 'open', (query) => query.where('acknowledged_at', 'is', null))
    .$if(state === 'acknowledged', (query) => query.where('acknowledged_at', 'is not', null))
    .$if(rule !== undefined, (query) => query.where('rule', '=', rule as AlertRule))
    .$if(severity !== undefined, (query) => query.where('rule', 'in', rulesOfSeverity(severity as AlertSeverity)))
    .$if(place !== undefined, (query) => query.where(PLACE, '=', place as string))
    .$if(text !== '', (query) =>
      query.where((where) =>
        where.or([
          containsAnyCase(accounts, 'alerts.title', text),
          containsAnyCase(accounts, 'alerts.affected_names', text),
          where('venue_id', 'in', named('venues')),
          where('customer_id', 'in', named('customers')),
        ]),
      ),
    );
}

/** An alert with the name of its place. */
export type PlacedRow = AlertRow & { readonly place: string; readonly place_name: string };

const placed = [PLACE.as('place'), PLACE_NAME.as('place_name')] as const;

/** Finds alerts, newest first. The order is by ID, because IDs increase over time. */
export const findAlerts = (
  accounts: AccountsDb,
  scope: AlertScope,
  {
    show,
    before,
    limit,
    ...filter
  }: AlertFilter & { show: 'open' | 'ended' | undefined; before: string; limit: number },
): Promise<PlacedRow[]> =>
  filtered(accounts, scope, filter)
    .selectAll()
    .select(placed)
    .$if(before !== '', (query) => query.where('id', '<', before))
    .$if(show === 'open', (query) => query.where('ended_at', 'is', null))
    .$if(show === 'ended', (query) => query.where('ended_at', 'is not', null))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Finds those of the alerts that are in the scope. */
export const findAlertsById = (
  accounts: AccountsDb,
  scope: AlertScope,
  ids: readonly string[],
): Promise<PlacedRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : inScope(accounts, scope).selectAll().select(placed).where('id', 'in', ids).orderBy('id').execute();

type GroupKey = { readonly place: string; readonly rule: AlertRule };

/** Finds the open alerts of groups that match the search. */
export const findOpenOf = (
  accounts: AccountsDb,
  scope: AlertScope,
  groups: readonly GroupKey[],
  q: string,
): Promise<PlacedRow[]> =>
  groups.length === 0
    ? Promise.resolve([])
    : filtered(accounts, scope, { state: 'open', q })
        .selectAll()
        .select(placed)
        .where((where) =>
          where.or(groups.map(({ place, rule }) => where.and([where('rule', '=', rule), where(PLACE, '=', place)]))),
        )
        .orderBy('id')
        .execute();

type GroupsWanted = AlertFilter & {
  readonly sort: string;
  readonly page: number;
  readonly limit: number;
  readonly seenMs: number;
};

/** Finds a page of the groups: alerts of one place, rule and state, open ones first. `total` counts all groups. */
export async function findGroups(
  accounts: AccountsDb,
  scope: AlertScope,
  { sort, page, limit, seenMs, ...filter }: GroupsWanted,
) {
  const urgency = sql`case ${sql.join(
    ALERT_SEVERITIES.map(
      (severity, at) =>
        sql`when rule in (${sql.join(rulesOfSeverity(severity).map((rule) => sql.lit(rule)))}) then ${sql.lit(-at)}`,
    ),
    sql` `,
  )} end`;
  const began = sql`coalesce(min(since_at), min(raised_at))`;
  const columns = { severity: urgency, since: began, place: sql`min(${PLACE_NAME})` } as const;
  const by = columns[sort.replace('-', '') as keyof typeof columns];
  const rows = await filtered(accounts, scope, filter)
    .select(['rule', PLACE.as('place'), STATE.as('state')])
    .select(({ fn }) => [
      fn.countAll<number>().as('alerts'),
      fn.sum<number>('affected_count').as('affected'),
      fn.min('since_at').as('since_at'),
      fn.min('raised_at').as('raised_at'),
      fn.max('ended_at').as('ended_at'),
      fn.min('id').as('id'),
      sql<string>`min(${PLACE_NAME})`.as('place_name'),
      sql<number>`sum(case when raised_at > ${seenMs} then 1 else 0 end)`.as('unread'),
      sql<number>`count(*) over ()`.as('total'),
    ])
    .groupBy(['rule', PLACE, STATE])
    .orderBy(sql`case ${STATE} when 'open' then 0 when 'acknowledged' then 1 else 2 end`)
    .orderBy(by, sort.startsWith('-') ? 'desc' : 'asc')
    .orderBy(began, 'desc')
    .orderBy(PLACE)
    .orderBy('rule')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  return { rows, total: Number(rows[0]?.total ?? 0) };
}

/** Counts the alerts that are still active, and those of them that are acknowledged. */
export async function countActive(
  accounts: AccountsDb,
  scope: AlertScope,
): Promise<{ readonly all: number; readonly acknowledged: number }> {
  const { all, acknowledged } = await inScope(accounts, scope)
    .select(({ fn }) => [fn.countAll<number>().as('all'), fn.count<number>('acknowledged_at').as('acknowledged')])
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { all: Number(all), acknowledged: Number(acknowledged) };
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

/** Acknowledges alerts. Returns the IDs of those that were not acknowledged before. */
export async function setAcknowledged(
  accounts: AccountsDb,
  ids: readonly string[],
  atMs: number,
): Promise<ReadonlySet<string>> {
  const changed = await inGroups(ids, (group) =>
    accounts
      .updateTable('alerts')
      .set({ acknowledged_at: atMs })
      .where('id', 'in', group)
      .where('acknowledged_at', 'is', null)
      .returning('id')
      .execute(),
  );
  return new Set(changed.map(({ id }) => id));
}

/** Undoes the acknowledgment of an alert. Returns false if it is not acknowledged. */
export async function undoAcknowledged(accounts: AccountsDb, id: string): Promise<boolean> {
  const changed = await accounts
    .updateTable('alerts')
    .set({ acknowledged_at: null })
    .where('id', '=', id)
    .where('acknowledged_at', 'is not', null)
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

const WORDS = [
  'rule',
  'title',
  'affected',
  'affected_count',
  'affected_names',
  'path',
  'venue_id',
  'since_at',
] as const;
const NUMBERS: readonly string[] = ['affected_count', 'since_at'];
export type AlertWords = Pick<AlertRow, (typeof WORDS)[number]>;

/** Updates each alert's rule, texts, place and beginning. One statement updates many alerts. */
export async function changeAlerts(
  accounts: AccountsDb,
  changed: readonly (AlertWords & { readonly id: string })[],
): Promise<void> {
  await inGroups(changed, async (group) => {
    const own = (word: (typeof WORDS)[number]) => {
      const value = sql`case id ${sql.join(
        group.map((one) => sql`when ${one.id} then ${one[word]}`),
        sql` `,
      )} end`;
      // PostgreSQL takes a choice of parameters for text.
      return NUMBERS.includes(word) ? sql`cast(${value} as int8)` : value;
    };
    const ids = group.map(({ id }) => id);
    const words = Object.fromEntries(WORDS.map((word) => [word, own(word)]));
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

export async function deleteEndedBefore(accounts: AccountsDb, atMs: number): Promise<void> {
  await accounts.deleteFrom('alerts').where('ended_at', '<', atMs).execute();
}
