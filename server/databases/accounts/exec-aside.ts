import type Database from 'libsql';
import PromisedDatabase from 'libsql/promise';

/**
 * Runs a statement on the handle in one of the engine's own threads, for statements that wait for the disk. No other
 * caller may use the handle until it finishes.
 */
export const execAside = (handle: Database.Database, statement: string): Promise<void> =>
  // The engine's promise and plain handles wrap the same object. A second handle would have its own transaction.
  PromisedDatabase.prototype.exec.call(handle, statement) as Promise<void>;
