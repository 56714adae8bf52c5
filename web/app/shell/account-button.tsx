import type { ComponentPropsWithoutRef, Ref } from 'react';
import type { CurrentUser } from '#contract/auth.ts';
import { interpolate } from '../../lib/interpolate.ts';
import classes from './shell.module.css';
import { accountButtonStrings as strings } from './shell-strings.ts';

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
      aria-label={interpolate(strings.accountOf, { name: nameOf(user) })}
      title={user.email}
    >
      <AccountFace user={user} />
    </button>
  );
}

const ROLE_WORDS: Record<CurrentUser['role'], string> = {
  admin: strings.administrator,
  property: strings.outletOwner,
  advertiser: strings.advertiser,
  unassigned: strings.notLinkedYet,
  '': strings.fullView,
};

const nameOf = ({ firstName, email }: CurrentUser): string => firstName || email;

/** The user's picture or initial, name, and customer or role. */
function AccountFace({ user }: { user: CurrentUser }) {
  const picture = user.avatar[0]?.publicUrl;
  return (
    <>
      {picture ? (
        <img className={classes.avatar} src={picture} alt="" width={32} height={32} />
      ) : (
        <span className={classes.avatar} aria-hidden="true">
          {[...nameOf(user)][0]?.toUpperCase()}
        </span>
      )}
      <span className={classes.who}>
        <span className={classes.name}>{nameOf(user)}</span>
        <span className={classes.role}>{user.customer || ROLE_WORDS[user.role]}</span>
      </span>
    </>
  );
}
