import type { ReactNode } from 'react';
import classes from './page-note.module.css';

/** Says under the title of a page what holds for all of it, such as why nothing can be changed here. */
export const PageNote = ({ children }: { children: ReactNode }) => (
  <p className={classes.note} role="note">
    {children}
  </p>
);
