import type { ReactNode } from 'react';
import type { ManagedUser } from '#contract/users.ts';
import { RESTORABLE_DAYS } from '#domain/constants.ts';
import { beginViewing } from '../../lib/viewing.ts';
import { ConfirmedAction } from '../../ui/confirmed-action.tsx';
import type { UserAct } from './user-actions.tsx';
import { askToView, sendDeletion, sendInvitation, sendRestoring, sendSessionsEnd, USERS_KEY } from './users-api.ts';

type Asking = {
  readonly title: string;
  readonly confirm: string;
  readonly text: (user: ManagedUser) => ReactNode;
  /** Runs the action. Resolves to the toast's message, or null if the page changes. */
  readonly run: (user: ManagedUser) => Promise<string | null>;
};

const ASKING: Partial<Record<UserAct, Asking>> = {
  delete: {
    title: 'Confirm delete',
    confirm: 'Delete',
    text: ({ email }) => (
      <p>
        {email} can no longer sign in, and all sessions end at once. The account can be restored for {RESTORABLE_DAYS}{' '}
        days: it is listed with the status Deleted.
      </p>
    ),
    run: async (user) => `${(await sendDeletion(user)).email} was deleted`,
  },
  restore: {
    title: 'Restore the account',
    confirm: 'Restore',
    text: ({ email }) => <p>{email} may sign in again, with the password and the rights of before.</p>,
    run: async (user) => `${(await sendRestoring(user)).email} was restored`,
  },
  invite: {
    title: 'Send a mail',
    confirm: 'Send',
    text: ({ email }) => <p>{email} gets a link to set the password. It works once; nobody else sees it.</p>,
    run: async (user) => `A link was sent to ${(await sendInvitation(user)).email}`,
  },
  'end-sessions': {
    title: 'End all sessions',
    confirm: 'End sessions',
    text: ({ email }) => <p>{email} has to sign in again, on every device, at once.</p>,
    run: async (user) => {
      const { ended } = await sendSessionsEnd(user);
      return ended === 1 ? '1 session ended' : `${ended} sessions ended`;
    },
  },
  view: {
    title: 'View as this user',
    confirm: 'View',
    text: ({ email }) => (
      <p>
        You see in this tab what {email} sees, for 30 minutes. Nothing can be changed, and the audit log notes that you
        looked.
      </p>
    ),
    run: async (user) => {
      beginViewing(await askToView(user));
      return null;
    },
  },
};

type UserDialogProps = { act: UserAct; user: ManagedUser; onClose: () => void; onDone: () => void };

/** Asks for confirmation, then runs an action on an account. */
export function UserDialog({ act, user, onClose, onDone }: UserDialogProps) {
  const asking = ASKING[act];
  if (!asking) return null;
  const { title, confirm, text, run } = asking;
  const isDangerous = act === 'delete';
  const leave = (): void => {
    onClose();
    if (isDangerous) onDone();
  };
  const plan = { title, confirmLabel: confirm, isDangerous, text: text(user), run: () => run(user), onDone: leave };
  return <ConfirmedAction plan={plan} topic={USERS_KEY} onClose={onClose} />;
}
