import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconLogout, IconMenu2, IconMoon, IconPalette, IconSearch, IconSun } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useCurrentUser } from '../../lib/session.ts';
import { Logo } from '../../ui/logo.tsx';
import { PATHS } from '../paths.ts';
import { keepLook } from '../theme/keep-look.ts';
import { Account } from './account.tsx';
import { AlertsBell } from './alerts-bell.tsx';
import { IconButton } from './icon-button.tsx';
import classes from './shell.module.css';

export type HeaderProps = {
  isSidebarOpen: boolean;
  onToggleSidebar: () => void;
  onSearch: () => void;
  onTheme: () => void;
  onLogout: () => void;
};

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

export function Header({ isSidebarOpen, onToggleSidebar, onSearch, onTheme, onLogout }: HeaderProps) {
  const user = useCurrentUser();
  return (
    <header className={classes.header}>
      <IconButton label="Menu" icon={IconMenu2} onClick={onToggleSidebar} isExpanded={isSidebarOpen} />
      <Link to={PATHS.main} className={classes.home} aria-label="Voltboard, home">
        <Logo size={26} />
      </Link>
      <button
        type="button"
        className={classes.search}
        onClick={onSearch}
        aria-label="Search screens, customers and outlets"
      >
        <IconSearch size={18} stroke={1.75} aria-hidden="true" />
        <span className={classes.searchLabel}>Search screens, customers, outlets</span>
        <span className={classes.keys} aria-hidden="true">
          {isApple ? '⌘ K' : 'Ctrl K'}
        </span>
      </button>
      <AlertsBell />
      <SchemeToggle />
      <IconButton label="Theme" icon={IconPalette} onClick={onTheme} />
      {user === null ? null : <Account user={user} onLogout={onLogout} />}
      <IconButton label="Log out" icon={IconLogout} onClick={onLogout} />
    </header>
  );
}

/** Switches between light and dark at once; the theme panel also offers the system's choice. */
function SchemeToggle() {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const { setColorScheme } = useMantineColorScheme();
  const other = scheme === 'dark' ? 'light' : 'dark';
  return (
    <IconButton
      label={`Switch to ${other}`}
      icon={scheme === 'dark' ? IconSun : IconMoon}
      onClick={() => {
        setColorScheme(other);
        keepLook({ color_scheme: other });
      }}
      className={classes.wideOnly}
    />
  );
}
