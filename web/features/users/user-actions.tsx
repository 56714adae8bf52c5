import { ActionIcon } from '@mantine/core';
import {
  IconArrowBackUp,
  IconEye,
  IconLogout,
  IconMailForward,
  IconPencil,
  IconTrash,
  IconUserSearch,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ManagedUser } from '#contract/users.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { nameOf } from './user-words.ts';
import { userActionsStrings as strings } from './users-strings.ts';

export type UserAct = 'show' | 'edit' | 'delete' | 'restore' | 'invite' | 'end-sessions' | 'view';

type Act = { readonly act: UserAct; readonly label: string; readonly icon: TablerIcon };

/** Returns the actions on an account besides View, Edit and Delete. */
export function furtherActs({ status, demo, role, email_verified }: ManagedUser): Act[] {
  if (status === 'deleted') return [{ act: 'restore', label: strings.restore, icon: IconArrowBackUp }];
  const mail = email_verified ? strings.sendPasswordReset : strings.sendInvitation;
  const isOpen = status !== 'disabled';
  return [
    ...(role !== 'admin' && isOpen
      ? [{ act: 'view', label: strings.viewAsThisUser, icon: IconUserSearch } as const]
      : []),
    ...(isOpen && !demo ? [{ act: 'invite', label: mail, icon: IconMailForward } as const] : []),
    ...(demo ? [] : [{ act: 'end-sessions', label: strings.endAllSessions, icon: IconLogout } as const]),
  ];
}

type UserActionsProps = { user: ManagedUser; onAct: (act: UserAct, user: ManagedUser) => void };

/** Buttons for View, Edit and Delete, and a menu of the other actions. */
export function UserActions({ user, onAct }: UserActionsProps) {
  const name = nameOf(user);
  const isGone = user.status === 'deleted';
  const button = (act: UserAct, label: string, Icon: TablerIcon) => (
    <ActionIcon size={30} aria-label={`${label} ${name}`} title={label} onClick={() => onAct(act, user)}>
      <Icon size={18} stroke={1.75} aria-hidden="true" />
    </ActionIcon>
  );
  const further = furtherActs(user);
  return (
    <>
      {button('show', strings.view, IconEye)}
      {isGone || user.demo ? null : button('edit', strings.edit, IconPencil)}
      {isGone || user.demo ? null : button('delete', strings.delete, IconTrash)}
      {further.length === 0 ? null : (
        <MoreMenu
          label={interpolate(strings.moreActionsFor, { name })}
          size={30}
          acts={further.map(({ act, ...shown }) => ({ ...shown, run: () => onAct(act, user) }))}
        />
      )}
    </>
  );
}
