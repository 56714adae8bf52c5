import type { ReactNode } from 'react';
import classes from './page-title.module.css';

/** A screen's heading, with one line of context and the actions for the whole screen. */
export function PageTitle({ title, context, actions }: { title: ReactNode; context?: ReactNode; actions?: ReactNode }) {
  return (
    <header className={classes.head}>
      <div>
        <h1 className={classes.title}>{title}</h1>
        {context === undefined ? null : <p className={classes.context}>{context}</p>}
      </div>
      {actions === undefined ? null : <div className={classes.actions}>{actions}</div>}
    </header>
  );
}
