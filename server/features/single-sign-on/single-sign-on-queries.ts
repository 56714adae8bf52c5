import type { Selectable } from 'kysely';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { AccountsSchema } from '../../databases/accounts/schema.ts';

type Stored = Selectable<AccountsSchema['email_domains']>;
export type DomainRow = Stored & { readonly customer_name: string };

const rows = (accounts: AccountsDb) =>
  accounts
    .selectFrom('email_domains')
    .innerJoin('customers', 'customers.id', 'email_domains.customer_id')
    .selectAll('email_domains')
    .select('customers.name as customer_name');

/** Finds an organization's claims, or all claims if no organization is given, sorted by domain. */
export const findDomains = (accounts: AccountsDb, customerId: string | null): Promise<DomainRow[]> =>
  rows(accounts)
    .$if(customerId !== null, (query) => query.where('customer_id', '=', customerId ?? ''))
    .orderBy('domain')
    .orderBy('email_domains.id')
    .limit(1_000)
    .execute();

/** Finds verified claims that were last checked before `checkedBefore`. */
export const findDueDomains = (accounts: AccountsDb, checkedBefore: number): Promise<DomainRow[]> =>
  rows(accounts)
    .where('verified_at', 'is not', null)
    .where('checked_at', '<', checkedBefore)
    .orderBy('checked_at')
    .limit(1_000)
    .execute();

export const findDomain = (accounts: AccountsDb, id: string): Promise<DomainRow | undefined> =>
  rows(accounts).where('email_domains.id', '=', id).executeTakeFirst();

/** Finds the verified claim to the domain, if any. */
export const findHolder = (accounts: AccountsDb, domain: string) =>
  accounts
    .selectFrom('email_domains')
    .select('id')
    .where('domain', '=', domain)
    .where('verified_at', 'is not', null)
    .executeTakeFirst();

/** Inserts a claim. Returns false if the organization has already claimed the domain. */
export async function insertDomain(accounts: AccountsDb, row: Stored): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await accounts
    .insertInto('email_domains')
    .values(row)
    .onConflict((conflict) => conflict.columns(['customer_id', 'domain']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function updateDomain(accounts: AccountsDb, id: string, changed: Partial<Stored>): Promise<void> {
  await accounts.updateTable('email_domains').set(changed).where('id', '=', id).execute();
}

export async function deleteDomain(accounts: AccountsDb, id: string): Promise<void> {
  await accounts.deleteFrom('sso_sign_ins').where('domain_id', '=', id).execute();
  await accounts.deleteFrom('email_domains').where('id', '=', id).execute();
}

/** Whether the user has begun a session through the provider since the provider confirmed the domain. */
export async function hasTried(
  accounts: AccountsDb,
  { id, provider }: Pick<Stored, 'id' | 'provider'>,
  userId: string,
): Promise<boolean> {
  const found = await accounts
    .selectFrom('sso_sign_ins')
    .innerJoin('sessions', 'sessions.user_id', 'sso_sign_ins.user_id')
    .select('sessions.id')
    .where('domain_id', '=', id)
    .where('sso_sign_ins.user_id', '=', userId)
    .where('sessions.method', '=', provider)
    .where('sessions.viewer_session_id', 'is', null)
    .whereRef('sessions.created_at', '>=', 'sso_sign_ins.at')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Selects the accounts that the claim's rule covers, as in `isMember`. */
const members = (accounts: AccountsDb, { customer_id: customerId, domain }: Stored) =>
  accounts
    .selectFrom('users')
    .select('id')
    .where('email_key', 'like', `%@${domain}`)
    .where('demo', '=', 0)
    .where((eb) =>
      eb.or([
        eb('customer_id', '=', customerId),
        eb.and([eb('customer_id', 'is', null), eb('role', '=', 'unassigned')]),
      ]),
    );

/**
 * Ends the sessions that members began without their provider, except the given session. Returns how many sessions
 * ended.
 */
export async function endOtherWays(
  accounts: AccountsDb,
  claim: Stored,
  { at, exceptSessionId }: { at: number; exceptSessionId: string },
): Promise<number> {
  for (const table of ['login_codes', 'login_challenges', 'link_requests'] as const)
    await accounts
      .updateTable(table)
      .set({ used_at: at })
      .where('user_id', 'in', members(accounts, claim))
      .where('used_at', 'is', null)
      .execute();
  const { numUpdatedRows } = await accounts
    .updateTable('sessions')
    .set({ ended_at: at })
    .where('user_id', 'in', members(accounts, claim))
    .where('method', '<>', claim.provider)
    .where('viewer_session_id', 'is', null)
    .where('id', '<>', exceptSessionId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Finds the addresses of an organization's managers. */
export async function findManagers(accounts: AccountsDb, customerId: string): Promise<string[]> {
  const found = await accounts
    .selectFrom('users')
    .select('email_key')
    .where('customer_id', '=', customerId)
    .where('standing', '=', 'manager')
    .where('disabled', '=', 0)
    .where('email_verified', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(100)
    .execute();
  return found.map(({ email_key: key }) => key);
}
