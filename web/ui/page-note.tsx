import type { ReactNode } from 'react';
import classes from './page-note.module.css';

/** A note below the page title about the whole page, such as why the user cannot change anything on the page. */
export const PageNote = ({ children }: { children: ReactNode }) => (
  <p className={classes.note} role="note">
    {children}
  </p>
);
