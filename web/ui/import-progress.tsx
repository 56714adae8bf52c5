import '@mantine/core/styles/Progress.layer.css';
import { Button, Progress } from '@mantine/core';
import { formatCount } from '../lib/formatters.ts';
import classes from './import-drawer.module.css';

/** How far the server is with a file. */
export type ImportProgress = {
  readonly phase: 'checking' | 'storing';
  readonly done: number;
  readonly total: number;
};

type ImportProgressProps = {
  /** Only looks what the file would do. */
  isDry: boolean;
  /** Null until the server has begun. */
  progress: ImportProgress | null;
  onCancel: () => void;
};

/** The progress of a file, and the way to end it. */
export function ImportProgressView({ isDry, progress, onCancel }: ImportProgressProps) {
  const share = progress === null || progress.total === 0 ? 0 : (progress.done / progress.total) * 100;
  return (
    <section className={classes.progress} aria-label="Progress">
      <p className={classes.state}>{stateOf(progress)}</p>
      <Progress value={share} animated={progress?.phase !== 'checking'} aria-label="Lines checked" />
      <div className={classes.ending}>
        <Button variant="default" onClick={onCancel}>
          {isDry ? 'Stop checking' : 'Cancel the import'}
        </Button>
        <span className={classes.line}>
          {isDry ? 'Nothing is changed yet.' : 'Cancelled, or when you leave this page: nothing of the file is stored.'}
        </span>
      </div>
    </section>
  );
}

function stateOf(progress: ImportProgress | null): string {
  if (progress === null) return 'Sending the file …';
  if (progress.phase === 'storing') return 'All lines are checked, storing …';
  return `${formatCount(progress.done)} of ${formatCount(progress.total)} lines checked`;
}
