import { Spinner } from '../../ui/spinner.tsx';
import classes from './pages.module.css';

/** While a page's code is fetched for longer than a moment. */
export function RoutePending() {
  return (
    <div className={classes.pending}>
      <Spinner />
    </div>
  );
}
