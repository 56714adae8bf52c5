import { type Kysely, sql } from 'kysely';

const STATEMENTS: readonly string[] = [
  `create table email_domains (id text primary key, customer_id text not null references customers (id),
     domain text not null, provider text not null, token text not null, sso_only int4 not null,
     created_at int8 not null, verified_at int8, checked_at int8, missing_since int8)`,
  'create unique index email_domains_claim on email_domains (customer_id, domain)',
  'create unique index email_domains_holder on email_domains (domain) where verified_at is not null',
  `create table sso_sign_ins (domain_id text not null references email_domains (id),
     user_id text not null references users (id), at int8 not null, primary key (domain_id, user_id))`,
  'create index sso_sign_ins_user on sso_sign_ins (user_id)',
];

/** E-mail domains that organizations claim, and the users who signed in through their provider. */
export const emailDomains = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
