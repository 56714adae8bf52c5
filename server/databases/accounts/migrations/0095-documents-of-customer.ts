import { type Kysely, sql } from 'kysely';

/**
 * The previous document, and the documents of a customer's month, are queried by the customer's number in the events.
 */
export const documentsOfCustomer = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw('create index documents_of_customer on documents (customer_key, kind, month)').execute(db);
  },
};
