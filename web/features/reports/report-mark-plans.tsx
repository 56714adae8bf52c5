import { TextInput } from '@mantine/core';
import { MARK_LENGTH } from '#contract/report-marks.ts';
import { ConfirmedAction, type ConfirmedActionPlan } from '../../ui/confirmed-action.tsx';
import { type FormPlan, SchemaForm } from '../../ui/schema-form.tsx';
import { addMark, MARKS_KEY, removeMark } from './reports-api.ts';
import { reportMarkPlansStrings as strings } from './reports-strings.ts';

/** The note to remove, with its text. */
export type Removed = { readonly id: string; readonly words: string };

const notePlan = (day: string): FormPlan => ({
  id: 'report-mark',
  title: strings.addTitle,
  context: strings.addContext,
  submitLabel: strings.saveNote,
  start: { day, words: '' },
  fields: ({ draft, change, errors }) => (
    <>
      <TextInput
        type="date"
        label={strings.day}
        required
        value={draft.day ?? ''}
        error={errors.day}
        onChange={(event) => change({ day: event.currentTarget.value })}
      />
      <TextInput
        label={strings.note}
        placeholder={strings.notePlaceholder}
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
    return strings.noteAdded;
  },
});

const removePlan = ({ id, words }: Removed): ConfirmedActionPlan => ({
  title: strings.removeTitle,
  confirmLabel: strings.remove,
  isDangerous: true,
  text: <p>{words}</p>,
  run: async () => {
    await removeMark(id);
    return strings.noteRemoved;
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
