import { TextInput } from '@mantine/core';
import { MARK_LENGTH } from '#contract/report-marks.ts';
import { ConfirmedAction, type ConfirmedActionPlan } from '../../ui/confirmed-action.tsx';
import { type FormPlan, SchemaForm } from '../../ui/schema-form.tsx';
import { addMark, MARKS_KEY, removeMark } from './reports-api.ts';

/** The note to remove, with its text. */
export type Removed = { readonly id: string; readonly words: string };

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

const removePlan = ({ id, words }: Removed): ConfirmedActionPlan => ({
  title: 'Take the note away',
  confirmLabel: 'Take away',
  isDangerous: true,
  text: <p>{words}</p>,
  run: async () => {
    await removeMark(id);
    return 'The note was taken away';
  },
});

type NoteFormProps = { day: string; isOpen: boolean; onClose: () => void };

/** Asks for a note about one of the chart's days. */
export function NoteForm({ day, isOpen, onClose }: NoteFormProps) {
  return <SchemaForm plan={isOpen ? notePlan(day) : null} topic={MARKS_KEY} onClose={onClose} />;
}

type NoteRemovalProps = { removed: Removed | null; isOpen: boolean; onClose: () => void };

/** Asks for confirmation before a note is removed. */
export function NoteRemoval({ removed, isOpen, onClose }: NoteRemovalProps) {
  return <ConfirmedAction plan={isOpen && removed ? removePlan(removed) : null} topic={MARKS_KEY} onClose={onClose} />;
}
