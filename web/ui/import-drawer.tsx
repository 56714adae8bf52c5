import '@mantine/core/styles/Progress.layer.css';
import { Button, FileButton, Progress } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { counted, NOUNS } from '#domain/counted.ts';
import { formatCount, formatDateTime } from '../lib/formatters.ts';
import { interpolate } from '../lib/interpolate.ts';
import { saveFile } from '../lib/save-file.ts';
import { FormDrawer, NO_TEXT } from './form-drawer.tsx';
import { type CsvFileHelp, ImportColumns } from './import-columns.tsx';
import classes from './import-drawer.module.css';
import { cancelRun, endOf, type ImportRun, isUnderWay, type KnownRuns, tellImported } from './import-words.ts';
import { importDrawerStrings as strings } from './ui-strings.ts';

type SendOptions = {
  dryRun: boolean;
  /** Digest from the dry run that the user saw. */
  expects?: string | undefined;
  signal: AbortSignal;
  onProgress: (progress: ImportProgress) => void;
  onJob: (id: string) => void;
};

export type ImportDrawerProps = {
  /** For example, 'Import users'. */
  title: string;
  /** Description of the file format, with a small example. */
  file: CsvFileHelp & { readonly example: { readonly fileName: string; readonly text: string } };
  isOpen: boolean;
  onClose: () => void;
  /**
   * Uploads the file. A dry run changes nothing and stops when its signal aborts; an import continues on the server
   * after an abort. Rejects with an `Error` whose message says why.
   */
  send: (file: File, options: SendOptions) => Promise<ImportReport>;
  /** Imports of this kind: the running imports and the most recent imports. */
  known: KnownRuns;
};

const LARGEST_MIB = 64;
const LARGEST_BYTES = LARGEST_MIB * 1024 * 1024;

/** Saves the example file with a byte order mark, as exports have, so that spreadsheets read it as UTF-8. */
const saveExample = ({ fileName, text }: { readonly fileName: string; readonly text: string }): void =>
  saveFile({ blob: new Blob([`\uFEFF${text}\r\n`], { type: 'text/csv' }), fileName });

/** Capitalizes the message, which starts in lower case because commands print the file name before it. */
const asSentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

type Chosen = { readonly file: File; readonly report: ImportReport | null; readonly error: string | null };
type Running = { readonly isDry: boolean; readonly progress: ImportProgress | null };

/**
 * Imports a CSV file in two steps. The user chooses a file and sees what it would change, line by line. Then the user
 * imports the file, or corrects it and chooses it again. Closing the drawer or leaving the page stops a check. An
 * import continues, and the reopened drawer shows its progress.
 */
