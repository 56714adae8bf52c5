import type { ComponentPropsWithoutRef, Ref } from 'react';
import type { CurrentUser } from '#contract/auth.ts';
import { AccountFace, nameOf } from './account-face.tsx';
import classes from './shell.module.css';

export type AccountProps = { user: CurrentUser; onLogout: () => void };

type AccountButtonProps = ComponentPropsWithoutRef<'button'> & {
  user: CurrentUser;
  ref?: Ref<HTMLButtonElement>;
};

/** The button that opens the account menu. */
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
