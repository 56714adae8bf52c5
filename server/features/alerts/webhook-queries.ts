import type { Selectable } from 'kysely';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { AccountsSchema } from '../../databases/accounts/schema.ts';
import { inGroups } from '../../lib/in-groups.ts';

export type WebhookRow = Selectable<AccountsSchema['alert_webhooks']>;
export type CallRow = Selectable<AccountsSchema['alert_calls']>;

export const findWebhooks = (accounts: AccountsDb, organisations: readonly string[]): Promise<WebhookRow[]> =>
  inGroups(organisations, (group) =>
    accounts.selectFrom('alert_webhooks').selectAll().where('organisation', 'in', group).orderBy('id').execute(),
  );

export async function insertWebhook(accounts: AccountsDb, row: WebhookRow): Promise<void> {
  await accounts.insertInto('alert_webhooks').values(row).execute();
}

/** With its calls; false where the organisation has none of the id. */
export async function deleteWebhook(tx: AccountsDb, organisation: string, id: string): Promise<boolean> {
  const own = tx
    .selectFrom('alert_webhooks')
    .select('id')
    .where('id', '=', id)
    .where('organisation', '=', organisation);
  await tx.deleteFrom('alert_calls').where('webhook_id', 'in', own).execute();
  const deleted = await tx
    .deleteFrom('alert_webhooks')
    .where('id', '=', id)
    .where('organisation', '=', organisation)
    .returning('id')
    .execute();
  return deleted.length > 0;
}

export async function insertCalls(accounts: AccountsDb, rows: readonly CallRow[]): Promise<void> {
  await inGroups(rows, (group) =>
    accounts
      .insertInto('alert_calls')
      .values([...group])
      .returning('id')
      .execute(),
  );
}

/** Newest first. */
export const findCalls = (accounts: AccountsDb, webhookId: string, limit: number): Promise<CallRow[]> =>
  accounts
    .selectFrom('alert_calls')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** The oldest call whose turn has come and that no other process makes, to none of these webhooks. */
export const findDueCall = (accounts: AccountsDb, at: number, busy: readonly string[]) =>
  accounts
    .selectFrom('alert_calls')
    .select(['id', 'webhook_id'])
    .$if(busy.length > 0, (query) => query.where('webhook_id', 'not in', busy))
    .where('status', '=', 'queued')
    .where('next_at', '<=', at)
    .where('leased_until', '<=', at)
    .orderBy('next_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/** Takes a call; only one of any number of processes that try at the same time gets it. */
export const leaseCall = (accounts: AccountsDb, id: string, { at, until }: { at: number; until: number }) =>
  accounts
    .updateTable('alert_calls')
    .set((eb) => ({ leased_until: until, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .where('next_at', '<=', at)
    .where('leased_until', '<=', at)
    .returningAll()
    .executeTakeFirst();

export const findWebhook = (accounts: AccountsDb, id: string): Promise<WebhookRow | undefined> =>
  accounts.selectFrom('alert_webhooks').selectAll().where('id', '=', id).executeTakeFirst();

export async function settleCall(
  accounts: AccountsDb,
  id: string,
  outcome: Partial<Pick<CallRow, 'status' | 'next_at' | 'last_error' | 'sent_at'>>,
): Promise<void> {
  await accounts
    .updateTable('alert_calls')
    .set({ ...outcome, leased_until: 0 })
    .where('id', '=', id)
    .execute();
}

/** To be made again as it was; false where the organisation has no such call, or it waits already. */
export async function requeueCall(
  accounts: AccountsDb,
  organisation: string,
  id: string,
  atMs: number,
): Promise<boolean> {
  const own = accounts.selectFrom('alert_webhooks').select('id').where('organisation', '=', organisation);
  const queued = await accounts
    .updateTable('alert_calls')
    .set({ status: 'queued', attempts: 0, next_at: atMs, last_error: '' })
    .where('id', '=', id)
    .where('webhook_id', 'in', own)
    .where('status', '<>', 'queued')
    .returning('id')
    .execute();
  return queued.length > 0;
}

/** Those that wait to be made stay. */
export async function deleteCallsBefore(accounts: AccountsDb, atMs: number): Promise<void> {
  await accounts.deleteFrom('alert_calls').where('created_at', '<', atMs).where('status', '<>', 'queued').execute();
}
