import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, TextInput } from '@mantine/core';
import { REPORT_NAME_LENGTH, type SavedReport } from '#contract/saved-reports.ts';
import { interpolate } from '../../lib/interpolate.ts';
import type { FieldsProps, FormPlan } from '../../ui/schema-form.tsx';
import { savedReportInputsStrings as strings } from './reports-strings.ts';
import { changeReport, readReport } from './saved-reports-api.ts';

export function NameInput({ draft, change, errors }: Pick<FieldsProps, 'draft' | 'change' | 'errors'>) {
  return (
    <TextInput
      label={strings.name}
      placeholder={strings.namePlaceholder}
      maxLength={REPORT_NAME_LENGTH}
      required
      data-autofocus
      value={draft.name ?? ''}
      error={errors.name}
      onChange={(event) => change({ name: event.currentTarget.value })}
    />
  );
}

export function SharedInput({ draft, change }: Pick<FieldsProps, 'draft' | 'change'>) {
  return (
    <Checkbox
      label={strings.share}
      checked={draft.shared === 'yes'}
      onChange={(event) => change({ shared: event.currentTarget.checked ? 'yes' : '' })}
    />
  );
}

/** Returns the form for a saved report's name and visibility. The form can't change the report's query. */
export function changePlan(report: SavedReport, canShare: boolean): FormPlan {
  const { id, name, shared } = report;
  return {
    id: `change-report:${id}`,
    title: interpolate(strings.editTitle, { name }),
    context: strings.editContext,
    submitLabel: strings.save,
    start: { name, shared: shared ? 'yes' : '' },
    fields: (props) => (
      <>
        <NameInput {...props} />
        {canShare || shared ? <SharedInput {...props} /> : null}
      </>
    ),
    submit: async (draft) => {
      const saved = await changeReport({ ...report, name: draft.name ?? '', shared: draft.shared === 'yes' });
      return interpolate(strings.saved, { name: saved.name });
    },
    stored: {
      again: async () => changePlan(await readReport(id), canShare),
      labels: { name: strings.name, shared: strings.sharedField },
      shown: (field, fields) =>
        field === 'shared' ? (fields.shared === 'yes' ? strings.yes : strings.no) : (fields.name ?? ''),
    },
  };
}
