import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import Database from 'libsql';
import PromisedDatabase from 'libsql/promise';
import { yieldThread } from '../../lib/yield-thread.ts';
import { type AccountsDb, isPostgres } from './accounts-db.ts';
import { noteLostCommits } from './lost-commits.ts';
import type { AccountsSchema } from './schema.ts';

export { migrateAccounts, pendingMigrations } from './migrate-accounts.ts';

/**
 * Opens the accounts store: SQLite in the data folder, or a PostgreSQL server. Does not migrate. Only the required
 * driver is loaded.
 */
export async function openAccounts(location: { dataDir: string } | { databaseUrl: string }): Promise<AccountsDb> {
  if ('dataDir' in location) return openSqlite(location.dataDir);
  const { openPostgres } = await import('./open-postgres.ts');
  return openPostgres(location.databaseUrl);
}

function openSqlite(dataDir: string): AccountsDb {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  noteLostCommits(dataDir);
  const open = (settings: readonly string[]) => {
    const handle = new Database(join(dataDir, 'accounts.sqlite'));
    for (const setting of settings) handle.pragma(setting);
    return handle;
  };
  // With FULL, a commit is on disk when it returns. The dialect waits for other processes instead of the engine, whose
  // wait would block the thread.
  const safely = ['busy_timeout = 5000', 'journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON'];
  // Overwrite erased data instead of only marking it as free.
  const writer = open([...safely, 'secure_delete = ON', 'busy_timeout = 0']);
  const reader = open(['busy_timeout = 5000', 'query_only = ON']);
  const writeAside = (statement: string) => execAside(writer, statement);
  return new Kysely<AccountsSchema>({ dialect: new TwoHandleDialect({ writer, reader, writeAside }) });
}

/**
 * Disables the idle timeout for a transaction that waits for files between its statements. Only for transactions whose
 * locked rows no other process uses.
 */
export async function waitForUs(tx: AccountsDb): Promise<void> {
  if (isPostgres(tx)) await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
}

/**
 * Runs a statement that waits for the disk in one of the engine's own threads. The handle must not be used until the
 * statement finishes.
 */
export const execAside = (handle: Database.Database, statement: string): Promise<void> =>
  // The engine's promise handles and plain handles wrap the same object. A second handle would have its own
  // transaction.
  PromisedDatabase.prototype.exec.call(handle, statement) as Promise<void>;

/**
 * How long a change waits for another process's change. Even the longest import needs a fraction of this time to be
 * stored.
 */
const LONGEST_WAIT_MS = 30_000;
const LONGEST_PAUSE_MS = 25;

/**
 * SQLite with two handles on one file: a writing handle, whose users take turns, and a handle that reads committed
 * data.
 * 1. Readers never wait for writers.
 * 2. If another process is writing, a change waits without blocking the thread. The engine's own wait would delay every
 * response for as long as a command writes.
 * 3. The thread does not wait for the disk either. A commit, which may also copy a long log into the file, runs on
 * another thread.
 * 4. Results arrive synchronously, so a long series of queries has to yield between queries.
 */
export class TwoHandleDialect implements Dialect {
  readonly #handles: Handles;

  constructor(handles: Handles) {
    this.#handles = handles;
  }

  createDriver = (): Driver => new TwoHandleDriver(this.#handles);
  createAdapter = (): SqliteAdapter => new ParallelAdapter();
  createQueryCompiler = (): SqliteQueryCompiler => new SqliteQueryCompiler();
  createIntrospector = (db: Kysely<unknown>): SqliteIntrospector => new SqliteIntrospector(db);
}

type Handles = {
  readonly writer: Database.Database;
  readonly reader: Database.Database;
  /** Runs a statement on the writing handle, on another thread. */
  readonly writeAside: (statement: string) => Promise<void>;
};

class ParallelAdapter extends SqliteAdapter {
  /**
   * SQLite supports DDL in transactions, but Kysely uses this only if configured. Otherwise, a kill would leave half of
   * a migration.
   */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** A connection for one user of the store. `isWriting` is true while its transaction has the writing handle. */
class Connection implements DatabaseConnection {
  isWriting = false;
  readonly #driver: TwoHandleDriver;

  constructor(driver: TwoHandleDriver) {
    this.#driver = driver;
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#driver.run(this, query);
  }

  // biome-ignore lint/correctness/useYield: the interface asks for it, and nothing here streams
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('read in pages instead');
  }
}

class TwoHandleDriver implements Driver {
  readonly #handles: Handles;
  /** Settles when the last caller in the queue has released the writing handle. */
  #turn: Promise<void> = Promise.resolve();
  #endTurn: () => void = () => undefined;

  constructor(handles: Handles) {
    this.#handles = handles;
  }

  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return new Connection(this);
  }

