/** Written last: a folder without it is not a backup. */
export const MANIFEST = 'manifest.json';
/** Names the try that writes here, until there is a manifest. */
export const UNFINISHED = 'unfinished';

/** The location of one backup: a folder, or a prefix of an S3 bucket. */
export type BackupPlace = {
  /** The operator's name for it. */
  readonly name: string;
  /**
   * Claims an empty place for a try, and removes leftovers of a crash of the same try. Throws `CopyError` if the place
   * is not empty.
   */
  begin(id: string): Promise<void>;
  /** Resolves when the file is durable. */
  write(file: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Makes it a backup. */
  finish(manifest: string): Promise<void>;
  /** Removes the note of the try, which remains if the process ended just after writing the manifest. */
  tidy(): Promise<void>;
  /** Null if there is none. */
  readManifest(): Promise<string | null>;
  /** Throws `MissingFileError` if it does not exist. */
  read(file: string): AsyncIterable<Uint8Array>;
  /** All files there, including those that are not part of the backup. */
  list(): Promise<readonly string[]>;
  /** Removes all files of a backup. */
  clear(): Promise<void>;
};

/** A file of the backup is missing or cannot be read. */
export class MissingFileError extends Error {
  override readonly name = 'MissingFileError';
}
