import { join } from 'node:path';
import Database from 'libsql';

/** Another process works on the same data folder. */
export class DataFolderInUseError extends Error {
  override readonly name = 'DataFolderInUseError';
}

/** A file of ours is not what it was; the message says what to do. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError';
}

/**
 * Takes the data folder for this process, or throws `DataFolderInUseError` at once. The lock is the kernel's, on a file
 * held open by SQLite: it is free the moment the process is gone, however it ended. Returns the function that releases it.
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
    // In words: a closed handle may keep its lock until memory is collected, and a command takes the folder more than once.
    lock.exec('ROLLBACK');
    lock.close();
  };
}

/** The same for a command that has a server do the work where one runs: null if another process has the folder. */
export function lockUnlessInUse(dataDir: string): (() => void) | null {
  try {
    return lockDataFolder(dataDir);
  } catch (error) {
    if (error instanceof DataFolderInUseError) return null;
    throw error;
  }
}
