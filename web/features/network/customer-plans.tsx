import '@mantine/core/styles/Combobox.layer.css';
import { NativeSelect } from '@mantine/core';
import type { AdminCustomer, CustomerDetail } from '#contract/customers.ts';
import { CUSTOMER_FIELDS, VENUE_FIELDS } from '#contract/editable-fields.ts';
import type { Venue } from '#contract/venues.ts';
import { interpolate } from '../../lib/interpolate.ts';
import type { Draft, FieldsProps, FormPlan } from '../../ui/schema-form.tsx';
import { draftOf, Field, FieldInputs, fieldLabels, today, typedValues } from './form-fields.tsx';
import type { IssuedKeys } from './issued-keys-dialog.tsx';
import { keyPlanOf } from './key-plans.tsx';
import classes from './network.module.css';
import { addCustomer, addShare, addVenue, changeCustomer, changeVenue, readCustomer } from './network-api.ts';
import { customerPlansStrings as strings } from './network-strings.ts';
import { newOutletsPlan, placeOfCustomer } from './outlet-plans.tsx';

const FIRST_VENUE = underVenue({ ...draftOf(VENUE_FIELDS), time_zone: '' });

/** Prefixes the first venue's fields with `venue.`. */
function underVenue(fields: Draft): Draft {
  return Object.fromEntries(Object.entries(fields).map(([name, text]) => [`venue.${name}`, text]));
}

const { name: venueName, type: _type, ...venueFields } = VENUE_FIELDS;
const FIRST_VENUE_FIELDS = {
  name: { ...venueName, label: strings.venueName, hint: strings.venueNameHint },
  ...venueFields,
};

const FirstVenueFields = (props: FieldsProps) => (
  <fieldset className={classes.group}>
    <legend>{strings.firstVenue}</legend>
    <FieldInputs {...props} fields={FIRST_VENUE_FIELDS} path="venue." isOptional />
    <Field
      {...props}
      name="venue.time_zone"
      label={strings.timeZone}
      placeholder="America/Chicago"
      hint={strings.timeZoneFromPosition}
    />
  </fieldset>
);

/** Returns the form's venue if any of its fields is filled in, else an empty object. */
function firstVenueOf(draft: Draft) {
  if (Object.keys(FIRST_VENUE).every((name) => (draft[name] ?? '').trim() === '')) return {};
  const fields = { ...typedValues(VENUE_FIELDS, draft, 'venue.'), type: draft.category ?? '' };
  return { venue: { ...fields, time_zone: draft['venue.time_zone'] ?? '' } };
}

export const newCustomerPlan = (
  onMade: (id: string) => void,
  first: 'property' | 'advertiser' = 'property',
): FormPlan => {
  let made = '';
  return {
    id: first === 'property' ? 'customer:new' : 'customer:new-advertiser',
    title: strings.newCustomer,
    submitLabel: strings.addCustomer,
    start: { ...draftOf(CUSTOMER_FIELDS), kind: first, ...FIRST_VENUE },
    onDone: () => onMade(made),
    another: ({ kind = 'property' }) => ({ ...draftOf(CUSTOMER_FIELDS), kind, ...FIRST_VENUE }),
    fields: (props) => (
      <>
        <NativeSelect
          label={strings.type}
          description={strings.typeHint}
          data={[
            { value: 'property', label: strings.propertyOwnsOutlets },
            { value: 'advertiser', label: strings.advertiserRunsCampaigns },
          ]}
          value={props.draft.kind ?? 'property'}
          onChange={(event) => props.change({ kind: event.currentTarget.value })}
        />
        <FieldInputs {...props} fields={CUSTOMER_FIELDS} isFirst />
        {props.draft.kind === 'advertiser' ? null : <FirstVenueFields {...props} />}
      </>
    ),
    submit: async (draft) => {
      const texts = typedValues(CUSTOMER_FIELDS, draft);
      const added = await addCustomer(
        draft.kind === 'advertiser'
          ? { ...texts, kind: 'advertiser' }
          : { ...texts, kind: 'property', ...firstVenueOf(draft) },
      );
      made = added.id;
      return interpolate(strings.added, { name: added.name });
    },
  };
};

