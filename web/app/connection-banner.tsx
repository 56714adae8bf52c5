import { checkConnection, useIsConnectionLost } from '../lib/connection.ts';
import { connectionBannerStrings as strings } from './app-strings.ts';
import classes from './root.module.css';

/** A banner shown while the server is unreachable. It disappears automatically. */
export function ConnectionBanner() {
  const isLost = useIsConnectionLost();
  return (
    <div role="status">
      {isLost ? (
        <div className={classes.banner}>
          <span className={classes.dot} aria-hidden="true" />
          <span>{strings.connectionLost}</span>
          <button type="button" className={classes.retry} onClick={() => void checkConnection()}>
            {strings.tryNow}
          </button>
        </div>
      ) : null}
    </div>
  );
}
