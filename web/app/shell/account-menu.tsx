import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { Menu } from '@mantine/core';
import { IconKey, IconLogout, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { CurrentUser } from '#contract/auth.ts';
import { PATHS } from '../paths.ts';
import { AccountFace, nameOf } from './account-face.tsx';
import classes from './shell.module.css';

const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** What lies behind the avatar: the own account and the way out. */
export function AccountMenu({ user, onLogout }: { user: CurrentUser; onLogout: () => void }) {
  return (
    <Menu position="bottom-end" width={240} shadow="md" classNames={{ item: classes.accountItem ?? '' }}>
      <Menu.Target>
        <button
          type="button"
          className={`${classes.account} ${classes.accountButton}`}
          aria-label={`Account: ${nameOf(user)}`}
          title={user.email}
        >
          <AccountFace user={user} />
        </button>
      </Menu.Target>
      <Menu.Dropdown aria-label="Account">
        <Menu.Label className={classes.accountLabel ?? ''}>{user.email}</Menu.Label>
        <Menu.Item component={Link} to={PATHS.editProfile} leftSection={<IconUser {...ICON} />}>
          Edit profile
        </Menu.Item>
        <Menu.Item component={Link} to={PATHS.password} leftSection={<IconKey {...ICON} />}>
          Password and sign-in
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout {...ICON} />} onClick={onLogout}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