export function ImportDrawer({ title, file: asked, isOpen, onClose, send, known }: ImportDrawerProps) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [running, setRunning] = useState<Running | null>(null);
  const ending = useRef<AbortController | null>(null);
  const job = useRef<string | null>(null);
  // Stops the check on the server when the user leaves the page.
  useEffect(() => () => ending.current?.abort(), []);

  async function run(file: File, expects?: string): Promise<void> {
    const isDry = expects === undefined;
    const { signal } = startWork();
    job.current = null;
    const onJob = (id: string) => {
      job.current = id;
      // Starts polling, so that the import's progress stays visible after the drawer closes.
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
        setChosen({ file, report: null, error: error instanceof Error ? asSentence(error.message) : strings.error });
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

  /** Cancels the running step. A canceled import itself reports its end. */
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
    else setChosen({ file, report: null, error: interpolate(strings.fileTooLarge, { size: LARGEST_MIB }) });
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
      context={strings.context}
      isOpen={isOpen}
      onClose={close}
      onSubmit={mayImport && chosen ? () => void run(chosen.file, report.digest) : undefined}
      text={NO_TEXT}
      submitLabel={interpolate(strings.import, { changes: counted(changes, NOUNS.change) })}
      error={chosen?.error ?? null}
    >
      {/* A new key closes this help when a file is chosen, so that the report is visible; the user can reopen it. */}
      <details key={chosen ? 'chosen' : 'none'} className={classes.help} open={chosen === null}>
        <summary>{strings.fileFormat}</summary>
        <ImportColumns file={asked} />
      </details>
      <div className={classes.choose}>
        {/* A new key lets the user choose the same file again after a correction. */}
        <FileButton key={chosen?.file.lastModified} accept=".csv,text/csv" onChange={choose}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              disabled={running !== null}
              leftSection={<IconFileSpreadsheet size={16} stroke={1.75} aria-hidden="true" />}
            >
              {chosen ? strings.chooseAnotherFile : strings.chooseFile}
            </Button>
          )}
        </FileButton>
        {chosen ? null : (
          <Button variant="subtle" onClick={() => saveExample(asked.example)}>
            {strings.downloadExample}
          </Button>
        )}
        {chosen && !report && !running && chosen.file.size <= LARGEST_BYTES ? (
          <Button variant="default" onClick={() => void run(chosen.file)}>
            {strings.checkAgain}
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

type ImportRunsProps = {
  known: KnownRuns;
  /** Whether this drawer already shows the progress of its own import. */
  isOwnRunning: boolean;
};

/**
 * Shows the running import, no matter where it was started, or else the result of the last import. Users thus find the
 * result when they return to the page. Hidden while this drawer shows its own import.
 */
function ImportRuns({ known, isOwnRunning }: ImportRunsProps) {
  const { runs } = known;
  const open = runs.find(isUnderWay);
  const [last] = runs;
  if (isOwnRunning || last === undefined) return null;
  if (open === undefined) {
    return (
      <p className={classes.line} role="status">
        {interpolate(strings.lastImport, { summary: endOf(last) })}
      </p>
    );
  }
  return (
    <>
      <p className={classes.state}>
        {interpolate(strings.startedBy, {
          file: open.file_name,
          time: formatDateTime(open.started_at),
          actor: open.actor,
        })}
      </p>
      <ImportProgressView
        isDry={false}
        progress={{ phase: phaseOf(open), done: open.lines_done, total: open.lines_total }}
        onCancel={() => void cancelRun(known, open.id)}
      />
    </>
  );
}

const phaseOf = ({ status }: ImportRun) => (status === 'storing' || status === 'waiting' ? status : 'checking');

type Change = {
  readonly line: number;
  readonly thing: string;
  readonly name: string;
  readonly change: 'created' | 'changed';
  readonly fields: readonly { readonly field: string; readonly before: string; readonly after: string }[];
};

/** The server's report on a file: what it would change or has changed, and its errors. */
type ImportReport = {
  readonly done: boolean;
  readonly rows: number;
  readonly counts: readonly { thing: string; created: number; changed: number; unchanged: number }[];
  readonly findings: readonly { line: number; column: string; message: string }[];
  readonly findings_total: number;
  readonly changes: readonly Change[];
  readonly changes_total: number;
  /** Identifies the planned changes. An import sent with this digest makes exactly these changes or none. */
  readonly digest: string;
};

const linesOf = (count: number): string => counted(count, NOUNS.line);

/** The report of a dry run: the verdict, errors by line, and the changes. */
function ImportReportView({ report }: { report: ImportReport }) {
  const { rows, counts, findings, findings_total: wrong, changes, changes_total: total } = report;
  return (
    <>
      <p className={classes.verdict}>{verdictOf(rows, wrong, total)}</p>
      {wrong > 0 ? (
        <>
          <h3 className={classes.heading}>{strings.problems}</h3>
          <ul className={classes.list}>
            {findings.map(({ line, column, message }) => (
              <li key={`${line} ${column} ${message}`} className={classes.item} data-wrong>
                <span className={classes.line}>{interpolate(strings.line, { line })}</span>
                <span>
                  {column === '' ? null : <strong>{column} </strong>}
                  {message}.
                </span>
              </li>
            ))}
          </ul>
          <More shown={findings.length} total={wrong} />
        </>
      ) : null}
      {counts.length > 0 ? (
        <>
          <h3 className={classes.heading}>{wrong > 0 ? strings.otherLines : strings.result}</h3>
          <ul className={classes.counts}>
            {counts.map(({ thing, created, changed, unchanged }) => (
              <li key={thing}>
                {interpolate(strings.counts, {
                  thing,
                  created: formatCount(created),
                  changed: formatCount(changed),
                  unchanged: formatCount(unchanged),
                })}
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {total > 0 ? (
        <>
          <h3 className={classes.heading}>{strings.changes}</h3>
          <ul className={classes.list}>
            {changes.map((change) => (
              <ChangeItem key={`${change.line} ${change.thing} ${change.name}`} change={change} />
            ))}
          </ul>
          <More shown={changes.length} total={total} />
        </>
      ) : null}
    </>
  );
}

function verdictOf(rows: number, wrong: number, total: number): string {
  if (wrong > 0)
    return interpolate(strings.verdictProblems, { problems: counted(wrong, NOUNS.problem), lines: linesOf(rows) });
  if (total === 0) return interpolate(strings.verdictSame, { lines: linesOf(rows) });
  return interpolate(strings.verdictOk, { lines: linesOf(rows) });
}

function ChangeItem({ change: { line, thing, name, change, fields } }: { change: Change }) {
  return (
    <li className={classes.item}>
      <span className={classes.line}>{interpolate(strings.line, { line })}</span>
      <span>
        <strong>{name}</strong> ·{' '}
        {change === 'created'
          ? interpolate(strings.createdThing, { thing: oneOf(thing) })
          : interpolate(strings.changedThing, { thing: oneOf(thing) })}
        {fields.map(({ field, before, after }) => (
          <span key={field} className={classes.field}>
            {interpolate(strings.fieldChange, {
              field: field.replaceAll('_', ' '),
              before: before || strings.blank,
              after: after || strings.blank,
            })}
          </span>
        ))}
      </span>
    </li>
  );
}

/** Returns the singular: 'venues' becomes 'venue'. */
const oneOf = (things: string): string => things.replace(/s$/, '');

function More({ shown, total }: { shown: number; total: number }) {
  return shown < total ? (
    <p className={classes.line}>{interpolate(strings.andMore, { count: formatCount(total - shown) })}</p>
  ) : null;
}

/** How far the server has processed a file. */
type ImportProgress = {
  readonly phase: 'checking' | 'waiting' | 'storing';
  readonly done: number;
  readonly total: number;
};

type ImportProgressProps = {
  /** Whether the run only checks what the file would change. */
  isDry: boolean;
  /** Null until the server has started the run. */
  progress: ImportProgress | null;
  /** Null if the run cannot be canceled. */
  onCancel: (() => void) | null;
};

/** Shows how far a file has been processed, with a cancel button. */
function ImportProgressView({ isDry, progress, onCancel }: ImportProgressProps) {
  const share = progress === null || progress.total === 0 ? 0 : (progress.done / progress.total) * 100;
  const isStoring = progress?.phase === 'storing' && progress.done > 0;
  return (
    <section className={classes.progress} aria-label={strings.progress}>
      <p className={classes.state}>{stateOf(progress)}</p>
      <Progress
        value={share}
        animated={progress === null}
        aria-label={isStoring ? strings.linesImported : strings.linesChecked}
      />
      <div className={classes.ending}>
        {onCancel === null || isStoring ? null : (
          <Button variant="default" onClick={onCancel}>
            {isDry ? strings.stopCheck : strings.cancelImport}
          </Button>
        )}
        <span className={classes.line}>{hintOf(isDry, isStoring)}</span>
      </div>
    </section>
  );
}

function hintOf(isDry: boolean, isStoring: boolean): string {
  if (isDry) return strings.hintCheck;
  return isStoring ? strings.hintImporting : strings.hintCancelable;
}

function stateOf(progress: ImportProgress | null): string {
  if (progress === null) return strings.uploading;
  if (progress.phase === 'waiting') return strings.waiting;
  if (progress.phase === 'storing' && progress.done === 0) return strings.checkingAgain;
  if (progress.phase === 'storing')
    return interpolate(strings.imported, {
      done: formatCount(progress.done),
      total: counted(progress.total, NOUNS.line),
    });
  return interpolate(strings.checked, {
    done: formatCount(progress.done),
    total: counted(progress.total, NOUNS.line),
  });
}
