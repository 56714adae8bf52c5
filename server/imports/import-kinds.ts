import { IMPORTED_KINDS, type ImportedKind } from '#contract/csv-columns.ts';
import type { ImportAnswer } from '#contract/imports.ts';
import type { ImportContext, ImportOrder, Watching } from './run-import.ts';

/** The kind of a file from its name: `outlets.csv`, `2026-11 outlets.csv`. Null if the name contains none. */
export function kindOfFile(fileName: string): ImportedKind | null {
  const named = IMPORTED_KINDS.filter((kind) => fileName.toLowerCase().includes(kind));
  return named.length === 1 ? (named[0] ?? null) : null;
}

export type FileOrder = ImportOrder & {
  readonly kind: ImportedKind;
  readonly author: ImportContext['author'];
  /** The holder of its job row; by default the name of the process. */
  readonly holder?: string;
};

/** Runs imports of files, in this process or another. */
export type Imports = {
  /** Folder of pending uploads. */
  readonly folder: string;
  run(order: FileOrder, watching: Watching): Promise<ImportAnswer>;
  /** Resumes or cleans up jobs of dead runs. Cheap if there are none. */
  look(): Promise<void>;
};
