import { CURRENCY_SIGN } from '../../lib/page-currency.ts';
import '@mantine/core/styles/Combobox.layer.css';
import { NativeSelect, TextInput } from '@mantine/core';
import { FLIGHT_LABEL_LENGTH } from '#contract/flight-parts.ts';
import type { FieldsProps } from '../../ui/schema-form.tsx';
import { MODEL_CHOICES, PACING_WORDS } from './campaign-words.ts';
import classes from './campaigns.module.css';
import { flightInputsStrings as strings } from './flights-strings.ts';

const PACING_CHOICES = [
  { value: 'even', label: PACING_WORDS.even },
  { value: 'fast', label: PACING_WORDS.fast },
];
const UNSIGNED_CHOICES = [
  { value: 'no', label: strings.unsignedInvalid },
  { value: 'yes', label: strings.unsignedValid },
];
const isDay = (value: string): boolean => value === '' || /^\d{4}-\d{2}-\d{2}$/.test(value);

/** The field for a flight's name. Without one, lists show the flight's code. */
export function LabelInput({ draft, change, errors }: FieldsProps) {
  return (
    <TextInput
      id="flight-label"
      label={strings.flightName}
      description={strings.flightNameHint}
      maxLength={FLIGHT_LABEL_LENGTH}
      value={draft.label ?? ''}
      error={errors.label}
      onChange={(event) => change({ label: event.currentTarget.value })}
    />
  );
}

/** Fields for the first and last day. An imported value with a time of day remains a text field. */
export function DateInputs({ draft, change, errors }: FieldsProps) {
  const day = (name: 'starts' | 'ends', label: string) => (
    <TextInput
      id={`flight-${name}`}
      label={label}
      type={isDay(draft[name] ?? '') ? 'date' : 'text'}
      value={draft[name] ?? ''}
      error={errors[name]}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <div className={classes.pair}>
      {day('starts', strings.firstDay)}
      {day('ends', strings.lastDay)}
    </div>
  );
}

/** Budget and caps, and how the flight spreads its spend over time. */
export function MoneyInputs({ draft, change, errors }: FieldsProps) {
  const dollars = (name: 'budget' | 'daily_cap', label: string, hint: string) => (
    <TextInput
      id={`flight-${name}`}
      label={label}
      description={hint}
      inputMode="decimal"
      leftSection={CURRENCY_SIGN.trim()}
      value={draft[name] ?? ''}
      error={errors[name]}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <>
      <div className={classes.pair}>
        {dollars('budget', strings.budget, strings.budgetHint)}
        {dollars('daily_cap', strings.dailyCap, strings.dailyCapHint)}
      </div>
      <div className={classes.pair}>
        <TextInput
          id="flight-visitor_cap"
          label={strings.visitorCap}
          description={strings.visitorCapHint}
          inputMode="numeric"
          value={draft.visitor_cap ?? ''}
          error={errors.visitor_cap}
          onChange={(event) => change({ visitor_cap: event.currentTarget.value })}
        />
        <NativeSelect
          id="flight-pacing"
          label={strings.pacing}
          description={strings.pacingHint}
          data={PACING_CHOICES}
          value={draft.pacing ?? 'even'}
          error={errors.pacing}
          onChange={(event) => change({ pacing: event.currentTarget.value })}
        />
      </div>
      <NativeSelect
        id="flight-accepts_unsigned"
        label={strings.acceptUnsigned}
        description={strings.unsignedHint}
        data={UNSIGNED_CHOICES}
        value={draft.accepts_unsigned ?? 'no'}
        error={errors.accepts_unsigned}
        onChange={(event) => change({ accepts_unsigned: event.currentTarget.value })}
      />
    </>
  );
}

/** The field for what the advertiser pays for. The price itself is taken from the rate card. */
export function ModelInput({ draft, change, errors, isFixed = false }: FieldsProps & { isFixed?: boolean }) {
  return (
    <NativeSelect
      id="flight-model"
      label={strings.pricingModel}
      description={isFixed ? strings.modelFixed : strings.modelHint}
      data={[{ value: '', label: strings.choosePlaceholder }, ...MODEL_CHOICES]}
      disabled={isFixed}
      value={draft.model ?? ''}
      error={errors.model}
      onChange={(event) => change({ model: event.currentTarget.value })}
    />
  );
}
