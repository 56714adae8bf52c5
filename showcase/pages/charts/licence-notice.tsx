import type { ReactNode } from 'react';
import classes from './charts.module.css';

/** License information about a page's library, for developers who reuse the page. */
export function LicenceNotice({ children }: { children: ReactNode }) {
  return (
    <section className={classes.notice} aria-labelledby="licence">
      <h2 id="licence">Licence</h2>
      {children}
    </section>
  );
}
