import type Database from 'libsql';
import PromisedDatabase from 'libsql/promise';

/**
 * Does a statement on the handle in one of the engine's own threads: for what waits for the disk. Nobody else may use the handle
 * until it is done.
 */
export const execAside = (handle: Database.Database, statement: string): Promise<void> =>
  // The engine's promised and plain handles are two faces of one; a second handle would be in a transaction of its own.
  PromisedDatabase.prototype.exec.call(handle, statement) as Promise<void>;
