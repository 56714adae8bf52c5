import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { PROFILE_LENGTHS } from '#contract/account.ts';
import type { CurrentUser } from '#contract/auth.ts';
import { useDraft } from '../../lib/draft.ts';
import { formErrors } from '../../lib/form-errors.ts';
import { AlertMessage } from '../../ui/alert-message.tsx';
import { Panel } from '../../ui/panel.tsx';
import { showToast } from '../../ui/toast.ts';
import classes from './account.module.css';
import { saveProfile } from './account-api.ts';

/** Name and phone number. Only an administrator changes the email address, because it is the sign-in name. */
export function ProfilePanel({ user }: { user: CurrentUser }) {
  const draft = useDraft('profile', user.id, {
    firstName: user.firstName,
    lastName: user.lastName,
    phoneNumber: user.phoneNumber,
  });
  const { firstName, lastName, phoneNumber } = draft.fields;
  const saving = useMutation({
    meta: { errors: 'own' },
    mutationFn: saveProfile,
    onSuccess: () => {
      draft.restart(draft.fields);
      void showToast({ kind: 'success', message: 'Your profile has been saved' });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!saving.isPending) saving.mutate({ firstName, lastName, phoneNumber });
  };
  const errors = formErrors(saving.error, Object.keys(draft.fields));
  const isPhoneWrong = !/^[0-9+() ./-]*$/.test(phoneNumber);
  return (
    <Panel title="Profile" context={user.customer || 'Who you are to the others of your network'}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <AlertMessage text={errors.form} />
        <div className={classes.pair}>
          <TextInput
            label="First name"
            autoComplete="given-name"
            maxLength={PROFILE_LENGTHS.name}
            disabled={user.demo}
            value={firstName}
            error={errors.fields.firstName}
            onChange={(event) => draft.change({ firstName: event.currentTarget.value })}
          />
          <TextInput
            label="Last name"
            autoComplete="family-name"
            maxLength={PROFILE_LENGTHS.name}
            disabled={user.demo}
            value={lastName}
            error={errors.fields.lastName}
            onChange={(event) => draft.change({ lastName: event.currentTarget.value })}
          />
        </div>
        <TextInput
          label="Phone number"
          type="tel"
          autoComplete="tel"
          maxLength={PROFILE_LENGTHS.phoneNumber}
          disabled={user.demo}
          error={isPhoneWrong ? 'Use digits, spaces and + ( ) . / - only.' : errors.fields.phoneNumber}
          value={phoneNumber}
          onChange={(event) => draft.change({ phoneNumber: event.currentTarget.value })}
        />
        <TextInput
          label="Email"
          readOnly
          value={user.email}
          description="You sign in with it; an administrator can change it."
        />
        <div className={classes.buttons}>
          <Button type="submit" loading={saving.isPending} disabled={user.demo || isPhoneWrong}>
            Save
          </Button>
        </div>
      </form>
    </Panel>
  );
}
