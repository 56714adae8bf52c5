import type { ReactNode } from 'react';
import classes from './charts.module.css';

/** What somebody who builds on this page has to know about its library's licence. */
export function LicenceNotice({ children }: { children: ReactNode }) {
  return (
    <section className={classes.notice} aria-labelledby="licence">
      <h2 id="licence">Licence</h2>
      {children}
    </section>
  );
}
