import { Spinner } from '../../ui/spinner.tsx';
import classes from './pages.module.css';

/** Shown while a page's code takes longer than a moment to load. */
export function RoutePending() {
  return (
    <div className={classes.pending}>
      <Spinner />
    </div>
  );
}
