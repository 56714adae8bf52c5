import { RESTORABLE_DAYS } from '#domain/constants.ts';
import { DAY_MS, HOUR_MS } from '#domain/durations.ts';
import type { AccountsDb } from './accounts-db.ts';

/** How long ended sessions and imports are kept, for questions about the past. */
const ENDED_KEPT_MS = 30 * DAY_MS;

const DELETED_MESSAGES_KEPT_MS = RESTORABLE_DAYS * DAY_MS;

/**
 * Deletes expired data: tickets, one-time codes, sessions, API tokens, failed-login counts, deleted messages, and
 * insert records.
 */
export async function forgetExpired(accounts: AccountsDb, now: number): Promise<void> {
  const oldSessions = accounts
    .selectFrom('sessions')
    .select('id')
    .where('expires_at', '<', now - ENDED_KEPT_MS);
  await accounts
    .deleteFrom('print_tickets')
    .where((eb) => eb.or([eb('expires_at', '<', now - HOUR_MS), eb('session_id', 'in', oldSessions)]))
    .execute();
  await accounts
    .deleteFrom('oidc_flows')
    .where((eb) => eb.or([eb('expires_at', '<', now - DAY_MS), eb('session_id', 'in', oldSessions)]))
    .execute();
  await accounts.deleteFrom('sessions').where('id', 'in', oldSessions).execute();
  for (const table of ['login_codes', 'login_challenges', 'link_requests', 'passkey_challenges'] as const) {
    await accounts
      .deleteFrom(table)
      .where('expires_at', '<', now - DAY_MS)
      .execute();
  }
  await accounts
    .deleteFrom('import_jobs')
    .where('is_clean', '=', 1)
    .where('ended_at', '<', now - ENDED_KEPT_MS)
    .execute();
  const old = now - ENDED_KEPT_MS;
  await accounts
    .deleteFrom('api_tokens')
    .where((eb) => eb.or([eb('expires_at', '<', old), eb('revoked_at', '<', old)]))
    .execute();
  await accounts.deleteFrom('attempt_budgets').where('whole_at', '<', now).execute();
  // No insert runs for a day, so an older record was left behind by a killed process.
  await accounts
    .deleteFrom('running_inserts')
    .where('made_at', '<', now - DAY_MS)
    .execute();
  await accounts
    .deleteFrom('contact_messages')
    .where('deleted_at', '<', now - DELETED_MESSAGES_KEPT_MS)
    .execute();
}
