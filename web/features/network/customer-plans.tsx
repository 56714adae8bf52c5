import { NativeSelect } from '@mantine/core';
import type { AdminCustomer, CustomerDetail } from '#contract/customers.ts';
import type { Venue } from '#contract/venues.ts';
import { addCustomer, addShare, addVenue, changeCustomer, changeVenue } from './api.ts';
import { Field, PositionFields, positionOf, today } from './form-fields.tsx';
import type { Draft, FieldsProps, FormPlan } from './form-plan.tsx';
import classes from './network.module.css';

const NamingFields = (props: FieldsProps) => (
  <>
    <Field {...props} name="name" label="Name" isRequired />
    <Field
      {...props}
      name="category"
      label="Category"
      placeholder="hotel"
      hint="hotel, airport, cafe, library, gym, arena, brand, …"
    />
  </>
);

export const newCustomerPlan = (onMade: (id: string) => void): FormPlan => ({
  title: 'New customer',
  submitLabel: 'Add customer',
  start: { name: '', kind: 'property', category: '' },
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
      <NamingFields {...props} />
    </>
  ),
  submit: async ({ name = '', category = '', kind }) => {
    const made = await addCustomer({ name, category, kind: kind === 'advertiser' ? 'advertiser' : 'property' });
    onMade(made.id);
    return `${made.name} has been added`;
  },
});

export const editCustomerPlan = ({ id, version, name, category }: AdminCustomer): FormPlan => ({
  title: 'Edit customer',
  context: name,
  submitLabel: 'Save',
  start: { name, category },
  fields: (props) => <NamingFields {...props} />,
  submit: async (draft) => {
    const saved = await changeCustomer({ id, version, name: draft.name ?? '', category: draft.category ?? '' });
    return `${saved.name} has been saved`;
  },
});

export const sharePlan = ({ customer: { id, name }, time_zone }: CustomerDetail): FormPlan => ({
  title: 'New share',
  context: name,
  submitLabel: 'Set share',
  start: { share: '', from: today() },
  fields: (props) => (
    <>
      <Field
        {...props}
        name="share"
        label="Share of the recorded revenue"
        isRequired
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

const venueOf = (draft: Draft) => {
  const { name = '', type = '', address = '', city = '', state = '', time_zone = '' } = draft;
  return { name, type, address, city, state, time_zone, ...positionOf(draft) };
};

const VenueFields = (props: FieldsProps) => (
  <>
    <Field {...props} name="name" label="Name" isRequired />
    <Field {...props} name="type" label="Type" placeholder="hotel" />
    <Field {...props} name="address" label="Address" />
    <Field {...props} name="city" label="City" />
    <Field {...props} name="state" label="State" />
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

const BLANK = { name: '', type: '', address: '', city: '', state: '', lat: '', lng: '', time_zone: '' };

/** A new venue of the customer, or a stored one changed. */
export const venuePlan = ({ id: customerId, name: owner }: AdminCustomer, venue: Venue | null): FormPlan => ({
  title: venue === null ? 'New venue' : 'Edit venue',
  context: venue === null ? owner : `${owner}, ${venue.name}`,
  submitLabel: venue === null ? 'Add venue' : 'Save',
  start:
    venue === null
      ? BLANK
      : {
          ...{ name: venue.name, type: venue.type, address: venue.address, city: venue.city, state: venue.state },
          ...{ lat: String(venue.lat ?? ''), lng: String(venue.lng ?? ''), time_zone: venue.time_zone },
        },
  fields: (props) => <VenueFields {...props} />,
  submit: async (draft) => {
    const fields = venueOf(draft);
    const saved =
      venue === null
        ? await addVenue({ customerId, ...fields })
        : await changeVenue({ id: venue.id, version: venue.version, ...fields });
    return `${saved.name} has been saved`;
  },
});
