import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { MARK_LENGTH, type ReportMark } from '#contract/report-marks.ts';
import { formatDay } from '../../lib/formatters.ts';
import { type ActPlan, PlannedAct } from '../../ui/planned-act.tsx';
import { type FormPlan, PlannedForm } from '../../ui/planned-form.tsx';
import classes from './reports.module.css';
import { addMark, MARKS_KEY, removeMark } from './reports-api.ts';

const notePlan = (day: string): FormPlan => ({
  id: 'report-mark',
  title: 'A note on a day',
  context: 'Everybody of your organisation reads it beside the chart.',
  submitLabel: 'Put it there',
  start: { day, words: '' },
  fields: ({ draft, change, errors }) => (
    <>
      <TextInput
        type="date"
        label="Day"
        required
        value={draft.day ?? ''}
        error={errors.day}
        onChange={(event) => change({ day: event.currentTarget.value })}
      />
      <TextInput
        label="What happened"
        placeholder="Marathon in town"
        maxLength={MARK_LENGTH}
        required
        data-autofocus
        value={draft.words ?? ''}
        error={errors.words}
        onChange={(event) => change({ words: event.currentTarget.value })}
      />
    </>
  ),
  submit: async ({ day: on = '', words = '' }) => {
    await addMark({ day: on, words });
    return 'The note was put there';
  },
});

const removePlan = (id: string, words: string): ActPlan => ({
  title: 'Take the note away',
  confirmLabel: 'Take away',
  isDangerous: true,
  text: <p>{words}</p>,
  run: async () => {
    await removeMark(id);
    return 'The note was taken away';
  },
});

type ReportMarksProps = { marks: readonly ReportMark[]; day: string; canAdd: boolean };

/** The newest one; the others stand there once they are asked for. */
const FEW = 1;

/** What happened on the days of the chart, in words; notes are put there and taken away by hand. */
export function ReportMarks({ marks, day, canAdd }: ReportMarksProps) {
  const [isAdding, setAdding] = useState(false);
  const [act, setAct] = useState<ActPlan | null>(null);
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
                <button type="button" className={classes.clear} onClick={() => setAct(removePlan(id, words))}>
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
      <PlannedForm plan={isAdding ? notePlan(day) : null} topic={MARKS_KEY} onClose={() => setAdding(false)} />
      <PlannedAct plan={act} topic={MARKS_KEY} onClose={() => setAct(null)} />
    </div>
  );
}