  /**
   * Takes the write lock at the start. A transaction that began as a read would fail if it wrote after another
   * transaction had written.
   */
  beginTransaction(connection: DatabaseConnection): Promise<void> {
    return this.#begin(connection as Connection, 'begin immediate');
  }

  async #begin(connection: Connection, statement: string): Promise<void> {
    await this.#takeTurn();
    try {
      await beginPatiently(this.#handles.writer, statement);
      connection.isWriting = true;
    } catch (error) {
      this.#endTurn();
      throw error;
    }
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#handles.writeAside('commit');
    this.#end(connection as Connection);
  }

  /**
   * Skips the rollback if a full disk has already ended the transaction. A second rollback would fail and hide the
   * cause.
   */
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      if (this.#handles.writer.inTransaction) this.#handles.writer.exec('rollback');
    } finally {
      this.#end(connection as Connection);
    }
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    if ((connection as Connection).isWriting) await this.rollbackTransaction(connection);
  }

  async destroy(): Promise<void> {
    this.#handles.reader.close();
    this.#handles.writer.close();
  }

  async run<Row>(connection: Connection, query: CompiledQuery): Promise<QueryResult<Row>> {
    const { reader, writer } = this.#handles;
    await yieldThread();
    if (connection.isWriting) return execute(writer, query);
    if (isReading(query)) return execute(reader, query);
    if (isOutside(query)) return this.#runOutside(query);
    // Begin explicitly, because the engine's implicit transaction for a rejected statement would stay open until
    // garbage collection.
    await this.#begin(connection, isPrivate(query) ? 'begin' : 'begin immediate');
    try {
      const result = execute<Row>(writer, query);
      await this.commitTransaction(connection);
      return result;
    } catch (error) {
      await this.rollbackTransaction(connection);
      throw error;
    }
  }

  async #runOutside<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    await this.#takeTurn();
    try {
      // The second run only fetches the result, because the first run has done the work.
      if (isCheckpoint(query)) await this.#handles.writeAside(query.sql);
      return execute<Row>(this.#handles.writer, query);
    } finally {
      this.#endTurn();
    }
  }

  #end(connection: Connection): void {
    connection.isWriting = false;
    this.#endTurn();
  }

  async #takeTurn(): Promise<void> {
    const before = this.#turn;
    let end = (): void => undefined;
    this.#turn = new Promise((resolve) => {
      end = resolve;
    });
    await before;
    this.#endTurn = end;
  }
}

/**
 * Returns whether the statement is a handle setting or an engine command, which has no effect in a transaction or is
 * rejected there.
 */
const isOutside = ({ sql }: CompiledQuery): boolean => /^\s*pragma\b/i.test(sql);
const isCheckpoint = ({ sql }: CompiledQuery): boolean => /^\s*pragma wal_checkpoint\b/i.test(sql);
/**
 * Returns whether the statement only affects temporary tables named `temp_…`. Other processes need not wait for such a
 * statement.
 */
const isPrivate = ({ sql }: CompiledQuery): boolean =>
  /^\s*(create temporary table|(insert into|drop table if exists) "temp_)/i.test(sql);
const isReading = ({ query, sql }: CompiledQuery): boolean => SelectQueryNode.is(query) || /^\s*select\b/i.test(sql);

/** Matches the columns of type float8. */
const HAS_FRACTIONS = /"(lat|lng|purchase_price|monthly_cost|rated_watts|sockets)"/;

/** Throws for a fraction in an integer column, which SQLite would store but PostgreSQL rejects. */
function requireWholeNumbers({ sql, parameters }: CompiledQuery): void {
  const fraction = parameters.find((value) => typeof value === 'number' && !Number.isInteger(value));
  if (fraction !== undefined && !HAS_FRACTIONS.test(sql))
    throw new TypeError(`${fraction} is not a whole number, in: ${sql}`);
}

function execute<Row>(handle: Database.Database, query: CompiledQuery): QueryResult<Row> {
  requireWholeNumbers(query);
  const { sql, parameters } = query;
  const statement = handle.prepare(sql);
  if (statement.reader) return { rows: statement.all(parameters) as Row[] };
  const { changes, lastInsertRowid } = statement.run(parameters);
  return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] };
}

/** Retries while another process is writing, with pauses that free the thread. Gives up after `LONGEST_WAIT_MS`. */
async function beginPatiently(writer: Database.Database, statement: string): Promise<void> {
  const giveUpAt = performance.now() + LONGEST_WAIT_MS;
  for (let pauseMs = 1; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)) {
    try {
      return void writer.exec(statement);
    } catch (error) {
      const { code = '' } = error as { code?: string };
      if (!code.startsWith('SQLITE_BUSY') || performance.now() > giveUpAt) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
