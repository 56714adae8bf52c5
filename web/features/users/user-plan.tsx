import { useQuery } from '@tanstack/react-query';
import type { ManagedUser } from '#contract/users.ts';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { type FormPlan, SchemaForm } from '../../ui/schema-form.tsx';
import { type FormValues, UserFields, valuesOf } from './user-form.tsx';
import { nameOf, roleLabel, standingLabel } from './user-words.ts';
import { readUser, sendNewUser, sendUser, USERS_KEY, userQuery } from './users-api.ts';

const LABELS = {
  first_name: 'First name',
  last_name: 'Last name',
  phone_number: 'Phone number',
  email: 'E-mail',
  role: 'Role',
  standing: 'Standing',
  customer_id: 'Customer',
  disabled: 'Disabled',
  picture: 'Picture',
} as const;

const PARTS = { customer_id: ['customer_id', 'customer'], picture: ['picture', 'image'] } as const;

/** Formats a field for people; `start` contains the initial values of the form. */
function shown(name: keyof FormValues, fields: FormValues, start: FormValues): string {
  if (name === 'role') return roleLabel(fields.role);
  if (name === 'standing') return standingLabel(fields.standing);
  if (name === 'disabled') return fields.disabled ? 'Yes' : 'No';
  if (name === 'customer_id') return fields.customer_id === '' ? 'none' : fields.customer || 'another one';
  if (name === 'picture') return shownPicture(fields, start);
  return String(fields[name] ?? '');
}

function shownPicture({ image, picture }: FormValues, start: FormValues): string {
  if (image !== undefined) return image === null ? 'none' : 'the one you chose';
  if (picture === start.picture) return 'not changed';
  if (picture === '') return 'none';
  return start.picture === '' ? 'a picture' : 'another picture';
}

/** The form of Add User or Edit User. */
export const userPlan = (user: ManagedUser | null, start: Partial<FormValues> = {}): FormPlan<FormValues> => ({
  id: user?.id ?? 'new',
  title: user === null ? 'Add User' : 'Edit User',
  ...(user === null ? {} : { context: nameOf(user) }),
  submitLabel: user === null ? 'Add User' : 'Save',
  start: { ...valuesOf(user), ...start },
  fields: (props) => <UserFields {...props} user={user} />,
  submit: async ({ invite, picture: _picture, customer: _customer, ...fields }) =>
    user === null
      ? `${(await sendNewUser(fields, invite)).email} was added`
      : `${(await sendUser(user, fields)).email} was updated`,
  ...(user === null
    ? {}
    : { stored: { again: async () => userPlan(await readUser(user.id)), labels: LABELS, parts: PARTS, shown } }),
});

type NewUserFormProps = { start: Partial<FormValues>; onClose: () => void };

export const NewUserForm = ({ start, onClose }: NewUserFormProps) => (
  <SchemaForm plan={userPlan(null, start)} topic={USERS_KEY} onClose={onClose} />
);

/** The form of the account in the address. It reads the account again, because the list may be stale. */
export function EditUserForm({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: user, error } = useQuery({ ...userQuery(id), refetchOnWindowFocus: false });
  if (user) return <SchemaForm plan={userPlan(user)} topic={USERS_KEY} onClose={onClose} />;
  return (
    <FormDrawer title="Edit User" isOpen onClose={onClose} error={error?.message ?? null}>
      {error ? null : <p role="status">Loading...</p>}
    </FormDrawer>
  );
}
