import '@mantine/core/styles/Combobox.layer.css';
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { InvalidReason } from '#contract/ingest.ts';
import { OBJECTION_DAYS, OBJECTION_LENGTH, type Objection } from '#contract/objections.ts';
import { shownEui } from '#domain/eui.ts';
import { REASON_WORDS } from '#domain/reason-words.ts';
import { ApiError } from '../../lib/api-error.ts';
import type { FormPlan } from '../../ui/schema-form.tsx';
import { ObjectorField } from './objector-field.tsx';
import { sendDecision, sendObjection } from './traffic-api.ts';
import type { ObjectedRow } from './traffic-panel.tsx';

/** The form of an objection to the judgment of an outlet on a day. An administrator also chooses the customer. */
export function objectionPlan({ day, eui, outlet, reasons }: ObjectedRow, isForOthers: boolean): FormPlan {
  const choices = reasons.filter((reason) => reason !== 'over_budget');
  const shown = shownEui(eui);
  return {
    id: `object:${day}:${eui}`,
    title: 'Object',
    context: `Within ${OBJECTION_DAYS} days after the day. An administrator decides; you get a mail.`,
    submitLabel: 'Send objection',
    start: { day, eui, reason: choices[0] ?? '', words: '', ...(isForOthers ? { cid: '' } : {}) },
    fields: ({ draft, change, errors }) => (
      <>
        {isForOthers ? (
          <ObjectorField value={draft.cid ?? ''} error={errors.cid} onChange={(cid) => change({ cid })} />
        ) : null}
        <TextInput
          label="Outlet"
          value={shownEui(outlet) === shown ? shown : `${outlet} (${shown})`}
          error={errors.eui}
          readOnly
        />
        <TextInput
          label="Day"
          description="The outlet’s own, in the zone of its venue"
          type="date"
          required
          value={draft.day ?? ''}
          error={errors.day}
          onChange={(event) => change({ day: event.currentTarget.value })}
        />
        <NativeSelect
          label="What it was judged for"
          data={choices.map((reason) => ({ value: reason, label: REASON_WORDS[reason] }))}
          value={draft.reason ?? ''}
          error={errors.reason}
          onChange={(event) => change({ reason: event.currentTarget.value })}
        />
        <Textarea
          label="Why it should count"
          required
          autosize
          minRows={4}
          maxLength={OBJECTION_LENGTH}
          data-autofocus
          value={draft.words ?? ''}
          error={errors.words}
          onChange={(event) => change({ words: event.currentTarget.value })}
        />
      </>
    ),
    submit: async (draft) => {
      const { day: on = '', eui: at = '', reason, words = '', cid = '' } = draft;
      const unnamed = 'Choose the customer whose events these are.';
      if (isForOthers && cid === '') throw new ApiError(400, unnamed, null, null, { cid: unnamed });
      await sendObjection({ day: on, eui: at, reason: reason as InvalidReason, words }, isForOthers ? cid : null);
      return isForOthers ? 'The objection was sent' : 'Your objection was sent';
    },
  };
}

/** The form for an administrator's decision about an objection. */
export const decisionPlan = ({ id, outlet, day }: Objection, isAccepted: boolean): FormPlan => ({
  id: `decide:${id}:${isAccepted}`,
  title: isAccepted ? 'Accept the objection' : 'Decline the objection',
  context: isAccepted
    ? `${outlet}, ${day}: both sides are credited with what these events would have earned.`
    : `${outlet}, ${day}: the judgement stands.`,
  submitLabel: isAccepted ? 'Accept' : 'Decline',
  start: { reason: '' },
  fields: ({ draft, change, errors }) => (
    <Textarea
      label="Reason"
      description="The one who objected reads it"
      required
      autosize
      minRows={3}
      maxLength={OBJECTION_LENGTH}
      data-autofocus
      value={draft.reason ?? ''}
      error={errors.reason}
      onChange={(event) => change({ reason: event.currentTarget.value })}
    />
  ),
  submit: async ({ reason = '' }) => {
    await sendDecision(id, isAccepted, reason);
    return isAccepted ? 'The objection was accepted' : 'The objection was declined';
  },
});
