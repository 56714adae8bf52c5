import '@mantine/core/styles/Combobox.layer.css';
import { NativeSelect } from '@mantine/core';
import type { AccessKey } from '#contract/access-keys.ts';
import { interpolate } from '../../lib/interpolate.ts';
import type { FormPlan } from '../../ui/schema-form.tsx';
import { Field } from './form-fields.tsx';
import type { IssuedKeys } from './issued-keys-dialog.tsx';
import { issue, type KeyOwner, rotate } from './network-api.ts';
import { keyPlansStrings as strings } from './network-strings.ts';

type OnIssued = (issued: IssuedKeys) => void;

const OVERLAPS = [
  { value: '0', label: strings.overlapNone },
  { value: '1', label: strings.overlapHour },
  { value: '24', label: strings.overlapDay },
  { value: '168', label: strings.overlapWeek },
  { value: '720', label: strings.overlapMonth },
] as const;

const issuePlan = (owner: KeyOwner, onIssued: OnIssued): FormPlan => ({
  id: `key:${Object.values(owner).join()}`,
  title: strings.issueTitle,
  context: strings.issueContext,
  submitLabel: strings.issueKey,
  start: { label: '' },
  fields: (props) => (
    <Field
      {...props}
      name="label"
      label={strings.label}
      placeholder={strings.labelPlaceholder}
      hint={strings.labelHint}
      isFirst
    />
  ),
  submit: async ({ label = '' }) => {
    const { key, eui } = await issue({ ...owner, label });
    onIssued({ keys: [{ key, eui, label }], previousEndsAt: null });
    return strings.issued;
  },
});

const rotatePlan = ({ id, prefix }: AccessKey, onIssued: OnIssued): FormPlan => ({
  id: `key:${id}:rotate`,
  title: strings.rotateTitle,
  context: interpolate(strings.keyPrefix, { prefix }),
  submitLabel: strings.rotate,
  start: { hours: '24' },
  fields: ({ draft, change }) => (
    <NativeSelect
      label={strings.overlap}
      description={strings.overlapHint}
      data={[...OVERLAPS]}
      value={draft.hours ?? '24'}
      onChange={(event) => change({ hours: event.currentTarget.value })}
    />
  ),
  submit: async ({ hours = '24' }) => {
    const { key, eui, previous_ends_at } = await rotate({ id, hours: Number(hours) });
    onIssued({ keys: [{ key, eui, label: '' }], previousEndsAt: previous_ends_at });
    return strings.rotated;
  },
});

/**
 * Returns the key form that the URL opens: `key` for a new key, `rotate:<id>` for a rotation. Null for any other value.
 */
export function keyPlanOf(
  form: string | undefined,
  owner: KeyOwner,
  keys: readonly AccessKey[],
  onIssued: OnIssued,
): FormPlan | null {
  if (form === 'key') return issuePlan(owner, onIssued);
  const key = keys.find(({ id, status }) => form === `rotate:${id}` && (status === 'good' || status === 'ending'));
  return key === undefined ? null : rotatePlan(key, onIssued);
}
