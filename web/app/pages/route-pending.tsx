import { Spinner } from '../../ui/spinner.tsx';
import classes from './pages.module.css';

/** A spinner shown while a page's code takes a while to load. */
export function RoutePending() {
  return (
    <div className={classes.pending}>
      <Spinner />
    </div>
  );
}
