import { setTimeout as pause } from 'node:timers/promises';
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
import pg from 'pg';
import { repeatable } from '#event-store/retry-steps.ts';
import type { AccountsDb } from './accounts-db.ts';
import type { AccountsSchema } from './schema.ts';

/** How long a statement may take before the pool checks whether the server responds at all. */
const DOUBT_MS = 2_000;
const ANSWER_MS = 2_000;
const CONNECT_MS = 3_000;
const ASK_AGAIN_MS = 100;
/** How long it takes until a broken connection is closed. */
const CLOSED_MS = 20;
/** How long a response that was sent takes to arrive. */
const ARRIVED_MS = 500;

/**
 * Thrown if the server does not respond. It has the code of a broken connection, which error handling treats as
 * temporary.
 */
class StoreSilentError extends Error {
  override readonly name = 'StoreSilentError';
  readonly code = '08006';
}

const WORDS = 'the PostgreSQL server does not respond';

/**
 * The driver's internals that are needed to break a connection. A statement without a response occupies the connection
 * until the stream is destroyed.
 */
type Breakable = {
  readonly connection: { readonly stream: { destroy(): void; readonly bytesRead: number } };
  readonly processID: number;
};
/**
 * A connection's pending statements: their number, the number of the last one, and the time since which the connection
 * has been waiting without a pause.
 */
type Waiting = { count: number; last: number; readonly since: number };

/** Selects the given connections whose server process is idle or waits for the client to read. */
const AT_REST = `select pid from unnest($1::int[]) as asked (pid)
  where exists (select from pg_stat_activity as own where own.pid = pg_backend_pid() and own.pid = $2)
    and not exists (select from pg_stat_activity as its where its.pid = asked.pid
      and (its.state is null or its.state in ('active', 'fastpath function call', 'disabled')) and its.wait_event is distinct from 'ClientWrite')`;

/**
 * Creates a pool for a PostgreSQL server that may stop responding: frozen, swapping, or behind a network that drops
 * everything. Slow statements continue while the server responds to another query and is still working on them. When
 * the server does not respond, all waiting and new callers fail immediately, until the server responds again. If the
 * server responds and has finished a statement whose response is missing, the connection of that statement is dead.
 */
function createWatchfulPool(settings: pg.PoolConfig): PostgresPool {
  const line: pg.PoolConfig = { ...settings, keepAlive: true, connectionTimeoutMillis: CONNECT_MS };
  const waiting = new Map<pg.Client, Waiting>();
  /**
   * Idle connections, and since when each has been idle. A connection that is in use may be in a transaction, between
   * two statements.
   */
  const resting = new Map<pg.Client, number>();
  let isSilent = false;
  let isAsking = false;
  let isEnded = false;

  /**
   * Checks over another connection which of the waiting clients the server has finished with. Returns null if the
   * server does not respond; an error from the server counts as a response.
   */
  async function ask(clients: readonly pg.Client[]): Promise<readonly pg.Client[] | null> {
    const client = new pg.Client({ ...line, connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const asked = [clients.map(idOf), idOf(client)];
      const atRest = new Set((await client.query<{ pid: number }>(AT_REST, asked)).rows.map(({ pid }) => pid));
      return clients.filter((one) => atRest.has(idOf(one)));
    } catch (error) {
      return isAnswer(error) ? [] : null;
    } finally {
      breakOff(client);
    }
  }

  /**
   * Breaks connections that still wait for the same statement and have received nothing, although the server finished
   * that statement a while ago.
   */
  async function breakDeadLines(suspects: readonly pg.Client[]): Promise<void> {
    const before = suspects.map((client) => [client, stateOf(client)] as const);
    await pause(ARRIVED_MS, undefined, { ref: false });
    const still = before.filter(([client, state]) => state !== null && stateOf(client) === state);
    if (still.length === 0) return;
    const atRest = (await ask(still.map(([client]) => client))) ?? [];
    const dead = still.filter(([client, state]) => atRest.includes(client) && stateOf(client) === state);
    if (dead.length === 0) return;
    // When one connection fails, idle connections are often affected too.
    const unheard = performance.now() - DOUBT_MS;
    for (const [client, since] of resting) if (since < unheard) breakOff(client);
    // Let the pool discard the idle connections before the callers of the dead connections retry.
    await pause(CLOSED_MS, undefined, { ref: false });
    for (const [client] of dead) breakOff(client);
  }

  const stateOf = (client: pg.Client): string | null => {
    const its = waiting.get(client);
    return its === undefined ? null : `${its.last} ${(client as unknown as Breakable).connection.stream.bytesRead}`;
  };

  async function look(): Promise<void> {
    for (;;) {
      const early = performance.now() - DOUBT_MS / 2;
      const suspects = await ask([...waiting].filter(([, { since }]) => since <= early).map(([client]) => client));
      if (suspects !== null || isEnded) {
        isSilent = false;
        await breakDeadLines(suspects ?? []);
        return;
      }
      isSilent = true;
      for (const client of waiting.keys()) breakOff(client);
      await pause(ASK_AGAIN_MS, undefined, { ref: false });
    }
  }

  async function lookOnce(): Promise<void> {
    if (isAsking || isEnded) return;
    isAsking = true;
    try {
      await look();
    } finally {
      isAsking = false;
    }
  }

  class WatchedClient extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      // If a connection breaks while it is in use, its statements fail. Without a listener, the error would also end
      // the process.
      this.on('error', () => undefined);
    }

    // biome-ignore lint/suspicious/noExplicitAny: the overloads of the driver.
    override query(...args: any[]): any {
      const answer = (super.query as (...given: unknown[]) => unknown).apply(this, args);
      return answer instanceof Promise ? this.watch(answer) : answer;
    }

    private async watch(answer: Promise<unknown>): Promise<unknown> {
      const its = waiting.get(this) ?? { count: 0, last: 0, since: performance.now() };
      waiting.set(this, its);
      its.count += 1;
      its.last += 1;
      const doubt = setInterval(() => void lookOnce(), DOUBT_MS).unref();
      try {
        return await answer;
      } catch (error) {
        throw isAnswer(error) ? error : silent(error);
      } finally {
        clearInterval(doubt);
        its.count -= 1;
        if (its.count === 0) waiting.delete(this);
      }
    }
  }

  const pool = new pg.Pool({ ...line, Client: WatchedClient });
  // An idle connection that broke is replaced by the next query.
  pool.on('error', () => undefined);
  pool.on('acquire', (client) => void resting.delete(client));
  pool.on('release', (_, client) => void resting.set(client, performance.now()));
  pool.on('remove', (client) => void resting.delete(client));
  return {
    options: pool.options,
    Client: pg.Client as unknown as NonNullable<PostgresPool['Client']>,
    connect: async () => {
      if (isSilent) throw new StoreSilentError(WORDS);
      try {
        return (await pool.connect()) as unknown as Awaited<ReturnType<PostgresPool['connect']>>;
      } catch (error) {
        if (isAnswer(error)) throw error;
        void lookOnce();
        throw silent(error);
      }
    },
    end: async () => {
      isEnded = true;
      await pool.end();
    },
  };
}

