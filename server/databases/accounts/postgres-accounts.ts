import {
  Kysely,
  type KyselyPlugin,
  PostgresDialect,
  PostgresIntrospector,
  type PostgresPool,
  QueryNode,
  SelectQueryNode,
  sql,
} from 'kysely';
import type { AccountsSchema } from './schema.ts';

/** Deadlock, and a transaction that saw something another changed: nothing of it happened. */
const AGAIN = new Set(['40001', '40P01']);
const MOST_TRIES = 4;

/** To what Kysely asks of the catalog, in which `ns` is a table's schema. */
const OF_OWN_SCHEMA: KyselyPlugin = {
  transformQuery: ({ node }) =>
    SelectQueryNode.is(node)
      ? QueryNode.cloneWithWhere(node, sql`ns.nspname = current_schema()`.toOperationNode())
      : node,
  transformResult: async ({ result }) => result,
};

/**
 * Kysely asks for the tables of all schemas, and what it asks of each fails where another installation's are being dropped: a
 * migration is stopped by what is none of its own.
 */
class OwnSchemaDialect extends PostgresDialect {
  override createIntrospector(db: Kysely<unknown>) {
    const [all, own] = [new PostgresIntrospector(db), new PostgresIntrospector(db.withPlugin(OF_OWN_SCHEMA))];
    return { getSchemas: () => all.getSchemas(), getTables: own.getTables.bind(own) };
  }
}

/**
 * The accounts on PostgreSQL. A transaction that the server gave up for another's sake is run again at once, so its work may
 * change nothing but the store.
 */
export class PostgresAccounts extends Kysely<AccountsSchema> {
  constructor(pool: PostgresPool) {
    super({ dialect: new OwnSchemaDialect({ pool }) });
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
