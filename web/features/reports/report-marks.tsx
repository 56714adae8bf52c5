import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReportMark } from '#contract/report-marks.ts';
import { formatDay } from '../../lib/formatters.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import type { Removed } from './report-mark-plans.tsx';
import classes from './reports.module.css';

const plans = () => import('./report-mark-plans.tsx');
const closeIt = ({ onClose }: { onClose: () => void }): void => onClose();
const NoteForm = lazyComponent(async () => (await plans()).NoteForm, closeIt);
const NoteRemoval = lazyComponent(async () => (await plans()).NoteRemoval, closeIt);

type ReportMarksProps = { marks: readonly ReportMark[]; day: string; canAdd: boolean };

/** How many of the newest annotations show before the user opens all. */
const FEW = 1;

/** The annotations of the chart's days. Users can add and remove notes. */
export function ReportMarks({ marks, day, canAdd }: ReportMarksProps) {
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Removed | null>(null);
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? marks : marks.slice(-FEW);
  return (
    <div className={classes.happened} data-few={isWhole ? undefined : true}>
      {marks.length === 0 ? null : (
        <ul className={classes.marks} aria-label="What happened">
          {shown.map(({ day: on, id, own, words }) => (
            <li key={`${on} ${id ?? words}`} title={isWhole ? undefined : words}>
              <span className={classes.happening}>
                {formatDay(on)}: {words}
              </span>{' '}
              {id !== null && own ? (
                <button type="button" className={classes.clear} onClick={() => setRemoved({ id, words })}>
                  Take away<span className={classes.unseen}> {words}</span>
                </button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {shown.length < marks.length ? (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
          All {marks.length} that happened
        </Button>
      ) : null}
      {canAdd ? (
        <Button variant="subtle" size="compact-sm" onClick={() => setAdding(true)}>
          Add a note
        </Button>
      ) : null}
      <NoteForm day={day} isOpen={isAdding} onClose={() => setAdding(false)} />
      <NoteRemoval removed={removed} isOpen={removed !== null} onClose={() => setRemoved(null)} />
    </div>
  );
}
