import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { Menu } from '@mantine/core';
import { IconBell, IconKey, IconLogout, IconShieldLock, IconTerminal2, IconUser, IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useOpenedMenu } from '../../ui/use-opened-menu.ts';
import { PATHS } from '../paths.ts';
import { AccountButton, type AccountProps } from './account-button.tsx';
import classes from './shell.module.css';
import { accountMenuStrings as strings } from './shell-strings.ts';

const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/**
 * The avatar's menu: the user's own account and sign-out. Its code is fetched when the menu is first needed; the menu
 * then opens immediately.
 */
export function AccountMenu({ user, onLogout }: AccountProps) {
  const { button, menu } = useOpenedMenu();
  return (
    <Menu {...menu} position="bottom-end" width={240} shadow="md" classNames={{ item: classes.accountItem ?? '' }}>
      <Menu.Target>
        <AccountButton ref={button} user={user} />
      </Menu.Target>
      <Menu.Dropdown aria-label={strings.account}>
        <Menu.Label className={classes.accountLabel ?? ''}>{user.email}</Menu.Label>
        <Menu.Item component={Link} to={PATHS.editProfile} leftSection={<IconUser {...ICON} />}>
          {strings.editProfile}
        </Menu.Item>
        <Menu.Item component={Link} to={PATHS.password} leftSection={<IconKey {...ICON} />}>
          {strings.passwordAndSignIn}
        </Menu.Item>
        <Menu.Item component={Link} to={PATHS.apiTokens} leftSection={<IconTerminal2 {...ICON} />}>
          {strings.aPITokens}
        </Menu.Item>
        <Menu.Item component={Link} to={PATHS.notifications} leftSection={<IconBell {...ICON} />}>
          {strings.notifications}
        </Menu.Item>
        {user.role === 'property' || user.role === 'advertiser' ? (
          <Menu.Item component={Link} to={PATHS.colleagues} leftSection={<IconUsers {...ICON} />}>
            {strings.colleagues}
          </Menu.Item>
        ) : null}
        {(user.role === 'property' || user.role === 'advertiser') && user.standing === 'manager' ? (
          <Menu.Item component={Link} to={PATHS.singleSignOn} leftSection={<IconShieldLock {...ICON} />}>
            {strings.singleSignOn}
          </Menu.Item>
        ) : null}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout {...ICON} />} onClick={onLogout}>
          {strings.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
