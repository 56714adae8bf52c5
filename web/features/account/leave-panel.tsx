import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { CurrentUser } from '#contract/auth.ts';
import { saveFile } from '../../lib/save-file.ts';
import { clearSession } from '../../lib/session.ts';
import { AlertMessage } from '../../ui/alert-message.tsx';
import { ConfirmedAction, type ConfirmedActionPlan } from '../../ui/confirmed-action.tsx';
import { Panel } from '../../ui/panel.tsx';
import { showToast } from '../../ui/toast.ts';
import classes from './account.module.css';
import { fetchExport, leave } from './account-api.ts';

/** Downloads the user's data and deletes the account. */
export function LeavePanel({ user }: { user: CurrentUser }) {
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const exporting = useMutation({ meta: { errors: 'own' }, mutationFn: fetchExport, onSuccess: saveFile });
  const leavePlan: ConfirmedActionPlan = {
    title: 'Delete your account?',
    confirmLabel: 'Delete',
    isDangerous: true,
    text: (
      <p>
        You are signed out everywhere at once and cannot sign in again. The figures of your customer stay. An
        administrator can restore the account.
      </p>
    ),
    run: async () => {
      await leave();
      clearSession();
      void showToast({ kind: 'success', message: 'Your account has been deleted' });
      void navigate({ to: '/login', replace: true });
      return null;
    },
  };
  return (
    <Panel title="Your data" context="What is kept about you, and how to leave">
      <div className={classes.form}>
        <AlertMessage text={exporting.error?.message ?? null} />
        <p className={classes.text}>
          The file has your profile, sessions, connected providers, what you did here, and your picture.
        </p>
        <div className={classes.buttons}>
          <Button
            variant="default"
            disabled={user.demo}
            loading={exporting.isPending}
            onClick={() => exporting.mutate()}
          >
            Download my data
          </Button>
          <Button variant="light" color="red" disabled={user.demo} onClick={() => setIsAsking(true)}>
            Delete my account
          </Button>
        </div>
        <ConfirmedAction plan={isAsking ? leavePlan : null} topic={['account']} onClose={() => setIsAsking(false)} />
      </div>
    </Panel>
  );
}
