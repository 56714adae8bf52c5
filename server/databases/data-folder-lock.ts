import { join } from 'node:path';
import Database from 'libsql';

/** Thrown if another process uses the same data folder. */
export class DataFolderInUseError extends Error {
  override readonly name = 'DataFolderInUseError';
}

/** Thrown if one of the product's files is damaged. The message says what to do. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError';
}

/**
 * Locks the data folder for this process, or throws `DataFolderInUseError` immediately. Returns a function that
 * releases the lock. The lock is a kernel lock on a file that SQLite holds open, so the kernel releases the lock
 * however the process ends.
 */
export function lockDataFolder(dataDir: string): () => void {
  const file = join(dataDir, 'server.lock');
  const lock = new Database(file);
  try {
    lock.pragma('busy_timeout = 0');
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { code?: string }).code === 'SQLITE_BUSY') {
      throw new DataFolderInUseError(`another Voltboard server is using ${dataDir}`, { cause: error });
    }
    if ((error as { code?: string }).code === 'SQLITE_NOTADB') {
      throw new DamagedFileError(`${file} is damaged. It contains only a lock. Delete it and start again.`);
    }
    throw error;
  }
  return () => {
    // Release explicitly: a closed handle may keep its lock until garbage collection, and a command locks the folder
    // more than once.
    lock.exec('ROLLBACK');
    lock.close();
  };
}

/**
 * Like `lockDataFolder`, but returns null if another process holds the lock. For commands that let a running server do
 * the work.
 */
export function lockUnlessInUse(dataDir: string): (() => void) | null {
  try {
    return lockDataFolder(dataDir);
  } catch (error) {
    if (error instanceof DataFolderInUseError) return null;
    throw error;
  }
}
