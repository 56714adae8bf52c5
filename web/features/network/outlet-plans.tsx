import type { AdminOutlet } from '#contract/outlets.ts';
import { shownEui } from '#domain/eui.ts';
import { addOutlet, changeOutlet, move } from './api.ts';
import { chosenPlace, Field, PlaceFields, PositionFields, positionOf, today } from './form-fields.tsx';
import type { FieldsProps, FormPlan } from './form-plan.tsx';
import classes from './network.module.css';

function FromField(props: FieldsProps) {
  const zone = props.draft.time_zone;
  const where = zone ? `the venue's time zone, ${zone}` : "the venue's time zone";
  return (
    <Field
      {...props}
      name="from"
      label="From"
      type="date"
      isRequired
      hint={`From the first moment of this day in ${where}`}
    />
  );
}

const EMPTY_PLACE = { customer_id: '', customer: '', venue_id: '', time_zone: '' };

export const newOutletPlan = (onMade: (id: string) => void): FormPlan => ({
  title: 'New outlet',
  context: 'It stands somewhere from a date on; what it reports from then counts there.',
  submitLabel: 'Add outlet',
  start: { eui: '', label: '', lat: '', lng: '', ...EMPTY_PLACE, from: today() },
  fields: (props) => (
    <>
      <Field
        {...props}
        name="eui"
        label="EUI"
        isRequired
        placeholder="70B3D57ED0A10001"
        hint="16 hexadecimal digits, as printed on it"
      />
      <Field {...props} name="label" label="Label" placeholder="Lobby bar 1" hint="How people on site call it" />
      <PlaceFields {...props} />
      <FromField {...props} />
      <PositionFields {...props} />
    </>
  ),
  submit: async (draft) => {
    const eui = (draft.eui ?? '').replace(/[-:\s]/g, '');
    const { outlet } = await addOutlet({ eui, label: draft.label ?? '', ...positionOf(draft), ...chosenPlace(draft) });
    onMade(outlet.id);
    return `${shownEui(outlet.eui)} has been added`;
  },
});

export const editOutletPlan = ({ id, version, eui, label, lat, lng }: AdminOutlet): FormPlan => ({
  title: 'Edit outlet',
  context: shownEui(eui),
  submitLabel: 'Save',
  start: { label, lat: lat === null ? '' : String(lat), lng: lng === null ? '' : String(lng) },
  fields: (props) => (
    <>
      <Field {...props} name="label" label="Label" hint="How people on site call it" />
      <PositionFields {...props} />
    </>
  ),
  submit: async (draft) => {
    await changeOutlet({ id, version, label: draft.label ?? '', ...positionOf(draft) });
    return `${shownEui(eui)} has been saved`;
  },
});

export const moveOutletPlan = ({ id, version, eui, place }: AdminOutlet): FormPlan => ({
  title: 'Move outlet',
  context: place === null ? shownEui(eui) : `${shownEui(eui)}, now at ${place.customer}, ${place.venue}`,
  submitLabel: 'Move',
  start: {
    customer_id: place?.customer_id ?? '',
    customer: place?.customer ?? '',
    venue_id: '',
    time_zone: '',
    from: today(),
  },
  fields: (props) => (
    <>
      <PlaceFields {...props} />
      <FromField {...props} />
      <p className={classes.muted}>
        What happened before that day stays with {place?.customer ?? 'whoever had it'}, also what is reported late.
      </p>
    </>
  ),
  submit: async (draft) => {
    await move({ id, version, ...chosenPlace(draft) });
    return `${shownEui(eui)} moves to ${draft.customer ?? ''}`;
  },
});
