import { IMPORTED_KINDS, type ImportedKind } from '#contract/csv-columns.ts';
import type { ImportAnswer } from '#contract/imports.ts';
import type { ImportContext, ImportOrder, Watching } from './run-import.ts';

/**
 * Returns the kind of a file from its name, such as `outlets.csv` or `2026-11 outlets.csv`. Null if the name contains
 * no kind or several.
 */
export function kindOfFile(fileName: string): ImportedKind | null {
  const named = IMPORTED_KINDS.filter((kind) => fileName.toLowerCase().includes(kind));
  return named.length === 1 ? (named[0] ?? null) : null;
}

export type FileOrder = ImportOrder & {
  readonly kind: ImportedKind;
  readonly author: ImportContext['author'];
  /** The holder in the import's job row. Defaults to the name of the process. */
  readonly holder?: string;
};

/** Runs file imports, in this process or another. */
export type Imports = {
  /** Folder for pending uploads. */
  readonly folder: string;
  run(order: FileOrder, watching: Watching): Promise<ImportAnswer>;
  /** Resumes or cleans up the jobs of dead runs. Cheap if there are none. */
  look(): Promise<void>;
};
