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
 * Opens the accounts store: SQLite in the data folder, or a PostgreSQL server. Does not migrate. Loads only the needed
 * driver.
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
  // FULL: a commit is on disk when it returns. The dialect waits for other processes, because the engine's own wait
  // blocks the thread.
  const safely = ['busy_timeout = 5000', 'journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON'];
  // Erased data is overwritten, not only marked as free.
  const writer = open([...safely, 'secure_delete = ON', 'busy_timeout = 0']);
  const reader = open(['busy_timeout = 5000', 'query_only = ON']);
  const writeAside = (statement: string) => execAside(writer, statement);
  return new Kysely<AccountsSchema>({ dialect: new TwoHandleDialect({ writer, reader, writeAside }) });
}

/** For a transaction that waits for files between its statements, and locks only rows that no other process uses. */
export async function waitForUs(tx: AccountsDb): Promise<void> {
  if (isPostgres(tx)) await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
}

/**
 * Runs a statement on the handle in one of the engine's own threads, for statements that wait for the disk. No other
 * caller may use the handle until it finishes.
 */
export const execAside = (handle: Database.Database, statement: string): Promise<void> =>
  // The engine's promise and plain handles wrap the same object. A second handle would have its own transaction.
  PromisedDatabase.prototype.exec.call(handle, statement) as Promise<void>;

/** How long a change waits for another process's. Even the longest import is stored in a fraction of it. */
const LONGEST_WAIT_MS = 30_000;
const LONGEST_PAUSE_MS = 25;

/**
 * SQLite with two handles on one file: a writing handle, whose users take turns, and a handle that reads committed
 * data.
 * 1. Readers never wait for writers.
 * 2. A change that meets another process's waits without blocking the thread. The engine's own wait would stop every
 *    response of the server for as long as a command writes.
 * 3. The thread does not wait for the disk either. A commit, which may also copy a long log into the file, runs on
 *    another thread.
 * 4. Results arrive synchronously, so a long series of queries yields in between.
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
  /** Runs a statement with the writing handle, on another thread. */
  readonly writeAside: (statement: string) => Promise<void>;
};

class ParallelAdapter extends SqliteAdapter {
  /**
   * SQLite supports DDL in transactions, but Kysely must be configured to rely on it. Otherwise a kill would leave half
   * a migration.
   */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** One user of the store; `isWriting` while its transaction has the writing handle. */
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
  /** The last waiter for the writing handle. */
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
   * A transaction takes the write lock at its start. A transaction that began as a read would fail if it writes after
   * another one.
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

  /** A full disk ends a transaction automatically. A second rollback would fail, and hide the cause. */
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
    // Begin explicitly: the engine's implicit transaction of a refused statement would stay open until garbage
    // collection.
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
      // The second run only fetches the result; it finds nothing left to do.
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

/** Handle settings and engine commands, which have no effect within a transaction or are refused there. */
const isOutside = ({ sql }: CompiledQuery): boolean => /^\s*pragma\b/i.test(sql);
const isCheckpoint = ({ sql }: CompiledQuery): boolean => /^\s*pragma wal_checkpoint\b/i.test(sql);
/** Statements on temporary tables only, named `temp_…`: other processes need not wait for them. */
const isPrivate = ({ sql }: CompiledQuery): boolean =>
  /^\s*(create temporary table|(insert into|drop table if exists) "temp_)/i.test(sql);
const isReading = ({ query, sql }: CompiledQuery): boolean => SelectQueryNode.is(query) || /^\s*select\b/i.test(sql);

/** The columns of type float8. */
const HAS_FRACTIONS = /"(lat|lng|purchase_price|monthly_cost|rated_watts|sockets)"/;

/** SQLite stores a fraction in an integer column; PostgreSQL refuses it. Here both refuse it. */
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

/** Retries while another process writes, with pauses that free the thread. */
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
