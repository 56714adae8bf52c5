import type { Selectable } from 'kysely';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { dueIn } from '../../databases/accounts/outgoing-queue.ts';
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
  for (const table of ['alert_call_subjects', 'webhook_turns', 'alert_calls'] as const)
    await tx.deleteFrom(table).where('webhook_id', 'in', own).execute();
  const deleted = await tx
    .deleteFrom('alert_webhooks')
    .where('id', '=', id)
    .where('organisation', '=', organisation)
    .returning('id')
    .execute();
  return deleted.length > 0;
}

/** A call, and which alert it is about. */
export type NewCall = CallRow & { readonly alert_id: string };

export async function insertCalls(accounts: AccountsDb, calls: readonly NewCall[]): Promise<void> {
  await inGroups(calls, async (group) => {
    const subjects = group.map(({ alert_id, id, webhook_id }) => ({ alert_id, call_id: id, webhook_id }));
    await accounts.insertInto('alert_call_subjects').values(subjects).execute();
    const rows = group.map(({ alert_id: _subject, ...row }) => row);
    return accounts.insertInto('alert_calls').values(rows).returning('id').execute();
  });
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

/**
 * The call whose turn has come, to a webhook that nobody calls now. What is told of one alert keeps its order: that it is over
 * waits until it was told that it began, however often that is tried.
 */
export const findDueCall = (accounts: AccountsDb, at: number) =>
  dueIn(accounts, 'alert_calls', at)
    .select(['alert_calls.id', 'alert_calls.webhook_id'])
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('webhook_turns as turn')
            .select('turn.webhook_id')
            .whereRef('turn.webhook_id', '=', 'alert_calls.webhook_id')
            .where('turn.leased_until', '>', at),
        ),
      ),
    )
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('alert_call_subjects as own')
            .innerJoin('alert_call_subjects as other', (join) =>
              join
                .onRef('other.webhook_id', '=', 'own.webhook_id')
                .onRef('other.alert_id', '=', 'own.alert_id')
                .onRef('other.call_id', '<', 'own.call_id'),
            )
            .innerJoin('alert_calls as earlier', 'earlier.id', 'other.call_id')
            .select('earlier.id')
            .whereRef('own.call_id', '=', 'alert_calls.id')
            .where('earlier.status', '=', 'queued'),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst();

/** Only one of any number of lanes and processes that try at the same time gets the turn. */
export async function takeTurn(
  accounts: AccountsDb,
  webhookId: string,
  { at, until }: { at: number; until: number },
): Promise<boolean> {
  const taken = await accounts
    .insertInto('webhook_turns')
    .values({ webhook_id: webhookId, leased_until: until })
    .onConflict((conflict) =>
      conflict.column('webhook_id').doUpdateSet({ leased_until: until }).where('webhook_turns.leased_until', '<=', at),
    )
    .returning('webhook_id')
    .execute();
  return taken.length > 0;
}

/** Unless it has ended, and is somebody else's by now. */
export async function leaveTurn(accounts: AccountsDb, webhookId: string, until: number): Promise<void> {
  await accounts
    .updateTable('webhook_turns')
    .set({ leased_until: 0 })
    .where('webhook_id', '=', webhookId)
    .where('leased_until', '=', until)
    .execute();
}

export const findWebhook = (accounts: AccountsDb, id: string): Promise<WebhookRow | undefined> =>
  accounts.selectFrom('alert_webhooks').selectAll().where('id', '=', id).executeTakeFirst();

/** To be made again at once, whatever the clock of who makes it, as it was; false where the organisation has no such call, or it waits already. */
export async function requeueCall(accounts: AccountsDb, organisation: string, id: string): Promise<boolean> {
  const own = accounts.selectFrom('alert_webhooks').select('id').where('organisation', '=', organisation);
  const queued = await accounts
    .updateTable('alert_calls')
    .set({ status: 'queued', attempts: 0, next_at: 0, last_error: '' })
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
  const kept = accounts.selectFrom('alert_calls').select('id');
  await accounts.deleteFrom('alert_call_subjects').where('call_id', 'not in', kept).execute();
}
