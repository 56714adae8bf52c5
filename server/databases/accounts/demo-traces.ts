import { randomUUID } from 'node:crypto';
import type { AccountsDb } from './accounts-db.ts';

/** Tables with account data, ordered so that referring tables come first. */
export const OF_ACCOUNTS = [
  'report_marks',
  'report_recipients',
  'report_deliveries',
  'report_links',
  'report_schedules',
  'saved_reports',
  'mail_attachments',
  'notifications',
  'notification_choices',
  'alert_readers',
  'sessions',
  'login_codes',
  'login_challenges',
  'identities',
  'oidc_flows',
  'link_requests',
  'second_factors',
  'recovery_codes',
  'passkeys',
  'passkey_challenges',
  'sso_sign_ins',
  'email_domains',
  'avatars',
  'api_tokens',
  'print_tickets',
  'account_tokens',
  'account_requests',
  'contact_messages',
  'mails',
  'users',
] as const;

export const DEMO_SETTING = 'demo-network';

/** Returns whether the demo was ever on, which means that it created the network or an account. */
export async function hasDemoTraces(accounts: AccountsDb): Promise<boolean> {
  const made = await accounts.selectFrom('settings').select('name').where('name', '=', DEMO_SETTING).executeTakeFirst();
  const account = await accounts.selectFrom('users').select('id').where('demo', '=', 1).executeTakeFirst();
  return made !== undefined || account !== undefined;
}

export type DemoTraces = {
  readonly accounts: number;
  readonly mails: number;
  readonly messages: number;
  readonly keys: number;
};

export async function countDemoTraces(accounts: AccountsDb): Promise<DemoTraces> {
  const count = async (table: 'users' | 'mails' | 'contact_messages'): Promise<number> => {
    const { count: rows } = await accounts
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return Number(rows);
  };
  const { keys } = await accounts
    .selectFrom('access_keys')
    .select(({ fn }) => fn.countAll<number>().as('keys'))
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return {
    accounts: await count('users'),
    mails: await count('mails'),
    messages: await count('contact_messages'),
    keys: Number(keys),
  };
}

/**
 * Tables of payment destinations that a demo's administrators set. Anyone may have been such an administrator. Tables
 * with encrypted values are first.
 */
const OF_PAYEES = ['payee_changes', 'payee_seals', 'payees', 'payer_accounts'] as const;
const LEFT = 'The demo ended';

/**
 * Stops all pending payments. Deletes owners' payout accounts and ends pending payouts and refunds. Future documents
 * have no letterhead, because a letterhead names the account to pay. The ledger, the documents and their events stay.
 */
async function endMoneyOfDemo(tx: AccountsDb, nowMs: number): Promise<void> {
  for (const table of OF_PAYEES) await tx.deleteFrom(table).execute();
  const ended = { why: LEFT } as const;
  await tx
    .updateTable('payouts')
    .set({ state: 'declined', ...ended })
    .where('state', '=', 'proposed')
    .execute();
  const returned = { state: 'returned', returned_at: nowMs, ...ended } as const;
  await tx.updateTable('payouts').set(returned).where('state', '=', 'approved').execute();
  await tx.updateTable('refunds').set(returned).where('state', '=', 'approved').execute();
  const declined = { state: 'declined', decided_at: nowMs, ...ended } as const;
  await tx.updateTable('refunds').set(declined).where('state', '=', 'proposed').execute();
  await tx.updateTable('payout_runs').set(declined).where('state', '=', 'proposed').execute();
  const newest = await tx
    .selectFrom('letterheads')
    .select('made_at')
    .orderBy('made_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest === undefined) return;
  const empty = { name: 'Voltboard', address: '', tax_id: '', contact: '', payment: '', logo: '' };
  const made = { id: randomUUID(), made_at: Math.max(nowMs, newest.made_at + 1), made_by: 'leave-demo' };
  await tx
    .insertInto('letterheads')
    .values({ ...made, ...empty })
    .execute();
}

/**
 * Deletes every account, mail and message, revokes every key, and stops all payments. Keeps the network and its events.
 */
export async function removeDemoTraces(tx: AccountsDb, nowMs: number): Promise<void> {
  await endMoneyOfDemo(tx, nowMs);
  for (const table of OF_ACCOUNTS) await tx.deleteFrom(table).execute();
  await tx.updateTable('customers').set({ billing_email: '' }).where('billing_email', '<>', '').execute();
  await tx.updateTable('access_keys').set({ revoked_at: nowMs }).where('revoked_at', 'is', null).execute();
  await tx.deleteFrom('settings').where('name', '=', DEMO_SETTING).execute();
}
