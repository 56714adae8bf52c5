import { checkConnection, useIsConnectionLost } from '../lib/connection.ts';
import classes from './root.module.css';

/** A banner shown while the server is unreachable. It disappears automatically. */
export function ConnectionBanner() {
  const isLost = useIsConnectionLost();
  return (
    <div role="status">
      {isLost ? (
        <div className={classes.banner}>
          <span className={classes.dot} aria-hidden="true" />
          <span>The connection is lost. What you typed stays; trying again by itself.</span>
          <button type="button" className={classes.retry} onClick={() => void checkConnection()}>
            Try now
          </button>
        </div>
      ) : null}
    </div>
  );
}
