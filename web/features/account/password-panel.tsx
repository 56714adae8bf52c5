import '@mantine/core/styles/PasswordInput.layer.css';
import { Button, PasswordInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { CurrentUser } from '#contract/auth.ts';
import { ApiError } from '../../lib/api-error.ts';
import { useDraft } from '../../lib/draft.ts';
import { AlertMessage } from '../../ui/alert-message.tsx';
import { Panel } from '../../ui/panel.tsx';
import { showToast } from '../../ui/toast.ts';
import classes from './account.module.css';
import { saveOwnPassword, sessionsQuery } from './account-api.ts';

const NOTHING = { current_password: '', new_password: '', new_password_again: '' };

/** Changes the password, which ends every other session. */
export function PasswordPanel({ user }: { user: CurrentUser }) {
  const client = useQueryClient();
  // The browser never stores passwords, so leaving the page loses them.
  const { fields, change, clear } = useDraft('password', user.id, NOTHING, { isLostByLeaving: true });
  const saving = useMutation({
    meta: { errors: 'own' },
    mutationFn: saveOwnPassword,
    onSuccess: () => {
      clear();
      void client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      void showToast({ kind: 'success', message: 'Password has been updated' });
    },
  });
  const { current_password, new_password, new_password_again: again } = fields;
  const differ = again !== '' && again !== new_password;
  const isReady = new_password !== '' && again === new_password && (current_password !== '' || !user.has_password);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isReady && !saving.isPending) saving.mutate({ current_password, new_password });
  };
  const refused = saving.error instanceof ApiError ? saving.error.fields : {};
  const isOfField = 'current_password' in refused || 'new_password' in refused;
  const field = (name: keyof typeof NOTHING, error: string | undefined) => ({
    disabled: user.demo,
    value: fields[name],
    error: error ?? null,
    visibilityToggleButtonProps: { 'aria-label': 'Show or hide the password' },
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  });
  if (user.single_sign_on !== '')
    return (
      <Panel title="Password" context={`You sign in with ${user.single_sign_on}`}>
        <p className={classes.text}>Your organization requires single sign-on, so this account has no password.</p>
      </Panel>
    );
  return (
    <Panel
      title={user.has_password ? 'Password' : 'Choose a password'}
      context={
        user.has_password ? 'All other sessions end when it changes' : 'So far you sign in through a provider only'
      }
    >
      <form className={classes.form} onSubmit={submit} noValidate>
        <AlertMessage text={saving.error && !isOfField ? saving.error.message : null} />
        <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
        {user.has_password ? (
          <PasswordInput
            label="Present password"
            autoComplete="current-password"
            {...field('current_password', refused.current_password)}
          />
        ) : null}
        <PasswordInput
          label="New password"
          autoComplete="new-password"
          description="A few words that do not belong together are easy to remember and hard to guess."
          {...field('new_password', refused.new_password)}
        />
        <PasswordInput
          label="New password again"
          autoComplete="new-password"
          {...field('new_password_again', differ ? 'Passwords are not equal' : undefined)}
        />
        <div className={classes.buttons}>
          <Button type="submit" loading={saving.isPending} disabled={user.demo || !isReady}>
            {user.has_password ? 'Change password' : 'Set password'}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
