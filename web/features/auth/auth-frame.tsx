import type { ReactNode } from 'react';
import { Logo } from '../../ui/logo.tsx';
import classes from './auth.module.css';
import { AuthLink } from './auth-link.tsx';
import { OutletDrawing } from './outlet-drawing.tsx';

/**
 * The frame of the pages before sign-in: the form on the left, a description of the product on the right of wide
 * screens.
 */
export function AuthFrame({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.page}>
      <div className={classes.side}>
        <header>
          <AuthLink to="/login" className={classes.logo} aria-label="Voltboard">
            <Logo size={32} />
          </AuthLink>
        </header>
        <main className={classes.main}>
          <h1 className={classes.title}>{title}</h1>
          <p className={classes.lead}>{lead}</p>
          {children}
        </main>
      </div>
      <aside className={classes.picture} aria-label="About Voltboard">
        <OutletDrawing />
        <div className={classes.claim}>
          <h2>Every charge, view and cent of your outlets, as it happens</h2>
          <p>
            Voltboard shows outlet owners what their foot traffic earns, and advertisers what their campaigns reach: per
            customer, per outlet, to the last view.
          </p>
        </div>
      </aside>
    </div>
  );
}
