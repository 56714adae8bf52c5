import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, Radio, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ManagedUser } from '#contract/users.ts';
import type { UserForm } from './api.ts';
import { CustomerSelect } from './customer-select.tsx';
import { UserPicture } from './user-picture.tsx';
import { kindOfRole, ROLE_CHOICES } from './user-words.ts';
import classes from './users.module.css';

export type FormValues = Required<UserForm> & { invite: boolean };

export const valuesOf = (user: ManagedUser | null): FormValues => ({
  firstName: user?.firstName ?? '',
  lastName: user?.lastName ?? '',
  phoneNumber: user?.phoneNumber ?? '',
  email: user?.email ?? '',
  role: user?.role ?? 'property',
  cid: user?.cid ?? '',
  disabled: user?.disabled ?? false,
  confirmsFullView: false,
  image: undefined,
  invite: true,
});

type UserFieldsProps = { form: UseFormReturnType<FormValues>; user: ManagedUser | null };

/** The fields of Add user and Edit user (demo-pages.md 17.3). */
export function UserFields({ form, user }: UserFieldsProps) {
  const { role, image, firstName, lastName, email } = form.values;
  const kind = kindOfRole(role);
  const field = (name: 'firstName' | 'lastName' | 'phoneNumber' | 'email') => form.getInputProps(name);
  return (
    <>
      <UserPicture
        stored={user?.avatar[0]?.publicUrl}
        image={image}
        name={firstName || lastName || email}
        error={form.errors.image}
        onChange={(next) => form.setFieldValue('image', next)}
        onRefuse={(reason) => form.setFieldError('image', reason)}
      />
      <div className={classes.pair}>
        <TextInput label="First name" autoComplete="off" maxLength={80} data-autofocus {...field('firstName')} />
        <TextInput label="Last name" autoComplete="off" maxLength={80} {...field('lastName')} />
      </div>
      <TextInput label="Phone number" type="tel" autoComplete="off" maxLength={40} {...field('phoneNumber')} />
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
          form.setFieldValue('role', next);
          if (kindOfRole(next) !== kind) form.setFieldValue('cid', '');
        }}
        error={form.errors.role}
      >
        <div className={classes.choices}>
          {ROLE_CHOICES.map(({ value, label, description }) => (
            <Radio key={value} value={value === '' ? 'full' : value} label={label} description={description} />
          ))}
        </div>
      </Radio.Group>
      {role === '' && user?.role !== '' ? (
        <Checkbox
          label="Yes, this account shall see the figures of every customer"
          {...form.getInputProps('confirmsFullView', { type: 'checkbox' })}
        />
      ) : null}
      {kind === undefined ? null : (
        <CustomerSelect
          label="Customer"
          placeholder="Type a part of its name"
          kind={kind}
          value={form.values.cid}
          onChange={(cid) => form.setFieldValue('cid', cid)}
          error={typeof form.errors.cid === 'string' ? form.errors.cid : undefined}
        />
      )}
      <Radio.Group
        label="Disabled"
        description="A disabled account cannot sign in."
        value={form.values.disabled ? 'yes' : 'no'}
        onChange={(value) => form.setFieldValue('disabled', value === 'yes')}
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
          {...form.getInputProps('invite', { type: 'checkbox' })}
        />
      ) : null}
    </>
  );
}
