import { IconInbox } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './states.module.css';

export type EmptyStateProps = {
  /** What will appear here. */
  title: string;
  /** The next step. */
  children?: ReactNode;
  action?: ReactNode;
  icon?: ReactNode;
};

/** The empty state of a list: what will appear here, and the next step. */
export function EmptyState({ title, children, action, icon }: EmptyStateProps) {
  return (
    <div className={classes.state}>
      <div className={classes.icon} aria-hidden="true">
        {icon ?? <IconInbox size={20} stroke={1.75} />}
      </div>
      <p className={classes.title}>{title}</p>
      {children === undefined ? null : <p className={classes.text}>{children}</p>}
      {action === undefined ? null : <div className={classes.action}>{action}</div>}
    </div>
  );
}
