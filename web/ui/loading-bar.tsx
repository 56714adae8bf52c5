import classes from './loading-bar.module.css';

/** A thin line at the top of the page during loading. Appears after a short delay. */
export function LoadingBar() {
  return <div className={classes.loading} aria-hidden="true" />;
}
