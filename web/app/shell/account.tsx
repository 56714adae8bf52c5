import { type ComponentType, type Ref, useState } from 'react';
import type { CurrentUser } from '#contract/auth.ts';
import { showToast } from '../../ui/toast.ts';
import { AccountFace, nameOf } from './account-face.tsx';
import classes from './shell.module.css';

export type AccountProps = { user: CurrentUser; onLogout: () => void };

const fetchMenu = async () => (await import('./account-menu.tsx')).AccountMenu;

/**
 * Avatar with the user's first name or e-mail (specification section 2). Its menu is 30 kB, and so is fetched when
 * somebody is about to open it.
 */
export function Account({ user, onLogout }: AccountProps) {
  const [Menu, setMenu] = useState<ComponentType<AccountProps> | null>(null);
  if (Menu !== null) return <Menu user={user} onLogout={onLogout} />;
  const preload = () => void fetchMenu().catch(() => {});
  return (
    <AccountButton
      user={user}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() =>
        fetchMenu().then(
          (component) => setMenu(() => component),
          () => showToast({ kind: 'error', message: 'The menu could not be fetched. Try again in a moment.' }),
        )
      }
    />
  );
}

type AccountButtonProps = React.ComponentPropsWithoutRef<'button'> & {
  user: CurrentUser;
  ref?: Ref<HTMLButtonElement>;
};

/** What the menu hangs on. */
export function AccountButton({ user, ...props }: AccountButtonProps) {
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      {...props}
      className={`${classes.account} ${classes.accountButton}`}
      aria-label={`Account: ${nameOf(user)}`}
      title={user.email}
    >
      <AccountFace user={user} />
    </button>
  );
}
