import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, Input, Radio, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { ManagedUser } from '#contract/users.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { pictureFault } from '../../lib/picture-file.ts';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { PictureField } from '../../ui/picture-field.tsx';
import { type FieldsProps, type FormPlan, SchemaForm } from '../../ui/schema-form.tsx';
import { CustomerSelect } from './customer-select.tsx';
import { kindOfRole, nameOf, ROLE_CHOICES, roleLabel, STANDING_CHOICES, standingLabel } from './user-words.ts';
import classes from './users.module.css';
import { readUser, sendNewUser, sendUser, USERS_KEY, type UserForm, userQuery } from './users-api.ts';
import { userPlanStrings as strings } from './users-strings.ts';

const LABELS = {
  first_name: strings.firstName,
  last_name: strings.lastName,
  phone_number: strings.phoneNumber,
  email: strings.email,
  role: strings.role,
  standing: strings.accessLevel,
  customer_id: strings.customer,
  disabled: strings.disabled,
  picture: strings.picture,
} as const;

const PARTS = { customer_id: ['customer_id', 'customer'], picture: ['picture', 'image'] } as const;

/** Formats a field for display. `start` contains the form's initial values. */
function shown(name: keyof FormValues, fields: FormValues, start: FormValues): string {
  if (name === 'role') return roleLabel(fields.role);
  if (name === 'standing') return standingLabel(fields.standing);
  if (name === 'disabled') return fields.disabled ? strings.yes : strings.no;
  if (name === 'customer_id')
    return fields.customer_id === '' ? strings.none : fields.customer || strings.anotherCustomer;
  if (name === 'picture') return shownPicture(fields, start);
  return String(fields[name] ?? '');
}

function shownPicture({ image, picture }: FormValues, start: FormValues): string {
  if (image !== undefined) return image === null ? strings.none : strings.chosenPictureShown;
  if (picture === start.picture) return strings.notChanged;
  if (picture === '') return strings.none;
  return start.picture === '' ? strings.aPicture : strings.anotherPicture;
}

/** Returns the form for Add User or Edit User. */
export const userPlan = (user: ManagedUser | null, start: Partial<FormValues> = {}): FormPlan<FormValues> => ({
  id: user?.id ?? 'new',
  title: user === null ? strings.addUser : strings.editUser,
  ...(user === null ? {} : { context: nameOf(user) }),
  submitLabel: user === null ? strings.addUser : strings.save,
  start: { ...valuesOf(user), ...start },
  fields: (props) => <UserFields {...props} user={user} />,
  submit: async ({ invite, picture: _picture, customer: _customer, ...fields }) =>
    user === null
      ? interpolate(strings.added, { email: (await sendNewUser(fields, invite)).email })
      : interpolate(strings.updated, { email: (await sendUser(user, fields)).email }),
  ...(user === null
    ? {}
    : { stored: { again: async () => userPlan(await readUser(user.id)), labels: LABELS, parts: PARTS, shown } }),
});

type NewUserFormProps = { start: Partial<FormValues>; onClose: () => void };

export const NewUserForm = ({ start, onClose }: NewUserFormProps) => (
  <SchemaForm plan={userPlan(null, start)} topic={USERS_KEY} onClose={onClose} />
);

/** The form for the account in the URL. The form fetches the account, because the list may be stale. */
export function EditUserForm({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: user, error } = useQuery({ ...userQuery(id), refetchOnWindowFocus: false });
  if (user) return <SchemaForm plan={userPlan(user)} topic={USERS_KEY} onClose={onClose} />;
  return (
    <FormDrawer title={strings.editUser} isOpen onClose={onClose} error={error?.message ?? null}>
      {error ? null : <p role="status">{strings.loading}</p>}
    </FormDrawer>
  );
}

type FormValues = Required<UserForm> & {
  invite: boolean;
  /** For comparison with the stored values: the picture's URL and the customer's name. */
  picture: string;
  customer: string;
};

const valuesOf = (user: ManagedUser | null): FormValues => ({
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

/** The fields in Add User and Edit User (docs/sample-pages.md#users-and-own-account). */
function UserFields({ draft: fields, change, errors, refuse, user }: UserFieldsProps) {
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
        <TextInput
          label={strings.firstName}
          autoComplete="off"
          maxLength={80}
          data-autofocus
          {...field('first_name')}
        />
        <TextInput label={strings.lastName} autoComplete="off" maxLength={80} {...field('last_name')} />
      </div>
      <TextInput label={strings.phoneNumber} type="tel" autoComplete="off" maxLength={40} {...field('phone_number')} />
      <TextInput
        label={strings.email}
        type="email"
        autoComplete="off"
        maxLength={254}
        required
        description={user === null ? undefined : strings.emailHint}
        {...field('email')}
      />
      <Radio.Group
        label={strings.role}
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
        <Checkbox label={strings.confirmFullView} {...check('confirms_full_view')} />
      ) : null}
      {kind === undefined ? null : (
        <CustomerSelect
          label={strings.customer}
          placeholder={strings.searchByName}
          kind={kind}
          value={fields.customer_id}
          onChange={(id, name) => change({ customer_id: id, customer: name })}
          error={errors.customer_id}
        />
      )}
      {kind === undefined ? null : (
        <Radio.Group
          label={strings.accessLevel}
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
        label={strings.disabled}
        description={strings.disabledHint}
        value={fields.disabled ? 'yes' : 'no'}
        error={errors.disabled}
        onChange={(value) => change({ disabled: value === 'yes' })}
      >
        <div className={classes.inline}>
          <Radio value="yes" label={strings.yes} />
          <Radio value="no" label={strings.no} />
        </div>
      </Radio.Group>
      {user === null ? (
        <Checkbox label={strings.sendInvitation} description={strings.sendInvitationHint} {...check('invite')} />
      ) : null}
    </>
  );
}

type UserPictureProps = {
  /** The stored picture's URL. */
  stored: string | undefined;
  image: UserForm['image'];
  /** The name whose first letter replaces a missing picture. */
  name: string;
  error: ReactNode;
  onChange: (image: UserForm['image']) => void;
  onRefuse: (reason: string) => void;
};

/** The account's picture. A chosen or removed picture is stored when the form is submitted. */
function UserPicture({ stored, image, name, error, onChange, onRefuse }: UserPictureProps) {
  const chosen = useAddressOf(image ?? null);
  const choose = (file: File): void => {
    const fault = pictureFault(file);
    if (fault === null) onChange(file);
    else onRefuse(fault);
  };
  return (
    <Input.Wrapper label={strings.picture} labelElement="div" description={strings.pictureHint} error={error}>
      <PictureField
        picture={image === undefined ? stored : chosen}
        alt={image ? strings.chosenPicture : strings.currentPicture}
        name={name}
        onChoose={choose}
        onRemove={() => onChange(stored ? null : undefined)}
      />
    </Input.Wrapper>
  );
}

/** Returns an object URL for a local file, and revokes it when the file changes. */
function useAddressOf(file: Blob | null): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (file === null) return;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => {
      setAddress(undefined);
      URL.revokeObjectURL(made);
    };
  }, [file]);
  return address;
}
