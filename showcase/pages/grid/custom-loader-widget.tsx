import { Spinner } from '../../../web/ui/spinner.tsx';
import { Widget } from '../../../web/ui/widget.tsx';
import classes from './grid.module.css';

/** A panel that never finishes loading. */
export function CustomLoaderWidget() {
  return (
    <Widget title="Custom **Loader**">
      <div className={classes.loader}>
        <Spinner label="Loading for ever" />
      </div>
    </Widget>
  );
}
