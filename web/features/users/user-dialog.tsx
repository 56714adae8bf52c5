import type { ReactNode } from 'react';
import type { ManagedUser } from '#contract/users.ts';
import { RESTORABLE_DAYS } from '#domain/constants.ts';
import { counted, formFor, NOUNS } from '#domain/counted.ts';
import { formatCount } from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { beginViewing } from '../../lib/viewing.ts';
import { ConfirmedAction } from '../../ui/confirmed-action.tsx';
import type { UserAct } from './user-actions.tsx';
import { askToView, sendDeletion, sendInvitation, sendRestoring, sendSessionsEnd, USERS_KEY } from './users-api.ts';
import { userDialogStrings as strings } from './users-strings.ts';

type Asking = {
  readonly title: string;
  readonly confirm: string;
  readonly text: (user: ManagedUser) => ReactNode;
  /** Runs the action. Resolves to the toast's message, or null if the page changes. */
  readonly run: (user: ManagedUser) => Promise<string | null>;
};

const ASKING: Partial<Record<UserAct, Asking>> = {
  delete: {
    title: strings.confirmDelete,
    confirm: strings.delete,
    text: ({ email }) => <p>{interpolate(strings.deleteText, { email, days: counted(RESTORABLE_DAYS, NOUNS.day) })}</p>,
    run: async (user) => interpolate(strings.deleted, { email: (await sendDeletion(user)).email }),
  },
  restore: {
    title: strings.restoreTitle,
    confirm: strings.restore,
    text: ({ email }) => <p>{interpolate(strings.restoreText, { email })}</p>,
    run: async (user) => interpolate(strings.restored, { email: (await sendRestoring(user)).email }),
  },
  invite: {
    title: strings.inviteTitle,
    confirm: strings.send,
    text: ({ email }) => <p>{interpolate(strings.inviteText, { email })}</p>,
    run: async (user) => interpolate(strings.linkSent, { email: (await sendInvitation(user)).email }),
  },
  'end-sessions': {
    title: strings.endAllSessions,
    confirm: strings.endSessions,
    text: ({ email }) => <p>{interpolate(strings.endSessionsText, { email })}</p>,
    run: async (user) => {
      const { ended } = await sendSessionsEnd(user);
      return interpolate(formFor(ended, strings.sessionsEnded), { count: formatCount(ended) });
    },
  },
  view: {
    title: strings.viewAsThisUser,
    confirm: strings.view,
    text: ({ email }) => <p>{interpolate(strings.viewText, { email })}</p>,
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
