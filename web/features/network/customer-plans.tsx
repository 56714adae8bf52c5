import { NativeSelect } from '@mantine/core';
import type { AdminCustomer, CustomerDetail } from '#contract/customers.ts';
import type { Venue } from '#contract/venues.ts';
import { Field, PositionFields, positionOf, today } from './form-fields.tsx';
import type { Draft, FieldsProps, FormPlan } from './form-plan.tsx';
import type { IssuedKeys } from './issued-keys-dialog.tsx';
import { keyPlanOf } from './key-plans.tsx';
import classes from './network.module.css';
import { addCustomer, addShare, addVenue, changeCustomer, changeVenue } from './network-api.ts';
import { newOutletsPlan, placeOfCustomer } from './outlet-plans.tsx';

const NamingFields = (props: FieldsProps) => (
  <>
    <Field {...props} name="name" label="Name" isRequired isFirst />
    <Field
      {...props}
      name="category"
      label="Category"
      placeholder="hotel"
      hint="hotel, airport, cafe, library, gym, arena, brand, …"
    />
  </>
);

const FIRST_VENUE = {
  ...{ 'venue.name': '', 'venue.address': '', 'venue.city': '', 'venue.state': '' },
  ...{ 'venue.lat': '', 'venue.lng': '', 'venue.time_zone': '' },
};

const FirstVenueFields = (props: FieldsProps) => (
  <fieldset className={classes.group}>
    <legend>First venue</legend>
    <Field {...props} name="venue.name" label="Venue name" hint="Outlets stand at a venue. It can be added later." />
    <Field {...props} name="venue.address" label="Address" />
    <div className={classes.pair}>
      <Field {...props} name="venue.city" label="City" />
      <Field {...props} name="venue.state" label="State" />
    </div>
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
  const typed = (part: string): string => draft[`venue.${part}`] ?? '';
  if (Object.keys(FIRST_VENUE).every((name) => (draft[name] ?? '').trim() === '')) return {};
  const texts = { name: typed('name'), address: typed('address'), city: typed('city'), state: typed('state') };
  const venue = { ...texts, type: draft.category ?? '', time_zone: typed('time_zone') };
  return { venue: { ...venue, ...positionOf(draft, 'venue.') } };
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
    start: { name: '', kind: first, category: '', ...FIRST_VENUE },
    onDone: () => onMade(made),
    another: ({ kind = 'property' }) => ({ name: '', kind, category: '', ...FIRST_VENUE }),
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
        {props.draft.kind === 'advertiser' ? null : <FirstVenueFields {...props} />}
      </>
    ),
    submit: async (draft) => {
      const { name = '', category = '', kind } = draft;
      const added = await addCustomer(
        kind === 'advertiser' ? { name, category, kind } : { name, category, kind: 'property', ...firstVenueOf(draft) },
      );
      made = added.id;
      return `${added.name} has been added`;
    },
  };
};

const editCustomerPlan = ({ id, version, name, category }: AdminCustomer): FormPlan => ({
  id: `customer:${id}:edit`,
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

const venueOf = (draft: Draft) => {
  const { name = '', type = '', address = '', city = '', state = '', time_zone = '' } = draft;
  return { name, type, address, city, state, time_zone, ...positionOf(draft) };
};

const VenueFields = (props: FieldsProps) => (
  <>
    <Field {...props} name="name" label="Name" isRequired isFirst />
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
const venuePlan = ({ id: customerId, name: owner }: AdminCustomer, venue: Venue | null): FormPlan => ({
  id: `customer:${customerId}:venue:${venue?.id ?? 'new'}`,
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
  ...(venue === null ? { another: () => BLANK } : {}),
  submit: async (draft) => {
    const fields = venueOf(draft);
    const saved =
      venue === null
        ? await addVenue({ customerId, ...fields })
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
