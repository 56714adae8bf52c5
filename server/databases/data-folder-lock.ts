import { join } from 'node:path';
import Database from 'libsql';

/** Another process uses the same data folder. */
export class DataFolderInUseError extends Error {
  override readonly name = 'DataFolderInUseError';
}

/** One of our files is damaged; the message says what to do. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError';
}

/**
 * Locks the data folder for this process, or throws `DataFolderInUseError` at once. The lock is a kernel lock on a file
 * that SQLite holds open: the kernel frees it when the process ends in any way. Returns the function that releases it.
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
      throw new DataFolderInUseError(`another Voltboard server uses ${dataDir}`, { cause: error });
    }
    if ((error as { code?: string }).code === 'SQLITE_NOTADB') {
      throw new DamagedFileError(`${file} is damaged; it holds nothing but a lock: delete it and start again.`);
    }
    throw error;
  }
  return () => {
    // Explicit: a closed handle may keep its lock until garbage collection, and a command locks the folder more than
    // once.
    lock.exec('ROLLBACK');
    lock.close();
  };
}

/** For a command that lets a running server do the work: null if another process holds the folder. */
export function lockUnlessInUse(dataDir: string): (() => void) | null {
  try {
    return lockDataFolder(dataDir);
  } catch (error) {
    if (error instanceof DataFolderInUseError) return null;
    throw error;
  }
}
