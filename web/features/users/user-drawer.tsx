import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ManagedUser } from '#contract/users.ts';
import { ApiError } from '../../lib/api-error.ts';
import { useDraft } from '../../lib/draft.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { showToast } from '../../ui/toast.ts';
import { NewerState } from './newer-state.tsx';
import { type FormValues, UserFields, valuesOf } from './user-form.tsx';
import { nameOf } from './user-words.ts';
import { sendNewUser, sendUser, USERS_KEY, userQuery } from './users-api.ts';

type UserDrawerProps = {
  user: ManagedUser | null;
  /** Where a new one starts. */
  start?: Partial<FormValues>;
  onClose: () => void;
};

/** Add User, or Edit User. What somebody else stored meanwhile is never overwritten, and nothing typed is lost. */
export function UserDrawer({ user, start, onClose }: UserDrawerProps) {
  const client = useQueryClient();
  const [base, setBase] = useState(user);
  const [newer, setNewer] = useState<ManagedUser | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const text = useDraft<FormValues>(
    `user:${user?.id ?? 'new'}`,
    useCurrentUser()?.id ?? '',
    { ...valuesOf(user), ...start },
    { isLostByLeaving: true },
  );
  const save = useMutation({
    mutationFn: ({ invite, ...fields }: FormValues) =>
      base === null ? sendNewUser(fields, invite) : sendUser(base, fields),
    onSuccess: async (saved) => {
      text.clear();
      void showToast({
        kind: 'success',
        message: user === null ? `${saved.email} was added` : `${saved.email} was updated`,
      });
      await client.invalidateQueries({ queryKey: USERS_KEY });
      onClose();
    },
    meta: { errors: 'own' },
  });
  const errors = formErrors(save.error, Object.keys(text.fields));
  const isOutrun = save.error instanceof ApiError && save.error.status === 409 && errors.form !== null && base !== null;
  const look = useMutation({
    mutationFn: () => client.fetchQuery(userQuery(base?.id ?? '')),
    onSuccess: setNewer,
    meta: { errors: 'own' },
  });
  return (
    <FormDrawer
      title={user === null ? 'Add User' : 'Edit User'}
      context={user === null ? undefined : nameOf(user)}
      isOpen
      onClose={onClose}
      onSubmit={() => save.mutate(text.fields)}
      text={text}
      submitLabel={user === null ? 'Add User' : 'Save'}
      isSaving={save.isPending}
      onReset={() => {
        text.clear();
        setFault(null);
        save.reset();
      }}
      error={errors.form ?? look.error?.message ?? null}
      errorAction={
        isOutrun && newer === null ? (
          <Button variant="default" size="xs" loading={look.isPending} onClick={() => look.mutate()}>
            Show the present state
          </Button>
        ) : null
      }
    >
      {newer === null || base === null ? null : (
        <NewerState
          opened={base}
          newer={newer}
          typed={text.fields}
          onTake={() => {
            text.restart(valuesOf(newer));
            settle(newer);
          }}
          onKeep={() => settle(newer)}
        />
      )}
      <UserFields
        fields={text.fields}
        change={text.change}
        errors={fault === null ? errors.fields : { ...errors.fields, image: fault }}
        onPictureFault={setFault}
        user={base}
      />
    </FormDrawer>
  );

  /** From now on a save answers to what the other administrator stored. */
  function settle(state: ManagedUser): void {
    setBase(state);
    setNewer(null);
    save.reset();
  }
}

/** The form of the account in the address; it is read anew, so that an old list does no harm. */
export function EditUserDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: user, error } = useQuery({ ...userQuery(id), refetchOnWindowFocus: false });
  if (user) return <UserDrawer key={user.id} user={user} onClose={onClose} />;
  return (
    <FormDrawer title="Edit User" isOpen onClose={onClose} error={error?.message ?? null}>
      {error ? null : <p role="status">Loading...</p>}
    </FormDrawer>
  );
}
