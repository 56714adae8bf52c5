import type { CurrentUser } from '#contract/auth.ts';
import classes from './shell.module.css';

const ROLE_WORDS: Record<CurrentUser['role'], string> = {
  admin: 'Administrator',
  property: 'Outlet owner',
  advertiser: 'Advertiser',
  unassigned: 'Not linked yet',
  '': 'Full view',
};

export const nameOf = ({ firstName, email }: CurrentUser): string => firstName || email;

/** Picture or first letter, name, and customer or role. */
export function AccountFace({ user }: { user: CurrentUser }) {
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
