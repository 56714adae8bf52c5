import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type Database from 'libsql';
import { letOthersIn } from '../../lib/let-others-in.ts';

/** How long a change waits for another process's: the longest import is stored in a fraction of it. */
const LONGEST_WAIT_MS = 30_000;
const LONGEST_PAUSE_MS = 25;

/**
 * SQLite with two handles on one file: one that writes, whose users take turns, and one that reads what is committed. Whoever
 * reads never waits for whoever writes. A change that meets another process's waits without holding the thread: the engine's
 * own waiting would stop every answer of the server for as long as a command writes. Nor is the disk waited for on the thread: a
 * commit, which may also have to carry a long log into the file, is done aside. Answers come without waiting, so a long row of
 * queries lets others in between.
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
  /** Does a statement with the writing handle, away from the thread. */
  readonly writeAside: (statement: string) => Promise<void>;
};

class ParallelAdapter extends SqliteAdapter {
  /** SQLite changes tables within transactions; Kysely does not rely on it unless told, and a kill would leave half a migration. */
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
  /** The last of those who wait for the writing handle. */
  #turn: Promise<void> = Promise.resolve();
  #endTurn: () => void = () => undefined;

  constructor(handles: Handles) {
    this.#handles = handles;
  }

  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return new Connection(this);
  }

  /** A transaction takes the write lock when it begins: begun for reading, it would fail as soon as it writes after another. */
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

  /** A full disk ends a transaction by itself: to roll it back once more would fail, and hide why. */
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
    await letOthersIn();
    if (connection.isWriting) return execute(writer, query);
    if (isReading(query)) return execute(reader, query);
    if (isOutside(query)) return this.#runOutside(query);
    // In words: the engine's own transaction of a statement that was refused once would stay open until memory is collected.
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
      // Done again for its answer, it finds nothing left to do.
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

/** Settings of the handle and orders to the engine, which take no effect within a transaction or are refused there. */
const isOutside = ({ sql }: CompiledQuery): boolean => /^\s*pragma\b/i.test(sql);
const isCheckpoint = ({ sql }: CompiledQuery): boolean => /^\s*pragma wal_checkpoint\b/i.test(sql);
/** What concerns temporary tables alone, named `temp_…`: nobody else has to wait for it. */
const isPrivate = ({ sql }: CompiledQuery): boolean =>
  /^\s*(create temporary table|(insert into|drop table if exists) "temp_)/i.test(sql);
const isReading = ({ query, sql }: CompiledQuery): boolean => SelectQueryNode.is(query) || /^\s*select\b/i.test(sql);

function execute<Row>(handle: Database.Database, { sql, parameters }: CompiledQuery): QueryResult<Row> {
  const statement = handle.prepare(sql);
  if (statement.reader) return { rows: statement.all(parameters) as Row[] };
  const { changes, lastInsertRowid } = statement.run(parameters);
  return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] };
}

/** Tries again, in pauses that leave the thread to others, while another process writes. */
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
