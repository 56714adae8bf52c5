import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, Radio, TextInput } from '@mantine/core';
import type { ManagedUser } from '#contract/users.ts';
import type { FieldsProps } from '../../ui/schema-form.tsx';
import { CustomerSelect } from './customer-select.tsx';
import { UserPicture } from './user-picture.tsx';
import { kindOfRole, ROLE_CHOICES, STANDING_CHOICES } from './user-words.ts';
import classes from './users.module.css';
import type { UserForm } from './users-api.ts';

export type FormValues = Required<UserForm> & {
  invite: boolean;
  /** Stored values for comparison: the address of the picture and the customer's name. */
  picture: string;
  customer: string;
};

export const valuesOf = (user: ManagedUser | null): FormValues => ({
  first_name: user?.first_name ?? '',
  last_name: user?.last_name ?? '',
  phone_number: user?.phone_number ?? '',
  email: user?.email ?? '',
  role: user?.role ?? 'property',
  standing: user?.standing ?? 'manager',
  customer_id: user?.customer_id ?? '',
  disabled: user?.disabled ?? false,
  confirms_full_view: false,
  image: undefined,
  invite: true,
  picture: user?.avatar[0]?.public_url ?? '',
  customer: user?.customer ?? '',
});

type UserFieldsProps = FieldsProps<FormValues> & { user: ManagedUser | null };

/** The fields of Add user and Edit user (docs/sample-pages.md#users-and-own-account). */
export function UserFields({ draft: fields, change, errors, refuse, user }: UserFieldsProps) {
  const { role, image, first_name, last_name, email } = fields;
  const kind = kindOfRole(role);
  const field = (name: 'first_name' | 'last_name' | 'phone_number' | 'email') => ({
    value: fields[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  });
  const check = (name: 'confirms_full_view' | 'invite') => ({
    checked: fields[name] === true,
    error: errors[name],
    onChange: (event: { currentTarget: { checked: boolean } }) => change({ [name]: event.currentTarget.checked }),
  });
  return (
    <>
      <UserPicture
        stored={fields.picture || undefined}
        image={image}
        name={first_name || last_name || email}
        error={errors.image}
        onChange={(next) => {
          refuse('image', null);
          change({ image: next });
        }}
        onRefuse={(reason) => refuse('image', reason)}
      />
      <div className={classes.pair}>
        <TextInput label="First name" autoComplete="off" maxLength={80} data-autofocus {...field('first_name')} />
        <TextInput label="Last name" autoComplete="off" maxLength={80} {...field('last_name')} />
      </div>
      <TextInput label="Phone number" type="tel" autoComplete="off" maxLength={40} {...field('phone_number')} />
      <TextInput
        label="E-mail"
        type="email"
        autoComplete="off"
        maxLength={254}
        required
        description={
          user === null ? undefined : 'Another address has to be verified by its owner before the next sign-in.'
        }
        {...field('email')}
      />
      <Radio.Group
        label="Role"
        value={role === '' ? 'full' : role}
        onChange={(value) => {
          const next = value === 'full' ? '' : (value as ManagedUser['role']);
          change({ role: next, ...(kindOfRole(next) === kind ? {} : { customer_id: '', customer: '' }) });
        }}
        error={errors.role}
      >
        <div className={classes.choices}>
          {ROLE_CHOICES.map(({ value, label, description }) => (
            <Radio key={value} value={value === '' ? 'full' : value} label={label} description={description} />
          ))}
        </div>
      </Radio.Group>
      {role === '' && user?.role !== '' ? (
        <Checkbox label="Yes, this account shall see the figures of every customer" {...check('confirms_full_view')} />
      ) : null}
      {kind === undefined ? null : (
        <CustomerSelect
          label="Customer"
          placeholder="Type a part of its name"
          kind={kind}
          value={fields.customer_id}
          onChange={(id, name) => change({ customer_id: id, customer: name })}
          error={errors.customer_id}
        />
      )}
      {kind === undefined ? null : (
        <Radio.Group
          label="Standing"
          value={fields.standing}
          onChange={(value) => change({ standing: value === 'viewer' ? 'viewer' : 'manager' })}
          error={errors.standing}
        >
          <div className={classes.choices}>
            {STANDING_CHOICES.map(({ value, label, description }) => (
              <Radio key={value} value={value} label={label} description={description} />
            ))}
          </div>
        </Radio.Group>
      )}
      <Radio.Group
        label="Disabled"
        description="A disabled account cannot sign in."
        value={fields.disabled ? 'yes' : 'no'}
        error={errors.disabled}
        onChange={(value) => change({ disabled: value === 'yes' })}
      >
        <div className={classes.inline}>
          <Radio value="yes" label="Yes" />
          <Radio value="no" label="No" />
        </div>
      </Radio.Group>
      {user === null ? (
        <Checkbox
          label="Send an invitation"
          description="A mail with a link to choose the password. It can be sent later, too."
          {...check('invite')}
        />
      ) : null}
    </>
  );
}
