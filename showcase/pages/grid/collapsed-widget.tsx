import { Widget } from '../../../web/ui/widget.tsx';
import classes from './grid.module.css';

/** Starts collapsed and cannot be dragged. */
export function CollapsedWidget() {
  return (
    <Widget title="**Collapsed by default** & locked" collapse close collapsed>
      <blockquote className={classes.quote}>
        A panel that begins closed is a promise: there is more, and you decide when.
        <footer>Found on a drawer</footer>
      </blockquote>
      <p>To begin like this a panel only needs to say that it is collapsed.</p>
      <p>It is locked as well: it has no grip, and the others move around it.</p>
    </Widget>
  );
}
