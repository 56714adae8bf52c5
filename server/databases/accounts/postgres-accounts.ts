import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import type { AccountsSchema } from './schema.ts';

/** Deadlock, and a transaction that saw something another changed: nothing of it happened. */
const AGAIN = new Set(['40001', '40P01']);
const MOST_TRIES = 4;

/**
 * The accounts on PostgreSQL. A transaction that the server gave up for another's sake is run again at once, so its work may
 * change nothing but the store.
 */
export class PostgresAccounts extends Kysely<AccountsSchema> {
  constructor(pool: PostgresPool) {
    super({ dialect: new PostgresDialect({ pool }) });
  }

  override transaction() {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = async (work, ...options) => {
      for (let tries = 1; ; tries += 1) {
        try {
          return await execute(work, ...options);
        } catch (error) {
          const { code } = error as { readonly code?: unknown };
          if (tries === MOST_TRIES || !AGAIN.has(String(code))) throw error;
        }
      }
    };
    return builder;
  }
}
