import { NativeSelect, TextInput } from '@mantine/core';
import classes from './trial.module.css';
import type { TrialDraft } from './trial-draft.ts';

type TrialFormProps = {
  readonly draft: TrialDraft;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (change: Partial<TrialDraft>) => void;
};

const MODELS = [
  { value: 'cpm', label: 'Per 1,000 views' },
  { value: 'cpc', label: 'Per click' },
  { value: 'cpb', label: 'Per burn' },
  { value: 'flat', label: 'Per view' },
] as const;
const RULES = [
  { value: 'same', label: 'As they were' },
  { value: 'other', label: 'Others' },
];
const ON_OFF = [
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
];

/** The terms to try. An empty field keeps the actual term. */
export function TrialForm({ draft, errors, onChange }: TrialFormProps) {
  const text = (
    name:
      | 'from'
      | 'to'
      | 'share'
      | 'owner'
      | 'flight'
      | 'price'
      | 'change'
      | 'visitorSeconds'
      | 'silentMinutes'
      | 'backfillHours',
    label: string,
    { error, ...rest }: { error?: string | undefined; description?: string; type?: string; inputMode?: 'decimal' },
  ) => (
    <TextInput
      label={label}
      value={draft[name]}
      error={error}
      {...rest}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  );
  const isOther = draft.rules === 'other';
  return (
    <div className={classes.fields}>
      {text('from', 'From', { type: 'date', error: errors.from })}
      {text('to', 'To', { type: 'date', error: errors.to })}
      {text('share', 'Owners’ share, percent', { inputMode: 'decimal', error: errors.share_percent })}
      {text('owner', 'Of this owner only', { description: 'Name; empty: all', error: errors.share_cid })}
      {text('change', 'All prices, percent more', { inputMode: 'decimal', error: errors.price_change_percent })}
      {text('flight', 'Price of this flight', { description: 'Its code', error: errors.flight })}
      <NativeSelect
        label="Paid"
        data={[...MODELS]}
        value={draft.model}
        disabled={draft.flight.trim() === ''}
        error={errors.price_model}
        onChange={(event) => {
          const model = MODELS.find(({ value }) => value === event.currentTarget.value);
          if (model !== undefined) onChange({ model: model.value });
        }}
      />
      {text('price', 'New price', { inputMode: 'decimal', error: errors.price })}
      <NativeSelect
        label="Rules of traffic"
        data={RULES}
        value={draft.rules}
        onChange={(event) => onChange({ rules: event.currentTarget.value === 'other' ? 'other' : 'same' })}
      />
      {isOther ? (
        <>
          {text('visitorSeconds', 'Seconds of ads for one visitor in an hour', {
            description: 'Leave blank for no limit.',
            error: errors['rules.visitor_seconds'],
          })}
          <NativeSelect
            label="Views too fast for the outlet"
            data={ON_OFF}
            value={draft.outletPace}
            onChange={(event) => onChange({ outletPace: event.currentTarget.value === 'on' ? 'on' : 'off' })}
          />
          <NativeSelect
            label="Addresses of data centers"
            data={ON_OFF}
            value={draft.dataCentre}
            onChange={(event) => onChange({ dataCentre: event.currentTarget.value === 'on' ? 'on' : 'off' })}
          />
          {text('silentMinutes', 'Minutes an outlet may be silent', {
            description: 'Empty: off',
            error: errors['rules.silent_minutes'],
          })}
          {text('backfillHours', 'Hours of contact before a late view', {
            description: 'Leave blank to turn it off.',
            error: errors['rules.backfill_hours'],
          })}
        </>
      ) : null}
    </div>
  );
}
