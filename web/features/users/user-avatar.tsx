import type { ManagedUser } from '#contract/users.ts';
import { nameOf } from './user-words.ts';
import classes from './users.module.css';

/** The account's picture, or its initial. */
export function UserAvatar({ user, size = 28 }: { user: ManagedUser; size?: number }) {
  const picture = user.avatar[0]?.public_url;
  const place = { width: size, height: size };
  if (picture) return <img className={classes.avatar} src={picture} alt="" {...place} />;
  return (
    <span className={classes.avatar} style={place} aria-hidden="true">
      {[...nameOf(user)][0]?.toUpperCase()}
    </span>
  );
}
