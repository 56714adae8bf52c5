import classes from './loading-bar.module.css';

/** A thin line at the top while something is fetched; appears only if that takes a moment. */
export function LoadingBar() {
  return <div className={classes.loading} aria-hidden="true" />;
}
