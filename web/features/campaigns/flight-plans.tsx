import { Textarea, TextInput } from '@mantine/core';
import type { FlightDetail } from '#contract/flight-parts.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { CURRENCY_SIGN } from '../../lib/page-currency.ts';
import { typedDollars } from '../../lib/typed-numbers.ts';
import type { FormPlan } from '../../ui/schema-form.tsx';
import { FIELD_WORDS, fieldWord, MODEL_WORDS, targetsWords, VIEW_PRECISION } from './campaign-words.ts';
import { changeFlight, readFlight, returnFlight } from './campaigns-api.ts';
import { changedFlightFields, type FlightDraft, flightDraftOf, targetsOf } from './flight-draft.ts';
import { DateInputs, LabelInput, ModelInput, MoneyInputs } from './flight-inputs.tsx';
import { flightPlansStrings as strings } from './flights-strings.ts';
import { TargetField } from './target-field.tsx';

/**
 * Returns the form that changes a submitted flight. An administrator's change applies immediately; an advertiser's may
 * be a proposal.
 */
export function flightPlan(flight: FlightDetail): FormPlan<FlightDraft> {
  const { id, version, code, acts, state } = flight;
  const isProposal = acts.includes('propose');
  const start = flightDraftOf(flight);
  return {
    id: `flight:${id}`,
    title: isProposal ? strings.proposeChange : strings.editFlight,
    context: isProposal ? interpolate(strings.proposeContext, { code }) : interpolate(strings.editContext, { code }),
    submitLabel: isProposal ? strings.propose : strings.save,
    start,
    fields: (props) => (
      <>
        <LabelInput {...props} />
        <DateInputs {...props} />
        <MoneyInputs {...props} />
        <ModelInput {...props} isFixed={state !== 'in_review' && state !== 'draft' && state !== 'returned'} />
        <TargetField
          targets={targetsOf(props.draft)}
          names={flight.target_names}
          error={props.errors.targets}
          onChange={(targets) => props.change({ targets: JSON.stringify(targets) })}
        />
      </>
    ),
    submit: async (draft) => {
      const { fields, faults } = changedFlightFields(draft, start);
      const [fault] = Object.entries(faults);
      if (fault !== undefined)
        throw new Error(interpolate(strings.fieldFault, { field: fieldWord(fault[0]), fault: fault[1] }));
      await changeFlight({ id, version }, fields);
      return isProposal ? interpolate(strings.changeProposed, { code }) : interpolate(strings.changed, { code });
    },
    stored: {
      again: async () => {
        const now = await readFlight(id);
        return now.acts.includes('edit') || now.acts.includes('propose') ? flightPlan(now) : null;
      },
      labels: FIELD_WORDS as { readonly [Name in keyof FlightDraft]?: string },
      shown: (name, fields) => {
        if (name === 'targets') return targetsWords(targetsOf(fields), flight.target_names);
        return name === 'model' ? (MODEL_WORDS[fields.model as 'cpm'] ?? '') : fields[name];
      },
    },
  };
}

/** Returns the form that sets a later last day. For an advertiser this is a proposal, like any other change. */
export function extendPlan({ id, version, code, acts, fields, time_zone: zone, has_proposal }: FlightDetail): FormPlan {
  const isProposal = acts.includes('propose');
  const last = fields.ends ?? '';
  const contexts = [
    interpolate(isProposal ? strings.extendPropose : strings.extendNow, { code }),
    ...(isProposal && has_proposal ? [strings.extendReplaces] : []),
  ];
  return {
    id: `extend:${id}`,
    title: strings.extend,
    context: contexts.join(' '),
    submitLabel: isProposal ? strings.propose : strings.save,
    start: { ends: last.includes('T') ? '' : last },
    fields: ({ draft, change, errors }) => (
      <TextInput
        label={strings.newLastDay}
        description={interpolate(strings.newLastDayHint, { timeZone: zone })}
        type="date"
        withAsterisk
        aria-required
        data-autofocus
        value={draft.ends ?? ''}
        error={errors.ends}
        onChange={(event) => change({ ends: event.currentTarget.value })}
      />
    ),
    submit: async ({ ends = '' }) => {
      if (ends === '') throw new Error(strings.lastDayMissing);
      if (ends <= last.slice(0, 10)) throw new Error(strings.notLater);
      await changeFlight({ id, version }, { ends });
      return isProposal ? interpolate(strings.changeProposed, { code }) : interpolate(strings.changed, { code });
    },
  };
}

type Returned = { readonly id: string; readonly version: number; readonly code: string; readonly isChange: boolean };

/** Returns the form in which an administrator enters why a flight is returned or a change is declined. */
export const reasonPlan = ({ id, version, code, isChange }: Returned): FormPlan => ({
  id: `return:${id}`,
  title: isChange ? strings.declineChange : strings.returnFlight,
  context: isChange ? interpolate(strings.declineContext, { code }) : interpolate(strings.returnContext, { code }),
  submitLabel: isChange ? strings.decline : strings.return,
  start: { reason: '' },
  fields: ({ draft, change, errors }) => (
    <Textarea
      label={strings.reason}
      description={strings.reasonHint}
      autosize
      minRows={3}
      maxLength={500}
      withAsterisk
      aria-required
      data-autofocus
      value={draft.reason ?? ''}
      error={errors.reason}
      onChange={(event) => change({ reason: event.currentTarget.value })}
    />
  ),
  submit: async ({ reason = '' }) => {
    await returnFlight({ id, version }, reason);
    return isChange ? interpolate(strings.changeDeclined, { code }) : interpolate(strings.returned, { code });
  },
});

/**
 * Returns the form for a flight's own price. This price replaces the rate card's price, from now or from a later time
 * on.
 */
export const pricePlan = ({ id, version, code }: Pick<FlightDetail, 'id' | 'version' | 'code'>): FormPlan => ({
  id: `price:${id}`,
  title: strings.setPrice,
  context: interpolate(strings.priceContext, { code }),
  submitLabel: strings.confirmPrice,
  start: { price: '', price_from: '' },
  fields: ({ draft, change, errors }) => (
    <>
      <TextInput
        label={strings.price}
        leftSection={CURRENCY_SIGN.trim()}
        description={interpolate(strings.priceHint, { viewPrecision: VIEW_PRECISION })}
        inputMode="decimal"
        withAsterisk
        aria-required
        data-autofocus
        value={draft.price ?? ''}
        error={errors.price}
        onChange={(event) => change({ price: event.currentTarget.value })}
      />
      <TextInput
        label={strings.from}
        type="date"
        description={strings.fromHint}
        value={draft.price_from ?? ''}
        error={errors.price_from}
        onChange={(event) => change({ price_from: event.currentTarget.value })}
      />
    </>
  ),
  submit: async ({ price = '', price_from: from = '' }) => {
    await changeFlight(
      { id, version },
      { price: typedDollars(price, 'price'), ...(from === '' ? {} : { price_from: from }) },
    );
    return interpolate(strings.priceSet, { code });
  },
});
