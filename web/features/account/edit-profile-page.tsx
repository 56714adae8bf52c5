import { useCurrentUser } from '../../lib/session.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import classes from './account.module.css';
import { DemoNote } from './demo-note.tsx';
import { LeavePanel } from './leave-panel.tsx';
import { PicturePanel } from './picture-panel.tsx';
import { ProfilePanel } from './profile-panel.tsx';
import { TimeZonePanel } from './time-zone-panel.tsx';

/** `/app/edit_profile`: the user's own account, except for sign-in. */
export function EditProfilePage() {
  const user = useCurrentUser();
  if (user === null) return null;
  return (
    <>
      <PageTitle title="Edit profile" context={user.email} />
      {user.demo ? <DemoNote /> : null}
      <div className={classes.columns}>
        <div className={classes.column}>
          <ProfilePanel key={user.id} user={user} />
          <LeavePanel user={user} />
        </div>
        <div className={classes.column}>
          <PicturePanel user={user} />
          <TimeZonePanel user={user} />
        </div>
      </div>
    </>
  );
}
