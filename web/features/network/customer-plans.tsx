import { NativeSelect } from '@mantine/core';
import type { AdminCustomer, CustomerDetail } from '#contract/customers.ts';
import { CUSTOMER_TEXTS, noTexts, textsIn, VENUE_TEXTS } from '#contract/text-fields.ts';
import type { Venue } from '#contract/venues.ts';
import type { Draft, FieldsProps, FormPlan } from '../../ui/planned-form.tsx';
import {
  Field,
  POSITION_LABELS,
  PositionFields,
  positionOf,
  TextInputs,
  textLabels,
  textsOf,
  today,
} from './form-fields.tsx';
import type { IssuedKeys } from './issued-keys-dialog.tsx';
import { keyPlanOf } from './key-plans.tsx';
import classes from './network.module.css';
import { addCustomer, addShare, addVenue, changeCustomer, changeVenue, readCustomer } from './network-api.ts';
import { newOutletsPlan, placeOfCustomer } from './outlet-plans.tsx';

const FIRST_VENUE = underVenue({ ...noTexts(VENUE_TEXTS), lat: '', lng: '', time_zone: '' });

/** Fields of the first venue have its name before theirs. */
function underVenue(fields: Draft): Draft {
  return Object.fromEntries(Object.entries(fields).map(([name, text]) => [`venue.${name}`, text]));
}

const { name: venueName, type: _type, ...venueTexts } = VENUE_TEXTS;
const FIRST_VENUE_TEXTS = {
  name: { ...venueName, label: 'Venue name', hint: 'Outlets stand at a venue. It can be added later.' },
  ...venueTexts,
};

const FirstVenueFields = (props: FieldsProps) => (
  <fieldset className={classes.group}>
    <legend>First venue</legend>
    <TextInputs {...props} texts={FIRST_VENUE_TEXTS} path="venue." isOptional />
    <PositionFields {...props} path="venue." />
    <Field
      {...props}
      name="venue.time_zone"
      label="Time zone"
      placeholder="America/Chicago"
      hint="Empty: the zone of its position"
    />
  </fieldset>
);

/** The venue of the form, where anything of it was typed. */
function firstVenueOf(draft: Draft) {
  if (Object.keys(FIRST_VENUE).every((name) => (draft[name] ?? '').trim() === '')) return {};
  const texts = { ...textsOf(VENUE_TEXTS, draft, 'venue.'), type: draft.category ?? '' };
  return { venue: { ...texts, time_zone: draft['venue.time_zone'] ?? '', ...positionOf(draft, 'venue.') } };
}

export const newCustomerPlan = (
  onMade: (id: string) => void,
  first: 'property' | 'advertiser' = 'property',
): FormPlan => {
  let made = '';
  return {
    id: first === 'property' ? 'customer:new' : 'customer:new-advertiser',
    title: 'New customer',
    submitLabel: 'Add customer',
    start: { ...noTexts(CUSTOMER_TEXTS), kind: first, ...FIRST_VENUE },
    onDone: () => onMade(made),
    another: ({ kind = 'property' }) => ({ ...noTexts(CUSTOMER_TEXTS), kind, ...FIRST_VENUE }),
    fields: (props) => (
      <>
        <NativeSelect
          label="Type"
          description="It cannot be changed later"
          data={[
            { value: 'property', label: 'Property: owns outlets' },
            { value: 'advertiser', label: 'Advertiser: runs campaigns' },
          ]}
          value={props.draft.kind ?? 'property'}
          onChange={(event) => props.change({ kind: event.currentTarget.value })}
        />
        <TextInputs {...props} texts={CUSTOMER_TEXTS} isFirst />
        {props.draft.kind === 'advertiser' ? null : <FirstVenueFields {...props} />}
      </>
    ),
    submit: async (draft) => {
      const texts = textsOf(CUSTOMER_TEXTS, draft);
      const added = await addCustomer(
        draft.kind === 'advertiser'
          ? { ...texts, kind: 'advertiser' }
          : { ...texts, kind: 'property', ...firstVenueOf(draft) },
      );
      made = added.id;
      return `${added.name} has been added`;
    },
  };
};

const editCustomerPlan = (customer: AdminCustomer): FormPlan => ({
  id: `customer:${customer.id}:edit`,
  title: 'Edit customer',
  context: customer.name,
  submitLabel: 'Save',
  start: textsIn(CUSTOMER_TEXTS, customer),
  fields: (props) => <TextInputs {...props} texts={CUSTOMER_TEXTS} isFirst />,
  submit: async (draft) => {
    const { id, version } = customer;
    const saved = await changeCustomer({ id, version, ...textsOf(CUSTOMER_TEXTS, draft) });
    return `${saved.name} has been saved`;
  },
  stored: {
    again: async () => editCustomerPlan((await readCustomer(customer.id)).customer),
    labels: textLabels(CUSTOMER_TEXTS),
  },
});

const sharePlan = ({ customer: { id, name }, time_zone }: CustomerDetail): FormPlan => ({
  id: `customer:${id}:share`,
  title: 'New share',
  context: name,
  submitLabel: 'Set share',
  start: { share: '', from: today(time_zone) },
  fields: (props) => (
    <>
      <Field
        {...props}
        name="share"
        label="Share of the recorded revenue"
        isRequired
        isFirst
        placeholder="30%"
        hint="As 30% or 0.3"
      />
      <Field
        {...props}
        name="from"
        label="From"
        type="date"
        isRequired
        hint={`From the first moment of this day in ${time_zone}`}
      />
      <p className={classes.muted}>Amounts that were counted keep the share they were counted with.</p>
    </>
  ),
  submit: async ({ share = '', from = '' }) => {
    await addShare({ id, share, from });
    return `The share of ${name} has been set`;
  },
});

const venueOf = (draft: Draft) => ({
  ...textsOf(VENUE_TEXTS, draft),
  time_zone: draft.time_zone ?? '',
  ...positionOf(draft),
});

const VenueFields = (props: FieldsProps) => (
  <>
    <TextInputs {...props} texts={VENUE_TEXTS} isFirst />
    <PositionFields {...props} />
    <Field
      {...props}
      name="time_zone"
      label="Time zone"
      placeholder="America/Chicago"
      hint="Its days count in this zone. Empty: the zone of its position"
    />
  </>
);

const BLANK = { ...noTexts(VENUE_TEXTS), lat: '', lng: '', time_zone: '' };

const startOf = (venue: Venue): Draft => ({
  ...textsIn(VENUE_TEXTS, venue),
  ...{ lat: String(venue.lat ?? ''), lng: String(venue.lng ?? ''), time_zone: venue.time_zone },
});

/** A new venue of the customer, or a stored one changed. */
const venuePlan = (customer: AdminCustomer, venue: Venue | null): FormPlan => ({
  id: `customer:${customer.id}:venue:${venue?.id ?? 'new'}`,
  title: venue === null ? 'New venue' : 'Edit venue',
  context: venue === null ? customer.name : `${customer.name}, ${venue.name}`,
  submitLabel: venue === null ? 'Add venue' : 'Save',
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
          labels: { ...textLabels(VENUE_TEXTS), ...POSITION_LABELS, time_zone: 'Time zone' },
        },
      }),
  submit: async (draft) => {
    const fields = venueOf(draft);
    const saved =
      venue === null
        ? await addVenue({ customerId: customer.id, ...fields })
        : await changeVenue({ id: venue.id, version: venue.version, ...fields });
    return `${saved.name} has been saved`;
  },
});

/** The form that the address names over an opened customer; null for none, and for what is not there (any more). */
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
