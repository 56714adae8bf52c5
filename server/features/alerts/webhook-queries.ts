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

/** Deletes a webhook with its calls. Returns false if the organization has no webhook with this ID. */
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

/** A call and the id of its alert. */
export type NewCall = CallRow & { readonly alert_id: string };

export async function insertCalls(accounts: AccountsDb, calls: readonly NewCall[]): Promise<void> {
  await inGroups(calls, async (group) => {
    const subjects = group.map(({ alert_id, id, webhook_id }) => ({ alert_id, call_id: id, webhook_id }));
    await accounts.insertInto('alert_call_subjects').values(subjects).execute();
    const rows = group.map(({ alert_id: _subject, ...row }) => row);
    return accounts.insertInto('alert_calls').values(rows).returning('id').execute();
  });
}

/** Finds a webhook's calls, newest first. */
export const findCalls = (accounts: AccountsDb, webhookId: string, limit: number): Promise<CallRow[]> =>
  accounts
    .selectFrom('alert_calls')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/**
 * Maximum number of concurrent webhook calls per organization, so that one organization's slow receivers do not delay
 * another organization's calls.
 */
const MOST_OF_ONE_ORGANIZATION = 2;

/**
 * Finds the next due call whose webhook is not being called and whose organization has a free slot. Calls about the
 * same alert keep their order: a call waits until all earlier calls, including their retries, are settled.
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
    .where(
      (eb) =>
        eb
          .selectFrom('webhook_turns as turn')
          .innerJoin('alert_webhooks as busy', 'busy.id', 'turn.webhook_id')
          .innerJoin('alert_webhooks as own_hook', 'own_hook.organisation', 'busy.organisation')
          .select(eb.fn.countAll<number>().as('turns'))
          .whereRef('own_hook.id', '=', 'alert_calls.webhook_id')
          .where('turn.leased_until', '>', at),
      '<',
      MOST_OF_ONE_ORGANIZATION,
    )
    .limit(1)
    .executeTakeFirst();

/** Takes a webhook's lease. Returns false if another worker or process holds it. */
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

/** Releases the lease, unless it has expired and another worker has taken it. */
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

/**
 * Queues a call again, unchanged and due immediately, regardless of the worker's clock. Returns false if the
 * organization has no such call, or if it is already queued.
 */
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

/** Deletes calls created before `atMs`, except those that are still queued. */
export async function deleteCallsBefore(accounts: AccountsDb, atMs: number): Promise<void> {
  await accounts.deleteFrom('alert_calls').where('created_at', '<', atMs).where('status', '<>', 'queued').execute();
  const kept = accounts.selectFrom('alert_calls').select('id');
  await accounts.deleteFrom('alert_call_subjects').where('call_id', 'not in', kept).execute();
}
