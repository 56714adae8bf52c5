import { formatDateTime } from '../lib/formatters.ts';
import classes from './import-drawer.module.css';
import { ImportProgressView } from './import-progress.tsx';
import { cancelRun, endOf, type ImportRun, isUnderWay, type KnownRuns } from './import-words.ts';

type ImportRunsProps = {
  known: KnownRuns;
  /** This page already shows the progress of its own import. */
  isOwnRunning: boolean;
};

/**
 * Shows the import under way, wherever it was started, or how the last one ended. So the reader finds it again after
 * leaving the page.
 */
export function ImportRuns({ known, isOwnRunning }: ImportRunsProps) {
  const { runs } = known;
  const open = runs.find(isUnderWay);
  const [last] = runs;
  if (isOwnRunning || last === undefined) return null;
  if (open === undefined) {
    return (
      <p className={classes.line} role="status">
        Last import: {endOf(last)}
      </p>
    );
  }
  return (
    <>
      <p className={classes.state}>
        {open.file_name}, begun {formatDateTime(open.started_at)} by {open.actor}
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
