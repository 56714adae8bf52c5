import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, Textarea } from '@mantine/core';
import type { CustomerDetail } from '#contract/customers.ts';
import { OUTLET_FIELDS } from '#contract/editable-fields.ts';
import type { AdminOutlet, OutletDetail } from '#contract/outlets.ts';
import { counted, NOUNS } from '#domain/counted.ts';
import { shownEui } from '#domain/eui.ts';
import { ApiError } from '../../lib/api-error.ts';
import { dayIn } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import type { Draft, FieldsProps, FormPlan } from '../../ui/schema-form.tsx';
import {
  chosenPlace,
  draftOf,
  Field,
  FieldInputs,
  fieldLabels,
  PLACE_LABELS,
  PLACE_PARTS,
  PlaceFields,
  today,
  typedValues,
} from './form-fields.tsx';
import { readOutlets } from './issued-keys.ts';
import type { IssuedKeys } from './issued-keys-dialog.tsx';
import { keyPlanOf } from './key-plans.tsx';
import classes from './network.module.css';
import { addOutlets, changeOutlet, move, readOutlet } from './network-api.ts';
import { outletPlansStrings as strings } from './network-strings.ts';

function FromField(props: FieldsProps) {
  const zone = props.draft.time_zone;
  return (
    <Field
      {...props}
      name="from"
      label={strings.startDate}
      type="date"
      isRequired
      hint={zone ? interpolate(strings.startDateHintZone, { zone }) : strings.startDateHint}
    />
  );
}

const NO_PLACE = { customer_id: '', customer: '', venue_id: '', venue: '', time_zone: '' };
export type StartPlace = typeof NO_PLACE;

/**
 * Returns the initial place for a customer's new outlets. The venue is preselected if the customer has only one venue.
 */
export function placeOfCustomer({ customer: { id, name }, venues }: CustomerDetail): StartPlace {
  const [venue, ...more] = venues;
  const only = more.length === 0 ? venue : undefined;
  const place = { venue_id: only?.id ?? '', venue: only?.name ?? '', time_zone: only?.time_zone ?? '' };
  return { customer_id: id, customer: name, ...place };
}

function EuisField({ draft, change, errors }: FieldsProps) {
  return (
    <Textarea
      label="EUIs"
      description={strings.euisHint}
      withAsterisk
      aria-required
      autosize
      minRows={3}
      maxRows={10}
      className={classes.euis ?? ''}
      placeholder={strings.euisPlaceholder}
      spellCheck={false}
      data-autofocus
      value={draft.euis ?? ''}
      error={errors.euis}
      onChange={(event) => change({ euis: event.currentTarget.value })}
    />
  );
}

/**
 * Returns the form for new outlets at one venue, optionally with a key for each outlet. `place` is the initial choice.
 */
export const newOutletsPlan = (place: StartPlace | null, onIssued: (issued: IssuedKeys) => void): FormPlan => ({
  id: `outlets:new:${place?.customer_id ?? ''}`,
  title: strings.newOutlets,
  context: strings.newOutletsContext,
  submitLabel: ({ euis = '' }) =>
    interpolate(strings.addOutlets, { outlets: counted(Math.max(1, readOutlets(euis).length), NOUNS.outlet) }),
  start: { euis: '', ...(place ?? NO_PLACE), from: today(place?.time_zone), with_keys: 'yes' },
  fields: (props) => (
    <>
      <EuisField {...props} />
      <PlaceFields {...props} />
      <FromField {...props} />
      <Checkbox
        label={strings.issueKeys}
        description={strings.issueKeysHint}
        checked={props.draft.with_keys === 'yes'}
        onChange={(event) => props.change({ with_keys: event.currentTarget.checked ? 'yes' : 'no' })}
      />
    </>
  ),
  submit: async (draft) => {
    const { outlets } = await atTheirLine(draft);
    const keys = outlets.flatMap(({ key, ...outlet }) => (key === null ? [] : [{ key, ...outlet }]));
    if (keys.length > 0) onIssued({ keys, previousEndsAt: null });
    const [first, ...more] = outlets;
    return more.length === 0
      ? interpolate(strings.addedOne, { eui: shownEui(first?.eui ?? '') })
      : interpolate(strings.addedMany, { outlets: counted(outlets.length, NOUNS.outlet) });
  },
});

const EMPTY = strings.euisMissing;

/** Adds the outlets. An error about a single outlet names its line number. */
async function atTheirLine(draft: Draft) {
  const outlets = readOutlets(draft.euis ?? '');
  if (outlets.length === 0) throw new ApiError(400, EMPTY, null, null, { euis: EMPTY });
  const place = chosenPlace(draft);
  try {
    return await addOutlets({ ...place, outlets, with_keys: draft.with_keys === 'yes' });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const lines: string[] = [];
    const fields: Record<string, string> = {};
    for (const [path, sentence] of Object.entries(error.fields)) {
      const [, index] = /^outlets\.(\d+)/.exec(path) ?? [];
      if (index === undefined) fields[path] = sentence;
      else
        lines.push(
          outlets.length === 1 ? sentence : interpolate(strings.lineError, { index: Number(index) + 1, sentence }),
        );
    }
    if (lines.length === 0) throw error;
    throw new ApiError(error.status, error.message, null, null, { ...fields, euis: lines.join(' ') });
  }
}

