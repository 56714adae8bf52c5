import classes from './loading-bar.module.css';

/** A thin line at the top while something loads; appears only after a moment. */
export function LoadingBar() {
  return <div className={classes.loading} aria-hidden="true" />;
}
