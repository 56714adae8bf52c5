import {
  Kysely,
  type KyselyPlugin,
  PostgresDialect,
  PostgresIntrospector,
  type PostgresPool,
  QueryNode,
  RawNode,
  type RootOperationNode,
  SelectQueryNode,
  sql,
} from 'kysely';
import { repeatable } from '#event-store/retry-steps.ts';
import type { AccountsSchema } from './schema.ts';

/** A deadlock, or a serialization failure: nothing of the transaction was stored. */
const AGAIN = new Set(['40001', '40P01']);
const MOST_TRIES = 4;

/** Restricts Kysely's catalog query, in which `ns` is a table's schema, to the store's own schema. */
const OF_OWN_SCHEMA: KyselyPlugin = {
  transformQuery: ({ node }) =>
    SelectQueryNode.is(node)
      ? QueryNode.cloneWithWhere(node, sql`ns.nspname = current_schema()`.toOperationNode())
      : node,
  transformResult: async ({ result }) => result,
};

/**
 * Kysely lists the tables of all schemas. Its query of each fails while another installation's tables are being
 * dropped, so foreign tables would stop a migration.
 */
class OwnSchemaDialect extends PostgresDialect {
  override createIntrospector(db: Kysely<unknown>) {
    const [all, own] = [new PostgresIntrospector(db), new PostgresIntrospector(db.withPlugin(OF_OWN_SCHEMA))];
    return { getSchemas: () => all.getSchemas(), getTables: own.getTables.bind(own) };
  }
}

/** A `with` may contain a statement that changes rows. */
const isReading = (node: RootOperationNode): boolean =>
  (SelectQueryNode.is(node) && node.with === undefined) ||
  (RawNode.is(node) && /^\s*select\b/i.test(node.sqlFragments[0] ?? ''));

/**
 * The accounts on PostgreSQL. It immediately repeats a transaction that the server aborted in favor of another. In a
 * job it also repeats one that broke off before its commit. So its work must change nothing outside the store.
 */
export class PostgresAccounts extends Kysely<AccountsSchema> {
  constructor(pool: PostgresPool) {
    super({ dialect: new OwnSchemaDialect({ pool: patient(pool) }) });
    // In a job, reads are repeated. A transaction has another executor, and is repeated as a whole.
    const executor = this.getExecutor();
    const execute = executor.executeQuery.bind(executor);
    executor.executeQuery = (query, options) =>
      isReading(query.query) ? repeatable(() => execute(query, options)) : execute(query, options);
  }

  override transaction() {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = (work, ...options) => {
      let isCommitting = false;
      const once: typeof work = async (tx) => {
        const result = await work(tx);
        isCommitting = true;
        return result;
      };
      const untilAnotherLetsUs = async () => {
        for (let tries = 1; ; tries += 1) {
          isCommitting = false;
          try {
            return await execute(once, ...options);
          } catch (error) {
            const { code } = error as { readonly code?: unknown };
            if (tries < MOST_TRIES && AGAIN.has(String(code))) continue;
            throw isCommitting ? new UnknownCommit(error) : error;
          }
        }
      };
      return repeatable(untilAnotherLetsUs).catch((error: unknown) => {
        throw error instanceof UnknownCommit ? error.cause : error;
      });
    };
    return builder;
  }
}

/** The transaction may be stored, so it is not repeated here. */
class UnknownCommit extends Error {
  constructor(cause: unknown) {
    super('The answer to a commit did not come.', { cause });
  }
}

/** Without a connection nothing was sent. */
const patient = (pool: PostgresPool): PostgresPool => ({ ...pool, connect: () => repeatable(() => pool.connect()) });
