import { Loader } from '@mantine/core';
import classes from './pages.module.css';

/** While a page's code is fetched for longer than a moment. */
export function RoutePending() {
  return (
    <div className={classes.pending} role="status" aria-label="Loading">
      <Loader size="sm" />
    </div>
  );
}