const editCustomerPlan = (customer: AdminCustomer): FormPlan => ({
  id: `customer:${customer.id}:edit`,
  title: strings.editCustomer,
  context: customer.name,
  submitLabel: strings.save,
  start: draftOf(CUSTOMER_FIELDS, customer),
  fields: (props) => <FieldInputs {...props} fields={CUSTOMER_FIELDS} isFirst />,
  submit: async (draft) => {
    const { id, version } = customer;
    const saved = await changeCustomer({ id, version, ...typedValues(CUSTOMER_FIELDS, draft) });
    return interpolate(strings.saved, { name: saved.name });
  },
  stored: {
    again: async () => editCustomerPlan((await readCustomer(customer.id)).customer),
    labels: fieldLabels(CUSTOMER_FIELDS),
  },
});

const sharePlan = ({ customer: { id, name }, time_zone }: CustomerDetail): FormPlan => ({
  id: `customer:${id}:share`,
  title: strings.changeShare,
  context: name,
  submitLabel: strings.saveShare,
  start: { share: '', from: today(time_zone) },
  fields: (props) => (
    <>
      <Field
        {...props}
        name="share"
        label={strings.shareLabel}
        isRequired
        isFirst
        placeholder="30%"
        hint={strings.shareHint}
      />
      <Field
        {...props}
        name="from"
        label={strings.startDate}
        type="date"
        isRequired
        hint={interpolate(strings.startDateHint, { timeZone: time_zone })}
      />
      <p className={classes.muted}>{strings.shareNote}</p>
    </>
  ),
  submit: async ({ share = '', from = '' }) => {
    await addShare({ id, share, from });
    return interpolate(strings.shareSaved, { name });
  },
});

const venueOf = (draft: Draft) => ({ ...typedValues(VENUE_FIELDS, draft), time_zone: draft.time_zone ?? '' });

const VenueFields = (props: FieldsProps) => (
  <>
    <FieldInputs {...props} fields={VENUE_FIELDS} isFirst />
    <Field
      {...props}
      name="time_zone"
      label={strings.timeZone}
      placeholder="America/Chicago"
      hint={strings.timeZoneHint}
    />
  </>
);

const BLANK = { ...draftOf(VENUE_FIELDS), time_zone: '' };

const startOf = (venue: Venue): Draft => ({
  ...draftOf(VENUE_FIELDS, venue),
  time_zone: venue.time_zone,
});

/** Returns the form for a customer's new venue, or for changing a stored venue. */
const venuePlan = (customer: AdminCustomer, venue: Venue | null): FormPlan => ({
  id: `customer:${customer.id}:venue:${venue?.id ?? 'new'}`,
  title: venue === null ? strings.newVenue : strings.editVenue,
  context:
    venue === null
      ? customer.name
      : interpolate(strings.customerAndVenue, { customer: customer.name, venue: venue.name }),
  submitLabel: venue === null ? strings.addVenue : strings.save,
  start: venue === null ? BLANK : startOf(venue),
  fields: (props) => <VenueFields {...props} />,
  ...(venue === null
    ? { another: () => BLANK }
    : {
        stored: {
          again: async () => {
            const found = (await readCustomer(customer.id)).venues.find(({ id }) => id === venue.id);
            return found === undefined ? null : venuePlan(customer, found);
          },
          labels: { ...fieldLabels(VENUE_FIELDS), time_zone: strings.timeZone },
        },
      }),
  submit: async (draft) => {
    const fields = venueOf(draft);
    const saved =
      venue === null
        ? await addVenue({ customerId: customer.id, ...fields })
        : await changeVenue({ id: venue.id, version: venue.version, ...fields });
    return interpolate(strings.saved, { name: saved.name });
  },
});

/**
 * Returns the customer form that the URL opens; null if the URL opens no form, or if the form's object does not exist.
 */
export function customerPlanOf(
  form: string | undefined,
  detail: CustomerDetail,
  onIssued: (issued: IssuedKeys) => void,
): FormPlan | null {
  const { customer, venues, keys } = detail;
  const isOwner = customer.kind === 'property';
  const venue = venues.find(({ id }) => form === `venue:${id}`);
  if (form === 'edit') return editCustomerPlan(customer);
  if (!isOwner) return null;
  if (form === 'share') return sharePlan(detail);
  if (form === 'venue' || venue !== undefined) return venuePlan(customer, venue ?? null);
  if (form === 'outlets') return newOutletsPlan(placeOfCustomer(detail), onIssued);
  return keyPlanOf(form, { customer_id: customer.id }, keys, onIssued);
}
