import { type Kysely, sql } from 'kysely';

/** The document before one, and what a customer's documents have of a month, are asked for by the number that events bear. */
export const documentsOfCustomer = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw('create index documents_of_customer on documents (customer_key, kind, month)').execute(db);
  },
};
