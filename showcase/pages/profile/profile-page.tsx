import { ShowcasePage } from '../showcase-page.tsx';
import { Activities } from './activities.tsx';
import classes from './profile.module.css';
import { ProfileCard } from './profile-card.tsx';

/** A fictional person and her recent activities. */
export function ProfilePage() {
  return (
    <ShowcasePage title="User - **Profile**">
      <div className={classes.columns}>
        <ProfileCard />
        <Activities />
      </div>
    </ShowcasePage>
  );
}