const editOutletPlan = (outlet: AdminOutlet): FormPlan => ({
  id: `outlet:${outlet.id}:edit`,
  title: strings.editOutlet,
  context: shownEui(outlet.eui),
  submitLabel: strings.save,
  start: draftOf(OUTLET_FIELDS, outlet),
  fields: (props) => <FieldInputs {...props} fields={OUTLET_FIELDS} isFirst />,
  submit: async (draft) => {
    const { id, version } = outlet;
    await changeOutlet({ id, version, ...typedValues(OUTLET_FIELDS, draft) });
    return interpolate(strings.saved, { eui: shownEui(outlet.eui) });
  },
  stored: {
    again: async () => editOutletPlan((await readOutlet(outlet.id)).outlet),
    labels: fieldLabels(OUTLET_FIELDS),
  },
});

const moveOutletPlan = ({ id, version, eui, place }: AdminOutlet): FormPlan => ({
  id: `outlet:${id}:move`,
  title: strings.moveOutlet,
  context:
    place === null
      ? shownEui(eui)
      : interpolate(strings.currentPlace, { eui: shownEui(eui), customer: place.customer, venue: place.venue }),
  submitLabel: strings.move,
  start: {
    customer_id: place?.customer_id ?? '',
    customer: place?.customer ?? '',
    venue_id: '',
    // The current venue, until the user chooses a different venue.
    venue: place?.venue ?? '',
    time_zone: '',
    from: today(place?.time_zone),
  },
  fields: (props) => (
    <>
      <PlaceFields {...props} />
      <FromField {...props} />
      <p className={classes.muted}>
        {place === null ? strings.moveNoteUnassigned : interpolate(strings.moveNote, { customer: place.customer })}
      </p>
    </>
  ),
  submit: async (draft) => {
    await move({ id, version, ...chosenPlace(draft) });
    return interpolate(strings.moved, { eui: shownEui(eui), customer: draft.customer ?? '' });
  },
  stored: {
    again: async () => {
      const { outlet } = await readOutlet(id);
      return outlet.status === 'retired' ? null : moveOutletPlan(outlet);
    },
    labels: PLACE_LABELS,
    parts: PLACE_PARTS,
  },
});

/** Returns the form that replaces an incorrectly entered last place from its start. Null if there is no place. */
function correctPlacePlan({ outlet: { id, version, eui }, assignments }: OutletDetail): FormPlan | null {
  const [last] = assignments;
  if (last === undefined) return null;
  const { customer_id, customer, venue_id, venue, time_zone, from } = last;
  return {
    id: `outlet:${id}:correct`,
    title: strings.correctTitle,
    context: interpolate(strings.correctContext, { eui: shownEui(eui), customer, venue }),
    submitLabel: strings.correct,
    start: { customer_id, customer, venue_id, venue, time_zone, from: dayIn(from, time_zone) },
    fields: (props) => (
      <>
        <PlaceFields {...props} />
        <FromField {...props} />
        <p className={classes.muted}>{strings.correctNote}</p>
      </>
    ),
    submit: async (draft) => {
      await move({ id, version, correct: true, ...chosenPlace(draft) });
      return interpolate(strings.corrected, { eui: shownEui(eui) });
    },
    stored: {
      // The form corrects this place. If the outlet has moved meanwhile, the form must not correct the later place.
      again: async () => {
        const now = await readOutlet(id);
        const [place] = now.assignments;
        const isStillLast = place?.venue_id === venue_id && place.customer_id === customer_id && place.from === from;
        return isStillLast ? correctPlacePlan(now) : null;
      },
      labels: { ...PLACE_LABELS, from: strings.startDate },
      parts: PLACE_PARTS,
    },
  };
}

/**
 * Returns the outlet form that the URL opens; null if the URL opens no form, or if the form's object does not exist.
 */
export function outletPlanOf(
  form: string | undefined,
  detail: OutletDetail,
  onIssued: (issued: IssuedKeys) => void,
): FormPlan | null {
  const { outlet, keys } = detail;
  if (form === 'edit') return editOutletPlan(outlet);
  if (form === 'move' && outlet.status !== 'retired') return moveOutletPlan(outlet);
  if (form === 'correct' && outlet.status !== 'retired') return correctPlacePlan(detail);
  return keyPlanOf(form, { outlet_id: outlet.id }, keys, onIssued);
}
