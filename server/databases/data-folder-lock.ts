import { join } from 'node:path';
import Database from 'libsql';

/** Another process works on the same data folder. */
export class DataFolderInUseError extends Error {
  override readonly name = 'DataFolderInUseError';
}

/**
 * Takes the data folder for this process, or throws `DataFolderInUseError` at once. The lock is the kernel's, on a file
 * held open by SQLite: it is free the moment the process is gone, however it ended. Returns the function that releases it.
 */
export function lockDataFolder(dataDir: string): () => void {
  const lock = new Database(join(dataDir, 'server.lock'));
  try {
    lock.pragma('busy_timeout = 0');
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { code?: string }).code === 'SQLITE_BUSY') {
      throw new DataFolderInUseError(`another Voltboard server uses ${dataDir}`, { cause: error });
    }
    throw error;
  }
  return () => lock.close();
}
