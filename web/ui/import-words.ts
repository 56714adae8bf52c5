import { counted, NOUNS } from '#domain/counted.ts';
import { formatDateTime } from '../lib/formatters.ts';
import { interpolate } from '../lib/interpolate.ts';
import { showToast } from './toast.ts';
import { importWordsStrings as strings } from './ui-strings.ts';

export type ImportRun = {
  readonly id: string;
  readonly file_name: string;
  readonly actor: string;
  readonly status: 'checking' | 'waiting' | 'storing' | 'done' | 'refused' | 'cancelled' | 'failed';
  readonly lines_done: number;
  readonly lines_total: number;
  readonly started_at: string;
  readonly ended_at: string | null;
  readonly result: { readonly rows: number; readonly findings_total: number } | null;
  readonly failure: string | null;
};

/** Imports of one kind, the latest first. */
export type KnownRuns = {
  readonly runs: readonly ImportRun[];
  /**
   * Cancels an import that has stored nothing yet. If the import can't be canceled, rejects with an `Error` whose
   * message says why.
   */
  readonly cancel: (id: string) => Promise<void>;
  readonly refresh: () => void;
  /** Refetches affected data after something was stored. */
  readonly readAnew: () => void;
};

/**
 * Shows a toast when an import is done. The key ensures a single toast per import, even if several components notice
 * the end.
 */
export const tellImported = ({ id, fileName, rows }: { id: string | null; fileName: string; rows: number }): void =>
  void showToast({
    kind: 'success',
    message: interpolate(strings.imported, { file: fileName, lines: counted(rows, NOUNS.line) }),
    ...(id === null ? {} : { key: `import-${id}` }),
  });

/** Cancels an import; shows a toast with the reason if it is too late. */
export const cancelRun = ({ cancel }: KnownRuns, id: string): Promise<void> =>
  cancel(id).catch((error: unknown) => {
    void showToast({ kind: 'error', message: error instanceof Error ? error.message : strings.cancelFailed });
  });

export const isUnderWay = ({ ended_at: endedAt }: ImportRun): boolean => endedAt === null;

export function endOf({
  file_name: file,
  status,
  actor,
  ended_at: endedAt,
  started_at: startedAt,
  result,
  failure,
}: ImportRun) {
  const when = { file, time: formatDateTime(endedAt ?? startedAt), actor };
  if (status === 'done')
    return interpolate(strings.endDone, { ...when, lines: counted(result?.rows ?? 0, NOUNS.line) });
  if (status === 'refused')
    return interpolate(strings.endRejected, { ...when, problems: counted(result?.findings_total ?? 0, NOUNS.problem) });
  // `failure` says what was stored: usually nothing, otherwise the lines up to a certain line.
  return interpolate(strings.endFailed, { ...when, failure: failure ?? strings.nothingImported });
}
