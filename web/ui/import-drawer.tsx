import { Button, FileButton } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { formatCounted } from '../lib/formatters.ts';
import { saveFile } from '../lib/save-file.ts';
import { FormDrawer, NO_TEXT } from './form-drawer.tsx';
import { type CsvFileHelp, ImportColumns } from './import-columns.tsx';
import classes from './import-drawer.module.css';
import { type ImportProgress, ImportProgressView } from './import-progress.tsx';
import { type ImportReport, ImportReportView } from './import-report.tsx';
import { ImportRuns } from './import-runs.tsx';
import { cancelRun, type KnownRuns, tellImported } from './import-words.ts';

type SendOptions = {
  dryRun: boolean;
  /** The digest of the dry run that the reader saw. */
  expects?: string | undefined;
  signal: AbortSignal;
  onProgress: (progress: ImportProgress) => void;
  onJob: (id: string) => void;
};

export type ImportDrawerProps = {
  /** For example 'Import users'. */
  title: string;
  /** Description of the file format, and a small example. */
  file: CsvFileHelp & { readonly example: { readonly fileName: string; readonly text: string } };
  isOpen: boolean;
  onClose: () => void;
  /**
   * Sends the file. A dry run changes nothing and ends when its signal aborts; an import continues on the server.
   * Throws an `Error` with the reason.
   */
  send: (file: File, options: SendOptions) => Promise<ImportReport>;
  /** The imports of this kind that are under way, and the last ones. */
  known: KnownRuns;
};

const LARGEST_MIB = 64;
const LARGEST_BYTES = LARGEST_MIB * 1024 * 1024;

/** With a byte order mark, like exports, so that spreadsheets read the file as UTF-8. */
const saveExample = ({ fileName, text }: { readonly fileName: string; readonly text: string }): void =>
  saveFile({ blob: new Blob([`\uFEFF${text}\r\n`], { type: 'text/csv' }), fileName });

/** Capitalizes the message, which starts in lower case because commands print the file name before it. */
const asSentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

type Chosen = { readonly file: File; readonly report: ImportReport | null; readonly error: string | null };
type Running = { readonly isDry: boolean; readonly progress: ImportProgress | null };

/**
 * Imports a CSV file in two steps. The reader chooses a file and sees what it would do, line by line. Then the reader
 * imports it, or corrects it and chooses it again. Closing the drawer or leaving the page ends a check; an import
 * continues and is shown here again.
 */
export function ImportDrawer({ title, file: asked, isOpen, onClose, send, known }: ImportDrawerProps) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [running, setRunning] = useState<Running | null>(null);
  const ending = useRef<AbortController | null>(null);
  const job = useRef<string | null>(null);
  // Ends the server's check when the reader leaves the page.
  useEffect(() => () => ending.current?.abort(), []);

  async function run(file: File, expects?: string): Promise<void> {
    const isDry = expects === undefined;
    const { signal } = startWork();
    job.current = null;
    const onJob = (id: string) => {
      job.current = id;
      // Starts polling, so that the import is followed after the drawer closes.
      known.refresh();
    };
    setRunning({ isDry, progress: null });
    const onProgress = (progress: ImportProgress) => setRunning({ isDry, progress });
    try {
      const report = await send(file, { dryRun: isDry, expects, signal, onProgress, onJob });
      if (signal.aborted) return;
      setChosen({ file, report, error: null });
      if (report.done) finish(file, report);
    } catch (error) {
      if (!signal.aborted)
        setChosen({ file, report: null, error: error instanceof Error ? asSentence(error.message) : 'Error' });
    } finally {
      if (!signal.aborted) setRunning(null);
      if (!isDry) known.refresh();
    }
  }

  function startWork(): AbortController {
    ending.current?.abort();
    ending.current = new AbortController();
    return ending.current;
  }

  function stop(): void {
    ending.current?.abort();
    setRunning(null);
  }

  /** A canceled import reports its end itself. */
  function cancel(): void {
    if (job.current === null) stop();
    else void cancelRun(known, job.current);
  }

  function finish(file: File, { rows }: ImportReport): void {
    tellImported({ id: job.current, fileName: file.name, rows });
    known.readAnew();
    close();
  }

  function choose(file: File | null): void {
    if (file === null) return;
    setChosen({ file, report: null, error: null });
    if (file.size <= LARGEST_BYTES) void run(file);
    else setChosen({ file, report: null, error: `The file is larger than ${LARGEST_MIB} MiB; split it.` });
  }

  function close(): void {
    stop();
    setChosen(null);
    onClose();
  }

  const report = chosen?.report ?? null;
  const changes = report?.changes_total ?? 0;
  const mayImport = running === null && report !== null && report.findings_total === 0 && changes > 0;
  return (
    <FormDrawer
      title={title}
      context="The whole file is imported, or nothing of it."
      isOpen={isOpen}
      onClose={close}
      onSubmit={mayImport && chosen ? () => void run(chosen.file, report.digest) : undefined}
      text={NO_TEXT}
      submitLabel={`Import ${formatCounted(changes, 'change')}`}
      error={chosen?.error ?? null}
    >
      {/* A new key closes this help when a file is chosen, so that the report is visible; the reader can reopen it. */}
      <details key={chosen ? 'chosen' : 'none'} className={classes.help} open={chosen === null}>
        <summary>Columns of the file</summary>
        <ImportColumns file={asked} />
      </details>
      <div className={classes.choose}>
        {/* A new key lets the reader choose the same file again after correcting it. */}
        <FileButton key={chosen?.file.lastModified} accept=".csv,text/csv" onChange={choose}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              disabled={running !== null}
              leftSection={<IconFileSpreadsheet size={16} stroke={1.75} aria-hidden="true" />}
            >
              {chosen ? 'Choose another file' : 'Choose a CSV file'}
            </Button>
          )}
        </FileButton>
        {chosen ? null : (
          <Button variant="subtle" onClick={() => saveExample(asked.example)}>
            Download an example
          </Button>
        )}
        {chosen && !report && !running && chosen.file.size <= LARGEST_BYTES ? (
          <Button variant="default" onClick={() => void run(chosen.file)}>
            Check again
          </Button>
        ) : null}
        {chosen ? <span className={classes.file}>{chosen.file.name}</span> : null}
      </div>
      {running ? <ImportProgressView {...running} onCancel={cancel} /> : null}
      {isOpen && !chosen?.report ? <ImportRuns known={known} isOwnRunning={running !== null} /> : null}
      <div role="status">{report && !running ? <ImportReportView report={report} /> : null}</div>
    </FormDrawer>
  );
}
