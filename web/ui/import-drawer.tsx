import { Button, FileButton } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { formatCount } from '../lib/formatters.ts';
import { FormDrawer } from './form-drawer.tsx';
import classes from './import-drawer.module.css';
import { type ImportReport, ImportReportView } from './import-report.tsx';
import { showToast } from './toast.ts';

export type ImportDrawerProps = {
  /** 'Import users' */
  title: string;
  /** What the columns are, and which may be left out. */
  help: ReactNode;
  isOpen: boolean;
  onClose: () => void;
  /** Sends the file; a dry run changes nothing. Throws an `Error` with the reason. */
  send: (file: File, dryRun: boolean) => Promise<ImportReport>;
  /** Something was stored. */
  onImported: () => void;
};

const LARGEST_MIB = 5;

type Chosen = { readonly file: File; readonly report: ImportReport | null; readonly error: string | null };

/** A CSV file in two steps: choose it and see what it would do, line by line; then import it, or correct it and choose it again. */
export function ImportDrawer({ title, help, isOpen, onClose, send, onImported }: ImportDrawerProps) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  async function run(file: File, dryRun: boolean): Promise<void> {
    setIsBusy(true);
    try {
      const report = await send(file, dryRun);
      setChosen({ file, report, error: null });
      if (report.done) finish(file, report);
    } catch (error) {
      setChosen({ file, report: null, error: error instanceof Error ? error.message : 'Error' });
    } finally {
      setIsBusy(false);
    }
  }

  function finish(file: File, { rows }: ImportReport): void {
    void showToast({
      kind: 'success',
      message: `${file.name} is imported: ${formatCount(rows)} ${rows === 1 ? 'line' : 'lines'}.`,
    });
    onImported();
    close();
  }

  function choose(file: File | null): void {
    if (file === null) return;
    if (file.size <= LARGEST_MIB * 1024 * 1024) void run(file, true);
    else setChosen({ file, report: null, error: `The file is larger than ${LARGEST_MIB} MiB; split it.` });
  }

  function close(): void {
    setChosen(null);
    onClose();
  }

  const report = chosen?.report ?? null;
  const changes = report?.changes_total ?? 0;
  const mayImport = report !== null && report.findings_total === 0 && changes > 0;
  return (
    <FormDrawer
      title={title}
      context="The whole file is imported, or nothing of it."
      isOpen={isOpen}
      onClose={close}
      onSubmit={mayImport && chosen ? () => void run(chosen.file, false) : undefined}
      submitLabel={`Import ${formatCount(changes)} ${changes === 1 ? 'change' : 'changes'}`}
      isSaving={isBusy}
      error={chosen?.error ?? null}
    >
      <div className={classes.help}>{help}</div>
      <div className={classes.choose}>
        {/* A new key lets the same file be chosen again after it was corrected. */}
        <FileButton key={chosen?.file.lastModified} accept=".csv,text/csv" onChange={choose}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              loading={isBusy && report === null}
              leftSection={<IconFileSpreadsheet size={16} stroke={1.75} aria-hidden="true" />}
            >
              {chosen ? 'Choose another file' : 'Choose a CSV file'}
            </Button>
          )}
        </FileButton>
        {chosen ? <span className={classes.file}>{chosen.file.name}</span> : null}
      </div>
      <div role="status">{report ? <ImportReportView report={report} /> : null}</div>
    </FormDrawer>
  );
}
