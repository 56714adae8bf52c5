/** The name of the manifest, which is written last. A folder without a manifest is not a backup. */
export const MANIFEST = 'manifest.json';
/**
 * The name of the file that identifies the attempt that is writing the backup. The file exists until there is a
 * manifest.
 */
export const UNFINISHED = 'unfinished';

/** The location of one backup: a folder, or a prefix in an S3 bucket. */
export type BackupPlace = {
  /** The location as the operator knows it. */
  readonly name: string;
  /**
   * Claims an empty place for an attempt. If the same attempt crashed earlier, removes its leftovers. Throws
   * `CopyError` if the place is not empty.
   */
  begin(id: string): Promise<void>;
  /** Resolves once the file is durable. */
  write(file: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Writes the manifest, which makes the place a backup. */
  finish(manifest: string): Promise<void>;
  /**
   * Removes the file that identifies the attempt. The file remains if the process ended just after writing the
   * manifest.
   */
  tidy(): Promise<void>;
  /** Returns null if there is no manifest. */
  readManifest(): Promise<string | null>;
  /** Throws `MissingFileError` if it does not exist. */
  read(file: string): AsyncIterable<Uint8Array>;
  /** Lists all files at the location, including files that are not part of the backup. */
  list(): Promise<readonly string[]>;
  /** Removes all of a backup's files. */
  clear(): Promise<void>;
};

/** Thrown if a file of the backup is missing or cannot be read. */
export class MissingFileError extends Error {
  override readonly name = 'MissingFileError';
}
