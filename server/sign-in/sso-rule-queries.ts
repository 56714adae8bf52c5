import type { AccountsDb } from '../databases/accounts/accounts-db.ts';

/** Finds a domain's verified claim, with its organization's requirement. Ignores claims of deleted organizations. */
export const findVerifiedDomain = (accounts: AccountsDb, domain: string) =>
  accounts
    .selectFrom('email_domains')
    .innerJoin('customers', 'customers.id', 'email_domains.customer_id')
    .select(['email_domains.id', 'customer_id', 'domain', 'provider', 'sso_only'])
    .where('domain', '=', domain)
    .where('verified_at', 'is not', null)
    .where('customers.deleted_at', 'is', null)
    .executeTakeFirst();

/** Records that the domain's provider signed the user in. */
export async function noteSsoSignIn(accounts: AccountsDb, domainId: string, userId: string, at: number): Promise<void> {
  await accounts
    .insertInto('sso_sign_ins')
    .values({ domain_id: domainId, user_id: userId, at })
    .onConflict((conflict) => conflict.columns(['domain_id', 'user_id']).doUpdateSet({ at }))
    .execute();
}
