import { useState } from 'react';
import { Widget } from '../../../web/ui/widget.tsx';
import classes from './grid.module.css';

const TIME = new Intl.DateTimeFormat('en-US', { timeStyle: 'medium' });

/** Two lines; a reload adds a third with the time. */
export function DefaultWidget() {
  const [reloadedAt, setReloadedAt] = useState<Date | null>(null);
  return (
    <Widget
      title="Default **Widget**"
      reload
      collapse
      fullscreen
      close
      tooltips="bottom"
      onReload={() => setReloadedAt(new Date())}
    >
      <p className={classes.line}>A panel with every usual control: reload, full screen, collapse and close.</p>
      <p className={classes.line}>Each control says what it does when you rest on it.</p>
      {reloadedAt === null ? null : <p className={classes.line}>Loaded anew at {TIME.format(reloadedAt)}.</p>}
    </Widget>
  );
}
