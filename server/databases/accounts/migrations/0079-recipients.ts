import { type Kysely, sql } from 'kysely';

const STATEMENTS: readonly string[] = ['customers', 'documents'].flatMap((table) =>
  (table === 'customers' ? ['billing_address', 'tax_id'] : ['customer_address', 'customer_tax_id']).map(
    (column) => `alter table ${table} add column ${column} text not null default ''`,
  ),
);

/** The recipient of documents: a customer's current details, and the details that a document keeps permanently. */
export const recipients = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};
