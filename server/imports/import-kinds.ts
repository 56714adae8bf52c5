import { IMPORTED_KINDS, type ImportedKind } from '#contract/csv-columns.ts';
import type { ImportAnswer } from '#contract/imports.ts';
import type { ImportContext, ImportOrder, Watching } from './run-import.ts';

/** The kind of a file from its name: `outlets.csv`, `2026-11 outlets.csv`. Null when the name does not say. */
export function kindOfFile(fileName: string): ImportedKind | null {
  const named = IMPORTED_KINDS.filter((kind) => fileName.toLowerCase().includes(kind));
  return named.length === 1 ? (named[0] ?? null) : null;
}

export type FileOrder = ImportOrder & {
  readonly kind: ImportedKind;
  readonly author: ImportContext['author'];
  /** The name its row is held by; that of the process unless told. */
  readonly holder?: string;
};

/** Imports of files, wherever they are worked on. */
export type Imports = {
  /** Where uploads wait. */
  readonly folder: string;
  run(order: FileOrder, watching: Watching): Promise<ImportAnswer>;
  /** Carries on, or clears away, what a run that died left. Cheap when there is nothing. */
  look(): Promise<void>;
};
