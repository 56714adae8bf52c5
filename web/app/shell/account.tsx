import type { CurrentUser } from '#contract/auth.ts';
import classes from './shell.module.css';

const ROLE_WORDS: Record<CurrentUser['role'], string> = {
  admin: 'Administrator',
  property: 'Outlet owner',
  advertiser: 'Advertiser',
  unassigned: 'Not linked yet',
  '': 'Full view',
};

/** Avatar with the user's first name or e-mail (specification section 2). */
export function Account({ user }: { user: CurrentUser }) {
  const name = user.firstName || user.email;
  const picture = user.avatar[0]?.publicUrl;
  return (
    <div className={classes.account} title={`${name}: ${user.email}`}>
      {picture ? (
        <img className={classes.avatar} src={picture} alt="" width={32} height={32} />
      ) : (
        <span className={classes.avatar} aria-hidden="true">
          {[...name][0]?.toUpperCase()}
        </span>
      )}
      <span className={classes.who}>
        <span className={classes.name}>{name}</span>
        <span className={classes.role}>{user.customer || ROLE_WORDS[user.role]}</span>
      </span>
    </div>
  );
}
