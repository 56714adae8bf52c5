/** Written last. A folder without it is not a backup. */
export const MANIFEST = 'manifest.json';
/** File that identifies the try that is writing here. Exists until there is a manifest. */
export const UNFINISHED = 'unfinished';

/** The location of one backup: a folder, or a prefix in an S3 bucket. */
export type BackupPlace = {
  /** The location as the operator knows it. */
  readonly name: string;
  /**
   * Claims an empty place for a try. If the same try crashed earlier, removes its leftovers. Throws `CopyError` if the
   * place is not empty.
   */
  begin(id: string): Promise<void>;
  /** Resolves once the file is durable. */
  write(file: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Writes the manifest, which makes the place a backup. */
  finish(manifest: string): Promise<void>;
  /** Removes the file that identifies the try. It remains if the process ended just after writing the manifest. */
  tidy(): Promise<void>;
  /** Returns null if there is no manifest. */
  readManifest(): Promise<string | null>;
  /** Throws `MissingFileError` if it does not exist. */
  read(file: string): AsyncIterable<Uint8Array>;
  /** Lists all files there, including those that are not part of the backup. */
  list(): Promise<readonly string[]>;
  /** Removes all of a backup's files. */
  clear(): Promise<void>;
};

/** Thrown if a file of the backup is missing or can't be read. */
export class MissingFileError extends Error {
  override readonly name = 'MissingFileError';
}