/**
 * Returns whether the error is from the server, which means that it has a five-character SQLSTATE. Connection errors
 * have a system code or no code.
 */
function isAnswer(error: unknown): boolean {
  const code = String((error as { readonly code?: unknown }).code);
  return /^[0-9A-Z]{5}$/.test(code) && !/^(57P0|25P03|E[A-Z]{4})/.test(code);
}

const idOf = (client: pg.Client): number => (client as unknown as Breakable).processID;
const breakOff = (client: pg.Client): void => (client as unknown as Breakable).connection.stream.destroy();

const silent = (error: unknown): StoreSilentError => {
  const reason = error instanceof Error ? error.message : String(error);
  return new StoreSilentError(`${WORDS} (${reason})`, { cause: error });
};

export function openPostgres(connectionString: string): AccountsDb {
  // The driver returns int8 as text by default; timestamps, money and counts all stay below 2^53.
  const types = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') =>
      oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
  };
  // A frozen process must not keep its locks. The server ends its transaction, which the process discovers when it
  // resumes.
  const limits = { statement_timeout: 10_000, lock_timeout: 4_000, idle_in_transaction_session_timeout: 5_000 };
  const pool = createWatchfulPool({ connectionString, max: 10, ...limits, types: types as pg.CustomTypesConfig });
  return new PostgresAccounts(pool);
}

/** Codes for a deadlock and a serialization failure, after which nothing from the transaction is stored. */
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
 * A dialect that lists only tables in the store's own schema. Kysely lists the tables of all schemas and then queries
 * each table. That query fails while another installation's tables are being dropped, so foreign tables would stop a
 * migration.
 */
class OwnSchemaDialect extends PostgresDialect {
  override createIntrospector(db: Kysely<unknown>) {
    const [all, own] = [new PostgresIntrospector(db), new PostgresIntrospector(db.withPlugin(OF_OWN_SCHEMA))];
    return { getSchemas: () => all.getSchemas(), getTables: own.getTables.bind(own) };
  }
}

/**
 * Returns whether the statement only reads. Treats `with` as writing, because it may contain a statement that changes
 * rows.
 */
const isReading = (node: RootOperationNode): boolean =>
  (SelectQueryNode.is(node) && node.with === undefined) ||
  (RawNode.is(node) && /^\s*select\b/i.test(node.sqlFragments[0] ?? ''));

/**
 * The accounts store on PostgreSQL. A transaction that the server aborted in favor of another transaction is repeated
 * immediately. In a job, a transaction that failed before its commit is also repeated. So the work must not change
 * anything outside the store.
 */
export class PostgresAccounts extends Kysely<AccountsSchema> {
  constructor(pool: PostgresPool) {
    super({ dialect: new OwnSchemaDialect({ pool: patient(pool) }) });
    // In a job, repeat reads. A transaction has another executor and is repeated as a whole.
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

/** Thrown if the response to a commit is missing. The transaction may be stored, so it is not repeated here. */
class UnknownCommit extends Error {
  constructor(cause: unknown) {
    super('The response to a commit was lost.', { cause });
  }
}

/** Wraps a pool so that connecting is repeated, because nothing was sent without a connection. */
const patient = (pool: PostgresPool): PostgresPool => ({ ...pool, connect: () => repeatable(() => pool.connect()) });
