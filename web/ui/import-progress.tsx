import '@mantine/core/styles/Progress.layer.css';
import { Button, Progress } from '@mantine/core';
import { formatCount, formatCounted } from '../lib/formatters.ts';
import classes from './import-drawer.module.css';

/** The server's progress with a file. */
export type ImportProgress = {
  readonly phase: 'checking' | 'waiting' | 'storing';
  readonly done: number;
  readonly total: number;
};

type ImportProgressProps = {
  /** The run only checks what the file would do. */
  isDry: boolean;
  /** Null until the server has started. */
  progress: ImportProgress | null;
  /** Null if the run cannot be canceled. */
  onCancel: (() => void) | null;
};

/** The progress of a file, with a cancel button. */
export function ImportProgressView({ isDry, progress, onCancel }: ImportProgressProps) {
  const share = progress === null || progress.total === 0 ? 0 : (progress.done / progress.total) * 100;
  const isStoring = progress?.phase === 'storing' && progress.done > 0;
  return (
    <section className={classes.progress} aria-label="Progress">
      <p className={classes.state}>{stateOf(progress)}</p>
      <Progress value={share} animated={progress === null} aria-label={isStoring ? 'Lines stored' : 'Lines checked'} />
      <div className={classes.ending}>
        {onCancel === null || isStoring ? null : (
          <Button variant="default" onClick={onCancel}>
            {isDry ? 'Stop checking' : 'Cancel the import'}
          </Button>
        )}
        <span className={classes.line}>{hintOf(isDry, isStoring)}</span>
      </div>
    </section>
  );
}

function hintOf(isDry: boolean, isStoring: boolean): string {
  if (isDry) return 'Nothing is changed yet.';
  const leaving = 'It goes on when you leave this page, and is found here again.';
  return isStoring
    ? `It is stored to its end now. ${leaving}`
    : `If you cancel it, nothing of the file is stored. ${leaving}`;
}

function stateOf(progress: ImportProgress | null): string {
  if (progress === null) return 'Sending the file …';
  if (progress.phase === 'waiting') return 'All lines are checked. Another file is being stored; this one is next …';
  if (progress.phase === 'storing' && progress.done === 0) return 'All lines are checked, looking at them once more …';
  if (progress.phase === 'storing')
    return `${formatCount(progress.done)} of ${formatCounted(progress.total, 'line')} stored`;
  return `${formatCount(progress.done)} of ${formatCounted(progress.total, 'line')} checked`;
}
